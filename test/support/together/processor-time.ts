import { readFileSync, readdirSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const tickMs = 10

/**
 * What this process took of the processors so far, with all that it started and what those did (browsers, services), also where they are
 * over. Elsewhere than on Linux: itself alone.
 */
export function processorMs(pid = process.pid): number {
  try {
    return withChildren(String(pid))
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

function withChildren(pid: string): number {
  // The name of the program may hold anything, so what comes after it is counted from its end: times are words 12 to 15.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0) * tickMs
  return childrenOf(pid).reduce((sum, child) => sum + timeOf(child), own)
}

/** It may be over by now, and is counted by who started it. */
function timeOf(pid: string): number {
  try {
    return withChildren(pid)
  } catch {
    return 0
  }
}

function childrenOf(pid: string): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
}
