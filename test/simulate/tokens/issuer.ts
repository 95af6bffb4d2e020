import { PlatformError } from '../../../src/errors.ts'

/** What opens the simulated platform, and when it ends. */
export interface Pair {
  accessToken: string
  refreshToken: string
  endsAt: Date
}

/** Who gives out tokens on the platform, and knows which are good. */
export interface Issuer {
  /** Somebody consents. */
  consent(): Pair
  /** Throws where the platform renews with it no more. */
  renew(refreshToken: string): Pair
  /** Throws where it opens nothing. */
  open(accessToken: string): void
  renews(refreshToken: string): boolean
  /** Every token that opens ends now. */
  endAll(): void
  /** All that was consented to until now is taken back. */
  revokeAll(): void
  readonly wasRevoked: boolean
  /** Every token that anybody came with. */
  used: ReadonlySet<string>
}

interface IssuerSettings {
  now: () => number
  livesMs: number
  /** Whether what was asked with goes on to renew. */
  oldLives: boolean
}

/** In the failure of an ad it tells that a token was the cause. */
const refusedWords = 'The token is refused.'

const refused = () => new PlatformError({ platform: 'simulated', kind: 'auth', code: 401, message: refusedWords })

export function createIssuer({ now, livesMs, oldLives }: IssuerSettings): Issuer {
  const ends = new Map<string, number>()
  const renewing = new Set<string>()
  const used = new Set<string>()
  let last = 0
  let wasRevoked = false
  const issue = (): Pair => {
    last += 1
    const pair = { accessToken: `access-${last}`, refreshToken: `refresh-${last}`, endsAt: new Date(now() + livesMs) }
    ends.set(pair.accessToken, now() + livesMs)
    renewing.add(pair.refreshToken)
    return pair
  }
  const endAll = () => {
    for (const token of ends.keys()) ends.set(token, 0)
  }
  return {
    used,
    get wasRevoked() {
      return wasRevoked
    },
    consent: issue,
    renew(refreshToken) {
      if (!renewing.has(refreshToken)) throw refused()
      if (!oldLives) renewing.delete(refreshToken)
      return issue()
    },
    open(accessToken) {
      used.add(accessToken)
      if ((ends.get(accessToken) ?? 0) <= now()) throw refused()
    },
    renews: (refreshToken) => renewing.has(refreshToken),
    endAll,
    revokeAll() {
      wasRevoked = true
      endAll()
      renewing.clear()
    },
  }
}
