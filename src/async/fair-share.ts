import { AppError } from '../errors.ts'

/**
 * Places for work that companies share. Those who wait take turns company by company, and no company ever holds all places:
 * whatever one of them piles up, the next one gets a place as soon as if that were not there. Packages that limit know one line.
 */
export interface FairShare {
  /** Resolves when there is a place, with what gives it back; calling that again does nothing. */
  enter(companyId: number, signal?: AbortSignal): Promise<Leave>
  /** The same, but null when there is no place at once. */
  enterNow(companyId: number): Leave | null
  /** Waits for a place and keeps it while the work lasts. */
  run<T>(companyId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Gives a place back; a second time it does nothing. */
export type Leave = () => void

export interface FairShareLimits {
  /** What the places are for, in the words of the refusal. */
  what: string
  places: number
  placesPerCompany: number
  /** Who waits longer is refused. */
  maxWaitMs: number
}

/** The company's own work, or everybody's, took all places for too long. Nothing was begun. */
export class NoSlot extends AppError {
  constructor({ what, placesPerCompany, maxWaitMs }: FairShareLimits) {
    const text = `${what}: too many are under way, and no place came free within ${maxWaitMs / 1000} s. Try again in a moment.`
    super('rate_limit_exceeded', text, { limit: placesPerCompany }, { 'retry-after': '10' })
  }
}

interface Waiting {
  companyId: number
  enter(): void
}

/** Those who wait, company by company, in the order of whose turn it is. */
function createLines(limits: FairShareLimits) {
  const lines = new Map<number, Set<Waiting>>()

  function leave(waiting: Waiting): void {
    const line = lines.get(waiting.companyId)
    line?.delete(waiting)
    if (line?.size === 0) lines.delete(waiting.companyId)
  }

  return {
    /** Resolves with the place that is taken when it is one's turn. */
    wait(companyId: number, take: () => Leave, signal: AbortSignal | undefined): Promise<Leave> {
      return new Promise((resolve, reject) => {
        const giveUp = (reason: Error) => {
          leave(waiting)
          stopWatching()
          reject(reason)
        }
        const hangUp = () => giveUp(signal?.reason as Error)
        const timer = setTimeout(() => giveUp(new NoSlot(limits)), limits.maxWaitMs)
        const stopWatching = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', hangUp)
        }
        const waiting: Waiting = {
          companyId,
          enter() {
            stopWatching()
            resolve(take())
          },
        }
        signal?.addEventListener('abort', hangUp, { once: true })
        const line = lines.get(companyId) ?? new Set()
        lines.set(companyId, line.add(waiting))
      })
    },
    /** Lets in whose turn it is, one of each company, as long as there is room. */
    admit(hasRoom: (companyId: number) => boolean): void {
      for (const [companyId, line] of lines) {
        if (!hasRoom(companyId)) continue
        const [first] = line
        if (!first) continue
        leave(first)
        // Whoever had a turn goes to the end.
        lines.delete(companyId)
        if (line.size > 0) lines.set(companyId, line)
        first.enter()
      }
    },
  }
}

export function createFairShare(limits: FairShareLimits): FairShare {
  const { places, placesPerCompany } = limits
  if (placesPerCompany >= places) throw new Error(`${limits.what}: one company could hold all places.`)
  let free = places
  const held = new Map<number, number>()
  const lines = createLines(limits)

  const heldBy = (companyId: number) => held.get(companyId) ?? 0
  const hasRoom = (companyId: number) => free > 0 && heldBy(companyId) < placesPerCompany

  function take(companyId: number): Leave {
    free -= 1
    held.set(companyId, heldBy(companyId) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      free += 1
      if (heldBy(companyId) === 1) held.delete(companyId)
      else held.set(companyId, heldBy(companyId) - 1)
      lines.admit(hasRoom)
    }
  }

  // Nobody overtakes: a company that waits has no room, or else it would have been let in.
  const enterNow = (companyId: number) => (hasRoom(companyId) ? take(companyId) : null)

  async function enter(companyId: number, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted()
    return enterNow(companyId) ?? lines.wait(companyId, () => take(companyId), signal)
  }

  return {
    enterNow,
    enter,
    async run(companyId, work, signal) {
      const leave = await enter(companyId, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
