import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that a process has taken so far with all its threads, in ms: what else the machine does moves it far less than the clock. */
export function processorMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}
