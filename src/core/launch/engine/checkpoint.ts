/** The moments at which a crash matters: around a write, and between storing a launch and answering it. */
export type Moment = 'launch-stored' | 'before-intent' | 'after-intent' | 'before-close' | 'after-close'

let watcher: ((moment: Moment, key: string) => void) | null = null

/** For the crash harness, which kills the process at a moment of its choice. */
export function watchMoments(watch: typeof watcher): void {
  watcher = watch
}

export function reached(moment: Moment, key: string): void {
  watcher?.(moment, key)
}
