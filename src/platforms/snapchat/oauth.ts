import { onceAtATime, timesIn } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { accountsAddress, grantPath, renewGrant } from './grant.ts'

/** A token about to end is not worth sending. */
const sparedMs = 60_000

/** Access tokens live an hour; a new one is asked for when it is needed. */
export interface TokenKeeper {
  current(): Promise<string>
  /** The platform no longer takes this one. */
  drop(token: string): void
  scopes(): string[]
  /** When the platform last gave out a refresh token anew; null: not yet. */
  renewedAt(): Date | null
}

export function createTokenKeeper(
  given: Record<string, string>,
  { baseUrl, isSandbox, now, keepCredentials }: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  let credentials = given
  let current: { token: string; until: number; scopes: string[] } | null = null
  const url = `${isSandbox ? baseUrl : accountsAddress}${grantPath}`

  const ask = onceAtATime(async (): Promise<string> => {
    const { credentials: fresh, token, scopes } = await renewGrant(http, { url, credentials, now })
    const isNew = fresh.refreshToken !== credentials.refreshToken
    credentials = fresh
    // The token in hand works even if it cannot be kept; the next renewal tries again. The platform names no end.
    if (isNew) await keepCredentials?.(fresh, null).catch(() => undefined)
    const leftMs = Date.parse(token.endsAt) - now().getTime()
    current = { token: token.accessToken, until: now().getTime() + Math.max(leftMs / 2, leftMs - sparedMs), scopes }
    return token.accessToken
  })

  return {
    current: async () => (current && now().getTime() < current.until ? current.token : ask()),
    drop(token) {
      if (current?.token === token) current = null
    },
    scopes: () => current?.scopes ?? [],
    renewedAt: () => timesIn(credentials).renewedAt,
  }
}
