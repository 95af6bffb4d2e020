import type { World } from './world.ts'
import { throttled } from './errors.ts'

interface Allowance {
  perSecond: number
  perMinute: number
}

const wholeApp: Allowance = { perSecond: 10, perMinute: 600 }
const ofEndpoint: Record<string, Allowance> = {
  '/ad/create/': { perSecond: 5, perMinute: 150 },
  '/smart_plus/ad/create/': { perSecond: 5, perMinute: 150 },
  '/report/task/create/': { perSecond: 2, perMinute: 60 },
}

/** Counts calls of each company's app over the last second and minute; nothing in an answer tells how near the limit is. */
export interface Limiter {
  /** Counts the call, or refuses it before it has any effect. */
  charge(tenant: string, path: string): void
  /** The paths of calls that were refused: an answer's status does not tell. */
  refused(): string[]
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const calls = new Map<string, number[]>()
  let refused: string[] = []
  const charge = (key: string, path: string, { perSecond, perMinute }: Allowance) => {
    const now = world.now()
    // A clock that was moved back leaves moments that lie ahead: they are forgotten as well.
    const recent = (calls.get(key) ?? []).filter((at) => at > now - 60_000 && at <= now)
    calls.set(key, recent)
    if (recent.length >= perMinute || recent.filter((at) => at > now - 1000).length >= perSecond) {
      refused = [...refused.slice(-999), path]
      throw throttled()
    }
    recent.push(now)
  }
  return {
    charge(tenant, path) {
      if (world.settings().limits === 'off') return
      const own = ofEndpoint[path]
      if (own) charge(`${tenant} ${path}`, path, own)
      charge(tenant, path, wholeApp)
    },
    refused: () => refused,
    forget() {
      calls.clear()
      refused = []
    },
  }
}
