import { PlatformError } from '../errors.ts'
import { inSpan } from './tracing.ts'
import type { Tracing } from './tracing.ts'

/** Every call to a platform as a span, with the wait for its account's allowance. Platforms are told nothing of it. */
export function platformSpans(tracing: Tracing) {
  return <T>(platform: string, call: () => Promise<T>): Promise<T> => {
    const attributes = { 'flightdeck.platform': platform }
    return inSpan(tracing, { name: 'platform call', kind: 'client', attributes }, async (span) => {
      try {
        const value = await call()
        span.set({ 'flightdeck.outcome': 'ok' })
        return value
      } catch (error) {
        span.set({ 'flightdeck.outcome': error instanceof PlatformError ? error.kind : 'failed' })
        throw error
      }
    })
  }
}
