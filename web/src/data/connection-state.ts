import { useSyncExternalStore } from 'react'

/** `lost`: the service does not answer. `signed-out`: it answers, but the session has ended. */
export type ConnectionState = 'here' | 'lost' | 'signed-out'

let state: ConnectionState = 'here'
const listeners = new Set<() => void>()

function become(next: ConnectionState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

export const connection = {
  lost: () => become('lost'),
  back: () => become('here'),
  signedOut: () => become('signed-out'),
  /** Waits while nobody is signed in. */
  untilSignedIn: async (signal: AbortSignal): Promise<void> => {
    while (state === 'signed-out' && !signal.aborted) await nextChange(signal)
  },
}

function nextChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      listeners.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    listeners.add(done)
    signal.addEventListener('abort', done)
  })
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
