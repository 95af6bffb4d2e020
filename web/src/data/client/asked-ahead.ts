import { root } from './root.ts'

declare global {
  interface Window {
    /** Who is there, asked by begin.js before any of this had arrived. */
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

/** For so long it may be waited for by itself; then as for any other. */
const patienceMs = 1_000

/** Whether what was asked ahead says that nobody is there: mostly it is known by now, and nothing more has to be made of it. */
export async function isNobodyThere(): Promise<boolean> {
  const later = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const answer = await Promise.race([window.flightdeckSession, later]).catch(() => undefined)
  if (answer?.status !== 401) return false
  delete window.flightdeckSession
  return true
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
