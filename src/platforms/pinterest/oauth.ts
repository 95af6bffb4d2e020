import { askForToken, onceAtATime, scopesIn, secondsAfter } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { TokenWire } from './wire.ts'

/** The token that opens the platform, renewed before it ends and when it is refused. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  /** When the connection ends, as far as it is known: only a renewal tells. */
  endsAt(): Date | null
  renewedAt(): Date | null
  canRenew(): boolean
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
  // Kept beside the tokens at their last renewal.
  let endsAt = timeIn(credentials.accessTokenEndsAt)
  let refreshEndsAt = timeIn(credentials.refreshTokenEndsAt)
  let renewedAt = timeIn(credentials.renewedAt)
  let scopes: string[] = []

  const canRenew = () => Boolean(refreshToken && clientId && clientSecret)
  /** What can be renewed ends with its refresh token, anything else with its access token. */
  const connectionEndsAt = () => (canRenew() ? refreshEndsAt : endsAt)

  async function renew(): Promise<boolean> {
    if (!refreshToken || !canRenew()) return false
    const answer = await askForToken(http, {
      url: `${baseUrl}/${apiVersion}/oauth/token`,
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      form: { grant_type: 'refresh_token', refresh_token: refreshToken },
    })
    const token = TokenWire.safeParse(answer.body)
    if (answer.status >= 400 || !token.success) return false
    accessToken = token.data.access_token
    // The platform gives a new refresh token each time; the one that we started with ends some day.
    refreshToken = token.data.refresh_token ?? refreshToken
    renewedAt = now()
    endsAt = secondsAfter(renewedAt, token.data.expires_in)
    if (token.data.refresh_token_expires_in !== undefined)
      refreshEndsAt = secondsAfter(renewedAt, token.data.refresh_token_expires_in)
    scopes = scopesIn(token.data.scope)
    const fresh = { ...credentials, accessToken, refreshToken, ...timesOf({ renewedAt, endsAt, refreshEndsAt }) }
    // The token in hand works even if it cannot be kept; the next renewal tries again.
    await keepCredentials?.(fresh, connectionEndsAt()).catch(() => undefined)
    return true
  }

  const renewOnce = onceAtATime(renew)

  return {
    async current() {
      if (endsAt && endsAt.getTime() - now().getTime() < renewBeforeMs) await renewOnce()
      return accessToken
    },
    async renewed(refused) {
      if (accessToken !== refused) return accessToken
      return (await renewOnce()) ? accessToken : null
    },
    endsAt: connectionEndsAt,
    renewedAt: () => renewedAt,
    canRenew,
    scopes: () => scopes,
  }
}

function timeIn(text: string | undefined): Date | null {
  return text === undefined || Number.isNaN(Date.parse(text)) ? null : new Date(text)
}

function timesOf({ renewedAt, endsAt, refreshEndsAt }: { renewedAt: Date; endsAt: Date; refreshEndsAt: Date | null }) {
  return {
    renewedAt: renewedAt.toISOString(),
    accessTokenEndsAt: endsAt.toISOString(),
    ...(refreshEndsAt ? { refreshTokenEndsAt: refreshEndsAt.toISOString() } : {}),
  }
}
