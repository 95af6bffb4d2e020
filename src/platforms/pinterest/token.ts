import { parseJsonOrNull } from '../call.ts'
import type { PlatformHttp } from '../http.ts'
import type { Surroundings } from '../platform.ts'
import { TokenWire } from './wire.ts'

/** The token that opens the platform, renewed before it ends and when it is refused. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  /** As far as it is known: only a renewal tells. */
  endsAt(): Date | null
  scopes(): string[]
}

const renewBeforeMs = 5 * 60_000

export function createTokenKeeper(
  credentials: Record<string, string>,
  { baseUrl, now, keepCredentials }: Surroundings,
  http: PlatformHttp,
  apiVersion: string,
): TokenKeeper {
  const { clientId, clientSecret } = credentials
  let accessToken = credentials.accessToken ?? ''
  let refreshToken = credentials.refreshToken
  let endsAt: Date | null = null
  let scopes: string[] = []
  let renewing: Promise<boolean> | null = null

  async function renew(): Promise<boolean> {
    if (!refreshToken || !clientId || !clientSecret) return false
    const answer = await http.request({
      method: 'POST',
      url: `${baseUrl}/${apiVersion}/oauth/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      // A second renewal only gives a second token.
      isWrite: false,
    })
    const token = TokenWire.safeParse(parseJsonOrNull(answer.text))
    if (answer.status >= 400 || !token.success) return false
    accessToken = token.data.access_token
    // The platform gives a new refresh token each time; the one that we started with ends some day.
    refreshToken = token.data.refresh_token ?? refreshToken
    endsAt = new Date(now().getTime() + token.data.expires_in * 1000)
    scopes = token.data.scope.split(/[\s,]+/).filter(Boolean)
    // The token in hand works even if it cannot be kept; the next renewal tries again.
    await keepCredentials?.({ ...credentials, accessToken, refreshToken }).catch(() => undefined)
    return true
  }

  /** Many calls may be refused at once: one of them renews, the others wait for it. */
  function renewOnce(): Promise<boolean> {
    renewing ??= renew().finally(() => (renewing = null))
    return renewing
  }

  return {
    async current() {
      if (endsAt && endsAt.getTime() - now().getTime() < renewBeforeMs) await renewOnce()
      return accessToken
    },
    async renewed(refused) {
      if (accessToken !== refused) return accessToken
      return (await renewOnce()) ? accessToken : null
    },
    endsAt: () => endsAt,
    scopes: () => scopes,
  }
}
