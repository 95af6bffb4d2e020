import { useCallback, useSyncExternalStore } from 'react'

/** Tells those who look at something that it has changed, and nobody else. */
export interface Signals {
  notify(key: string): void
  version(key: string): number
  subscribe(key: string, listener: () => void): () => void
}

export function createSignals(): Signals {
  const versions = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  return {
    notify(key) {
      versions.set(key, (versions.get(key) ?? 0) + 1)
      for (const listener of listeners.get(key) ?? []) listener()
    },
    version: (key) => versions.get(key) ?? 0,
    subscribe(key, listener) {
      const mine = listeners.get(key) ?? new Set()
      listeners.set(key, mine.add(listener))
      return () => {
        mine.delete(listener)
        if (mine.size === 0) listeners.delete(key)
      }
    },
  }
}

/** Draws a component again when this has changed. */
export function useSignal(signals: Signals, key: string): number {
  const subscribe = useCallback((listener: () => void) => signals.subscribe(key, listener), [signals, key])
  return useSyncExternalStore(subscribe, () => signals.version(key))
}

/** A value that is read of something; a component is drawn again when the value has changed. It must be a word or a number. */
export function useRead<T extends string | number | boolean>(signals: Signals, key: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => signals.subscribe(key, listener), [signals, key])
  return useSyncExternalStore(subscribe, read)
}
