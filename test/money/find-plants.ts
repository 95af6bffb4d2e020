import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { plants } from './plants.ts'

/** Each mistake must be found within so many sequences. */
const sequences = 500

/** Plants one mistake after the other, each in a process of its own. Answers 1 when one was not found. */
export async function findPlants(seed: string): Promise<number> {
  let missed = 0
  console.log('| planted | sequences until found | what was wrong |\n|---|---|---|')
  for (const { name } of plants) {
    const run = join(import.meta.dirname, 'run.ts')
    const given = ['--plant', name, '--seed', seed, '--sequences', String(sequences), '--judge', 'breaches']
    const child = spawn(process.execPath, [run, ...given], { stdio: ['ignore', 'ignore', 'pipe'] })
    const described = await text(child.stderr)
    const found = /^Sequence (\d+) of seed[^]*^Step \d+: (.*)$/m.exec(described)
    if (!found) missed++
    console.log(`| ${name} | ${found ? Number(found[1]) + 1 : 'not found'} | ${found?.[2] ?? described.slice(-500)} |`)
  }
  return missed === 0 ? 0 : 1
}
