import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FuzzRequest } from '../requests.ts'
import { sendFuzz } from '../send.ts'
import type { FuzzedService } from '../start-service.ts'

export interface Cost {
  status: number
  /** Processor time of the main thread, without what it does anyway in that time. */
  ms: number
  /** The longest that the event loop can have been held at a time. */
  loopMs: number
  bytes: number
}

export interface Meter {
  /** What the main thread does when nobody asks for anything, in milliseconds for each second. */
  idle: number
  /** The least of so many tries: whatever else the service does only adds. */
  cost(request: FuzzRequest, tries: number): Promise<Cost>
  /** What the fixed piece of work takes in the same process. */
  calibration(tries: number): Promise<number>
  /** Waits until the service does nothing but what it always does. */
  settle(): Promise<void>
}

const loopLookMs = 12
const idleSampleMs = 1_000
const settleSampleMs = 100
const busyShare = 0.1
const maxSettling = 50

/** null: this machine does not tell what a thread of another process costs (it is Linux that does). */
export async function openMeter(service: FuzzedService): Promise<Meter | null> {
  if ((await mainThreadMs(service.pid)) === null) return null
  const read = async () => {
    // Its answers come when what was begun is done, and the second one after the loop has gone round: then its delay is known.
    await service.cpuMs()
    const loopMs = await service.loop()
    // The thread sleeps now: its time is written down.
    return { ms: (await mainThreadMs(service.pid)) ?? 0, at: performance.now(), loopMs }
  }
  let idle = 0
  const during = async <T>(work: () => Promise<T>) => {
    await read()
    // What holds the loop before its delay was looked at once is not seen.
    await pause(loopLookMs)
    const before = { ms: (await mainThreadMs(service.pid)) ?? 0, at: performance.now() }
    const result = await work()
    const after = await read()
    const ms = Math.max(0, after.ms - before.ms - ((after.at - before.at) / 1000) * idle)
    return { result, ms, loopMs: Math.min(ms, after.loopMs) }
  }
  const settle = async () => {
    for (let n = 0; n < maxSettling; n++)
      if ((await during(() => pause(settleSampleMs))).ms < settleSampleMs * busyShare) return
  }
  await settle()
  idle = (await during(() => pause(idleSampleMs))).ms * (1000 / idleSampleMs)
  return {
    idle,
    settle,
    async cost(request, tries) {
      const min: Cost = { status: 0, ms: Infinity, loopMs: Infinity, bytes: bytesOf(request) }
      for (let n = 0; n < tries; n++) {
        const { result, ms, loopMs } = await during(() => sendFuzz(service.url, request))
        min.status = result.status
        min.ms = Math.min(min.ms, ms)
        min.loopMs = Math.min(min.loopMs, loopMs)
      }
      return min
    },
    async calibration(tries) {
      let min = Infinity
      for (let n = 0; n < tries; n++) min = Math.min(min, (await during(() => service.calibrate())).ms)
      return min
    },
  }
}

/** Time that the main thread of a process was on a processor. */
async function mainThreadMs(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => null)
  return text === null ? null : Number(text.split(' ')[0]) / 1e6
}

function bytesOf({ path, headers, body }: FuzzRequest): number {
  const head = Object.entries(headers).map(([name, value]) => name.length + value.length + 4)
  return head.reduce((sum, length) => sum + length, path.length) + (body?.length ?? 0)
}
