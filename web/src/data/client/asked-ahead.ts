import { root } from './root.ts'

declare global {
  interface Window {
    /** Who is there, asked by public/assets/begin-1.js before any of this had arrived. */
    flightdeckSession?: Promise<Response>
  }
}

/** Sends what is asked; what was asked ahead is sent once: whoever asks for it first gets that answer. */
export const fetchOrAskedAhead: typeof fetch = (input, init) => {
  const ahead = window.flightdeckSession
  if (ahead === undefined || input !== `${root}/v1/session` || init?.method !== 'GET') return fetch(input, init)
  delete window.flightdeckSession
  return Promise.race([ahead, abortOf(init.signal)])
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
