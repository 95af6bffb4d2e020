/** The process that started us, where our reason to run ends with it. */
export interface Launcher {
  pid: number
  /** It starts us again when we end, and ends us when we do not stop. */
  isSupervisor: boolean
}

/** What a service tells its supervisor. */
export interface Word {
  /** It has started, and serves. */
  isRunning?: true
  /** Why it is about to end. */
  problem?: string
}

export function tellSupervisor(word: Word): void {
  // One that is gone meanwhile needs no word.
  if (process.connected) process.send?.(word, () => undefined)
}

/** `supervisor`: its process id, as it told us when it started us. Under npm, it is npm that we live and end with. */
export function findLauncher(supervisor: number | undefined): Launcher | null {
  if (supervisor !== undefined) return { pid: supervisor, isSupervisor: true }
  return process.env.npm_lifecycle_event ? { pid: process.ppid, isSupervisor: false } : null
}
