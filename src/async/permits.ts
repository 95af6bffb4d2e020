/**
 * Lets at most so many in at once; the others wait in line. Packages that limit hold a place for the time of one
 * function; a launch holds one across several, and stops waiting for it after a while. A list of work goes through p-map.
 */
export interface Permits {
  /** Resolves when there is room, with what makes room for the next; calling that again does nothing. */
  acquire(): Promise<() => void>
  /** The same, but null when there was no room for so long. */
  acquireWithin(ms: number): Promise<(() => void) | null>
}

/** Waits for a place and keeps it while the work lasts. */
export async function withPermit<T>(permits: Permits, work: () => Promise<T>): Promise<T> {
  const leave = await permits.acquire()
  try {
    return await work()
  } finally {
    leave()
  }
}

export function createPermits(max: number): Permits {
  let free = max
  const waiting = new Set<() => void>()
  const release = () => {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else free++
  }
  const held = () => {
    let isHeld = true
    return () => {
      if (isHeld) release()
      isHeld = false
    }
  }
  return {
    async acquire() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.add(resolve))
      return held()
    },
    async acquireWithin(ms) {
      if (free > 0) {
        free--
        return held()
      }
      const isIn = await new Promise<boolean>((resolve) => {
        const enter = () => {
          clearTimeout(limit)
          resolve(true)
        }
        const limit = setTimeout(() => {
          waiting.delete(enter)
          resolve(false)
        }, ms)
        waiting.add(enter)
      })
      return isIn ? held() : null
    },
  }
}
