import { useSyncExternalStore } from 'react'

/** A value outside of components; those that use it are drawn again when it becomes another. */
export function createStore<Value>(start: Value) {
  let now = start
  const listeners = new Set<() => void>()
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    now: () => now,
    become(next: Value): void {
      if (next === now) return
      now = next
      for (const listener of listeners) listener()
    },
    watch,
    use: () => useSyncExternalStore(watch, () => now),
  }
}
