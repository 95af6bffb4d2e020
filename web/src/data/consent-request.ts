import { root } from './client/root.ts'
import { readStored, removeStored, writeStored } from './client/stored.ts'

/** What stood behind the question mark when the page was opened, letter by letter: the router keeps what it knows alone. */
export const queryAtStart = location.search.slice(1)

const place = 'flightdeck.asked'
const keptMs = 10 * 60_000
const page = `${root}/oauth/authorize`

/** An assistant led somebody here who has to sign in first, which may lead elsewhere, or happen in another tab. */
export function keepConsentRequest(): void {
  if (location.pathname === page && queryAtStart !== '') writeStored(place, { query: queryAtStart, at: Date.now() })
}

/** Goes on with it, once. */
export function resumeConsentRequest(): void {
  const kept = readStored<{ query: string; at: number }>(place)
  if (!kept) return
  removeStored(place)
  if (location.pathname !== page && Date.now() - kept.at < keptMs) location.replace(`${page}?${kept.query}`)
}
