import { PlatformError } from '../../errors.ts'
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
export interface Tokens {
  get(): Promise<string>
  /** The platform no longer takes this one. */
  drop(token: string): void
  scopes(): string[]
  /** When the platform last gave out a refresh token anew; null: not yet. */
  renewedAt(): Date | null
}

export function createTokens(
  http: PlatformHttp,
  credentials: Record<string, string>,
  { baseUrl, isSandbox, now, keepCredentials }: Surroundings,
): Tokens {
  const { clientId = '', clientSecret = '' } = credentials
  let refreshToken = credentials.refreshToken ?? ''
  let current: { token: string; until: number; scopes: string[] } | null = null
  let asking: Promise<string> | null = null
  let renewedAt = credentials.renewedAt === undefined ? null : new Date(credentials.renewedAt)

  async function ask(): Promise<string> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }
    const answer = await http.request({
      method: 'POST',
      url: `${isSandbox ? baseUrl : accountsAddress}${grantPath}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, client_secret: clientSecret }).toString(),
      isWrite: false,
    })
    const body = parse(answer.text)
    const grant = GrantWire.safeParse(body)
    if (answer.status !== 200 || !grant.success) {
      const { error, error_description: why } = GrantErrorWire.safeParse(body).data ?? {}
      throw new PlatformError(grantFailure(answer.status, error, why))
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
    current = { token, until: now().getTime() + usableMs, scopes: scope.split(/[\s,]+/).filter(Boolean) }
    return token
  }

  return {
    async get() {
      if (current && now().getTime() < current.until) return current.token
      asking ??= ask().finally(() => (asking = null))
      return asking
    },
    drop(token) {
      if (current?.token === token) current = null
    },
    scopes: () => current?.scopes ?? [],
    renewedAt: () => renewedAt,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
