import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const shown = 12

/** What a test file cost: its process, and what it started; the database that all share comes on top. */
export function noteCost(folder: string, file: string, ms: number): void {
  appendFileSync(join(folder, 'cost'), `${file} ${Math.round(ms)}\n`)
}

/** The dearest files and folders, for whoever wants the tests to take less time. */
export function describeCosts(folder: string, databaseMs: number): string {
  const files = readCosts(folder)
  if (files.size === 0) return 'No test file came to its end.'
  const folders = new Map<string, number>()
  for (const [file, ms] of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + ms)
  const sum = sumOf(files)
  return [
    `Processor time of ${files.size} test files: ${seconds(sum)}, and their database ${seconds(databaseMs)}. The dearest, and their folders:`,
    ...dearest(files),
    '',
    ...dearest(folders),
  ].join('\n')
}

export function readCosts(folder: string): Map<string, number> {
  const path = join(folder, 'cost')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  return new Map(lines.map((line) => line.split(' ') as [string, string]).map(([file, ms]) => [file, Number(ms)]))
}

export function sumOf(costs: Map<string, number>): number {
  return [...costs.values()].reduce((total, ms) => total + ms, 0)
}

function dearest(costs: Map<string, number>): string[] {
  const sorted = [...costs].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, shown).map(([name, ms]) => `${seconds(ms).padStart(9)}  ${name}`)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
