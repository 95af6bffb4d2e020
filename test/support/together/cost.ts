import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const shown = 12

/** What a test file cost its own process: browsers, databases and services that it started come on top. */
export function noteCost(folder: string, file: string, { user, system }: NodeJS.CpuUsage): void {
  appendFileSync(join(folder, 'cost'), `${file} ${Math.round((user + system) / 1000)}\n`)
}

/** The dearest files and folders, for whoever wants the tests to take less time. */
export function describeCosts(folder: string): string {
  const path = join(folder, 'cost')
  if (!existsSync(path)) return 'No test file came to its end.'
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const files = new Map(
    lines.map((line) => line.split(' ') as [string, string]).map(([file, ms]) => [file, Number(ms)]),
  )
  const folders = new Map<string, number>()
  for (const [file, ms] of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + ms)
  const sum = [...files.values()].reduce((total, ms) => total + ms, 0)
  return [
    `Processor time of ${files.size} test files: ${seconds(sum)}. The dearest, and their folders:`,
    ...dearest(files),
    '',
    ...dearest(folders),
  ].join('\n')
}

function dearest(costs: Map<string, number>): string[] {
  const sorted = [...costs].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, shown).map(([name, ms]) => `${seconds(ms).padStart(9)}  ${name}`)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
