import type { Books } from './books.ts'
import { throttled } from './errors.ts'

interface Allowance {
  perSecond: number
  perMinute: number
}

const wholeApp: Allowance = { perSecond: 10, perMinute: 600 }
const ofEndpoint: Record<string, Allowance> = {
  '/ad/create/': { perSecond: 5, perMinute: 150 },
}

/** Counts calls of each company's app over the last second and minute; nothing in an answer tells how near the limit is. */
export interface Limiter {
  /** Counts the call, or refuses it before it has any effect. */
  charge(tenant: string, path: string): void
  forget(): void
}

export function createLimiter(books: Books): Limiter {
  const calls = new Map<string, number[]>()
  const charge = (key: string, { perSecond, perMinute }: Allowance) => {
    const now = books.now()
    // A clock that was moved back leaves moments that lie ahead: they are forgotten as well.
    const recent = (calls.get(key) ?? []).filter((at) => at > now - 60_000 && at <= now)
    calls.set(key, recent)
    if (recent.length >= perMinute || recent.filter((at) => at > now - 1000).length >= perSecond) throw throttled()
    recent.push(now)
  }
  return {
    charge(tenant, path) {
      if (books.settings().limits === 'off') return
      const own = ofEndpoint[path]
      if (own) charge(`${tenant} ${path}`, own)
      charge(tenant, wholeApp)
    },
    forget: () => calls.clear(),
  }
}
