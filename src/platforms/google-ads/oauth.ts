import { PlatformError } from '../../errors.ts'
import { parseJsonOrNull } from '../kit/http/call.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { KeptToken, Surroundings } from '../contract/platform.ts'
import { platformName } from './name.ts'
import { TokenErrorWire, TokenWire } from './wire.ts'

export const apiAddress = 'https://googleads.googleapis.com'
const tokenAddress = 'https://oauth2.googleapis.com/token'

/** The token that opens the platform, renewed before it ends and when it is refused. It lives for an hour. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one. */
  renewed(refused: string): Promise<string>
  renewedAt(): Date | null
  scopes(): string[]
}

const renewBeforeMs = 5 * 60_000

export function createTokenKeeper(
  credentials: Record<string, string>,
  { baseUrl, now, sharedToken, isSandbox }: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  let held: KeptToken | null = null
  let renewedAt: Date | null = null
  let scopes: string[] = []
  let renewing: Promise<string> | null = null

  const isGood = (token: KeptToken) => Date.parse(token.endsAt) - now().getTime() > renewBeforeMs

  async function ask(): Promise<KeptToken> {
    const { clientId = '', clientSecret = '', refreshToken = '' } = credentials
    const form = { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret }
    const answer = await http.request({
      method: 'POST',
      url: isSandbox || baseUrl !== apiAddress ? `${baseUrl}/token` : tokenAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, refresh_token: refreshToken }).toString(),
      // A second renewal only gives a second token.
      isWrite: false,
    })
    const body = parseJsonOrNull(answer.text)
    const token = TokenWire.safeParse(body)
    if (answer.status >= 400 || !token.success) throw noToken(answer.status, body)
    renewedAt = now()
    scopes = token.data.scope.split(/\s+/).filter(Boolean)
    const endsAt = new Date(renewedAt.getTime() + token.data.expires_in * 1000).toISOString()
    return { accessToken: token.data.access_token, endsAt }
  }

  /** Somebody else, in this process or another, may have renewed it already: then theirs is taken. */
  async function obtain(refused: string | null): Promise<string> {
    const isUsable = (kept: KeptToken | null): kept is KeptToken =>
      kept !== null && kept.accessToken !== refused && isGood(kept)
    const renew = async (kept: KeptToken | null) => (isUsable(kept) ? kept : ask())
    held = sharedToken ? await sharedToken.renew(renew) : await renew(null)
    return held.accessToken
  }

  /** Many calls may be refused at once: one of them renews, the others wait for it. */
  function obtainOnce(refused: string | null): Promise<string> {
    renewing ??= obtain(refused).finally(() => (renewing = null))
    return renewing
  }

  return {
    async current() {
      return held && isGood(held) ? held.accessToken : obtainOnce(null)
    },
    async renewed(refused) {
      return held && held.accessToken !== refused ? held.accessToken : obtainOnce(refused)
    },
    renewedAt: () => renewedAt,
    scopes: () => scopes,
  }
}

function noToken(status: number, body: unknown): PlatformError {
  const told = TokenErrorWire.safeParse(body)
  const isTheirs = status >= 500 || status === 429 || status < 400
  const why = told.success ? (told.data.error_description ?? told.data.error) : `HTTP ${status}`
  return new PlatformError({
    platform: platformName,
    kind: isTheirs ? 'transient' : 'auth',
    code: told.success ? told.data.error : status,
    message: `No access token was given out: ${why}`,
    hint: isTheirs
      ? undefined
      : 'The refresh token, clientId or clientSecret does not work. Add them anew with: flightdeck connection add google-ads',
  })
}
