import { createInterface } from 'node:readline/promises'
import { CommandProblem } from '../exit.ts'
import type { World } from '../world.ts'

/** Asks a person. Where none can be asked, --yes is needed. */
export async function confirm(world: World, question: string): Promise<boolean> {
  if (!world.stdin.isTTY) throw new CommandProblem(`${question} There is nobody to ask: add --yes to do it.`)
  const lines = createInterface({ input: world.stdin, output: process.stderr, terminal: true })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal: world.signal })).trim())
  } finally {
    lines.close()
  }
}
