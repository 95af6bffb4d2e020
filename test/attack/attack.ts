import { isAlive } from '../../src/is-alive.ts'
import type { Stage } from './stage.ts'
import type { Cost } from './measure.ts'

/** One way to hurt the service. */
export interface Attack {
  name: string
  /** Who does it, and what for. */
  about: string
  /** It takes minutes, measures, or does what another test does: left out of `npm test`. */
  long?: true
  run(stage: Stage, note: Note): Promise<void>
}

/** Writes down how one try ended. */
export type Note = (what: string, held: boolean, seen?: unknown) => void

export interface Tried {
  attack: string
  what: string
  held: boolean
  /** What came back instead. */
  seen: string
}

/** A stranger's call may take so much of the processor, and hold the event loop for so long. */
export const bounds = {
  open: { loop: () => 100, processor: (megabytes: number) => 50 + 300 * megabytes },
  keyed: { loop: (megabytes: number) => 100 + 30 * megabytes, processor: () => Infinity },
}

/** Whether a cost is within the bounds of those who have a key, or none. Where the machine tells no costs, it is. */
export function isBearable(cost: Cost | null, bytes: number, who: keyof typeof bounds): boolean {
  if (cost === null) return true
  const megabytes = bytes / 2 ** 20
  return cost.loop <= bounds[who].loop(megabytes) && cost.processor <= bounds[who].processor(megabytes)
}

export function report(cost: Cost | null): string {
  return cost === null ? '' : `loop ${Math.round(cost.loop)} ms, processor ${Math.round(cost.processor)} ms`
}

/** The service is there, and is the process that it was: the next one answers only when the one before it is gone. */
export async function isUnhurt(stage: Stage, pid: number | null): Promise<boolean> {
  const health = await stage.call('GET', '/v1/health', { key: null }).catch(() => null)
  return health?.status === 200 && pid !== null && isAlive(pid)
}
