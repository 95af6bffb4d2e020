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
