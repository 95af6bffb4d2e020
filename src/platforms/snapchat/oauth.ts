import { PlatformError } from '../../errors.ts'
import { askForToken, onceAtATime, scopesIn } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { grantFailure } from './errors.ts'
import { GrantErrorWire, GrantWire } from './wire.ts'

/** The token endpoint is on a host of its own; the sandbox has everything on one. */
const accountsAddress = 'https://accounts.snapchat.com'
const grantPath = '/login/oauth2/access_token'
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
  credentials: Record<string, string>,
  { baseUrl, isSandbox, now, keepCredentials }: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { clientId = '', clientSecret = '' } = credentials
  let refreshToken = credentials.refreshToken ?? ''
  let current: { token: string; until: number; scopes: string[] } | null = null
  let renewedAt = credentials.renewedAt === undefined ? null : new Date(credentials.renewedAt)

  const ask = onceAtATime(async (): Promise<string> => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }
    const { status, body } = await askForToken(http, {
      url: `${isSandbox ? baseUrl : accountsAddress}${grantPath}`,
      fields: { ...form, client_secret: clientSecret },
    })
    const grant = GrantWire.safeParse(body)
    if (status !== 200 || !grant.success) {
      const { error, error_description: why } = GrantErrorWire.safeParse(body).data ?? {}
      throw new PlatformError(grantFailure(status, error, why))
    }
    const { access_token: token, expires_in: seconds, refresh_token: next, scope } = grant.data
    if (next !== undefined && next !== refreshToken) {
      refreshToken = next
      renewedAt = now()
      const fresh = { ...credentials, refreshToken, renewedAt: renewedAt.toISOString() }
      // The token in hand works even if it cannot be kept; the next renewal tries again. The platform names no end.
      await keepCredentials?.(fresh, null).catch(() => undefined)
    }
    const usableMs = Math.max(seconds * 500, seconds * 1000 - sparedMs)
    current = { token, until: now().getTime() + usableMs, scopes: scopesIn(scope) }
    return token
  })

  return {
    current: async () => (current && now().getTime() < current.until ? current.token : ask()),
    drop(token) {
      if (current?.token === token) current = null
    },
    scopes: () => current?.scopes ?? [],
    renewedAt: () => renewedAt,
  }
}
