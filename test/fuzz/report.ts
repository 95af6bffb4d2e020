import type { FuzzReport } from './fuzz.ts'

/** Nothing should hold up everybody else for longer. */
export const loopGoalMs = 250
/** What may stay in memory: stored ads of the sandbox and its list of calls, caches. A leak of each request is far more. */
const maxGrowthBytes = 96 * 1024 * 1024
const shownFaults = 20

export function faultsOf({ failures, escaped, heap }: FuzzReport): string[] {
  const growth = heap.afterBytes - heap.beforeBytes
  return [
    ...[...new Set(failures)].slice(0, shownFaults),
    ...(failures.length > shownFaults ? [`and ${failures.length - shownFaults} more`] : []),
    ...escaped.slice(0, shownFaults).map((stack) => `An exception escaped its request: ${stack}`),
    ...(growth > maxGrowthBytes ? [`The heap grew by ${inMb(growth)}.`] : []),
  ]
}

export function printReport({ requests, seconds, statuses, refusals, loop, heap, slowest }: FuzzReport): void {
  console.log('| operation | answers by status (0: hung up) |\n|---|---|')
  for (const [operation, counts] of [...statuses].sort()) {
    const text = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    console.log(`| ${operation} | ${text.join(', ')} |`)
  }
  const said = [...refusals].sort(([, a], [, b]) => b - a)
  console.log(`\n${said.reduce((sum, [, count]) => sum + count, 0)} refusals of platforms (502, 503):`)
  for (const [name, count] of said.slice(0, 30)) console.log(`  ${count} x ${name}`)
  console.log('\nThe calls that took longest:')
  for (const { ms, what } of slowest) console.log(`  ${Math.round(ms)} ms: ${what.slice(0, 300)}`)
  console.log(`\n${requests} requests in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} per second`)
  console.log(`heap ${inMb(heap.beforeBytes)} before, ${inMb(heap.afterBytes)} after`)
  console.log(`event loop held up for at most ${Math.round(loop.maxMs)} ms, during ${loop.during}`)
}

function inMb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
