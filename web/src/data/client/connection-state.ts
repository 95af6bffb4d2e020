import { createStore } from './store.ts'

/** `lost`: the service does not answer. `signed-out`: it answers, but the session has ended. */
const state = createStore<'here' | 'lost' | 'signed-out'>('here')

export const connection = {
  lost: () => state.become('lost'),
  back: () => state.become('here'),
  signedOut: () => state.become('signed-out'),
  /** Waits while nobody is signed in. */
  untilSignedIn: async (signal: AbortSignal): Promise<void> => {
    while (state.now() === 'signed-out' && !signal.aborted) await nextChange(signal)
  },
}

function nextChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const stop = state.watch(done)
    signal.addEventListener('abort', done)
  })
}

export const useConnectionState = state.use
