/** Lets at most so many in at once; the others wait in line. */
export interface Permits {
  /** Resolves when there is room, with what makes room for the next; calling that again does nothing. */
  acquire(): Promise<() => void>
}

export function createPermits(most: number): Permits {
  let free = most
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async acquire() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
  }
}
