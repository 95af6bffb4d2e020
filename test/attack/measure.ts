import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Stage } from './stage.ts'

/** What something cost the service, in milliseconds. */
export interface Cost {
  /** Processor time of all its threads. */
  processor: number
  /** The longest that the event loop can have been held at a time. */
  loop: number
}

interface Measured<T> {
  result: T
  cost: Cost | null
}

/** What the service does besides falls on whoever is measured, and only adds: a cost that is too high must be so three times. */
const tries = 3

export async function costOf<T>(
  stage: Stage,
  work: () => Promise<T>,
  isBearable: (cost: Cost | null) => boolean,
): Promise<Measured<T>> {
  let last = await measured(stage, work)
  for (let again = 1; again < tries && !isBearable(last.cost); again++) last = await measured(stage, work)
  return last
}

/**
 * Measures what happens to the service meanwhile; null where nobody measures, or the machine does not tell (it is Linux that does).
 * The loop was held neither longer than its thread worked, nor longer than somebody waited for an answer at that time:
 * the smaller of the two is told, because on a busy machine the second is noise.
 */
async function measured<T>(stage: Stage, work: () => Promise<T>): Promise<Measured<T>> {
  const pid = stage.measures ? await stage.servicePid() : null
  const before = pid === null ? null : await threadTimes(pid)
  if (pid === null || before === null) return { result: await work(), cost: null }
  const prober = probe(stage.url)
  const result = await work()
  const waited = await prober.stop()
  const after = await threadTimes(pid)
  if (after === null) return { result, cost: null }
  const spent = (thread: number) => (after.get(thread) ?? 0) - (before.get(thread) ?? 0)
  const processor = [...after.keys()].map(spent).reduce((sum, ms) => sum + Math.max(0, ms), 0)
  return { result, cost: { processor, loop: Math.min(spent(pid), waited) } }
}

/** Time that each thread of a process was on a processor. */
async function threadTimes(pid: number): Promise<Map<number, number> | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null)
  if (threads === null) return null
  const times = new Map<number, number>()
  for (const thread of threads) {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    times.set(Number(thread), Number(text.split(' ')[0]) / 1e6)
  }
  return times
}

/** The health of the service is asked for again and again, by one connection. */
function probe(url: string): { stop(): Promise<number> } {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  let longest = 0
  let asked = performance.now()
  const ask = () => {
    asked = performance.now()
    socket.write(`HEAD /v1/health HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  }
  socket.once('connect', ask)
  socket.on('data', (chunk: Buffer) => {
    if (!chunk.includes('\r\n\r\n')) return
    longest = Math.max(longest, performance.now() - asked)
    ask()
  })
  return {
    async stop() {
      // The answer that is under way counts too.
      await new Promise<void>((resolve) => {
        socket.once('data', () => resolve())
        socket.once('close', () => resolve())
        if (socket.destroyed) resolve()
      })
      socket.destroy()
      return longest
    },
  }
}
