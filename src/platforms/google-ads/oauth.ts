import { askForToken, createSharedRenewal, noToken, scopesIn, secondsAfter } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { KeptToken, Surroundings } from '../contract/platform.ts'
import { platformName } from './name.ts'
import { TokenWire } from './wire.ts'

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
const hint =
  'The refresh token, clientId or clientSecret does not work. Add them anew with: flightdeck connection add google-ads'

export function createTokenKeeper(
  credentials: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { baseUrl, now, isSandbox } = surroundings
  let renewedAt: Date | null = null
  let scopes: string[] = []

  async function ask(): Promise<KeptToken> {
    const { clientId = '', clientSecret = '', refreshToken = '' } = credentials
    const client = { client_id: clientId, client_secret: clientSecret }
    const answer = await askForToken(http, {
      url: isSandbox || baseUrl !== apiAddress ? `${baseUrl}/token` : tokenAddress,
      fields: { grant_type: 'refresh_token', ...client, refresh_token: refreshToken },
    })
    const token = TokenWire.safeParse(answer.body)
    if (answer.status >= 400 || !token.success) throw noToken(answer, platformName, hint)
    renewedAt = now()
    scopes = scopesIn(token.data.scope)
    const endsAt = secondsAfter(renewedAt, token.data.expires_in).toISOString()
    return { accessToken: token.data.access_token, endsAt }
  }

  const { current, renewed } = createSharedRenewal(surroundings, { renewBeforeMs, ask })
  return { current, renewed, renewedAt: () => renewedAt, scopes: () => scopes }
}
