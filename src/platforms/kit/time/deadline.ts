/** A committed intent must be on its way within this time, or not at all: later, somebody else may have taken over. */
export const sendWindowMs = 3_000

export interface Deadline {
  isOver(): boolean
}

/**
 * Over after so long by either clock: one can be set back, the other stands still while the machine sleeps.
 */
export function deadlineIn(ms: number): Deadline {
  const monotonic = performance.now() + ms
  const wall = Date.now() + ms
  return { isOver: () => performance.now() > monotonic || Date.now() > wall }
}
