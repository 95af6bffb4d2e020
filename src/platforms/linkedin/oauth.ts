import { askForToken, createTokenRenewal, scopesIn } from '../kit/oauth/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { loginAddress, renewGrant } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'
import { IntrospectionWire } from './wire.ts'

export const apiAddress = 'https://api.linkedin.com'

/** The token that opens the platform. It lives for 60 days; where there is a refresh token it is renewed before it ends. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  canRenew(): boolean
  renewedAt(): Date | null
  /** What the platform says about the token in use, to those who can prove whose app it is. */
  introspect(): Promise<TokenFacts | null>
}

interface TokenFacts {
  scopes: string[]
  endsAt: Date | null
}

/** Early enough that a renewal that fails can be repeated for days. */
const renewBeforeMs = 5 * 86_400_000

export function createTokenKeeper(
  credentials: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const login = createLogin(credentials, surroundings, http)
  const renewal = createTokenRenewal(credentials, surroundings, {
    renewBeforeMs,
    isPossible: canRenew,
    ask: login.renew,
  })
  return {
    current: renewal.current,
    renewed: renewal.renewed,
    canRenew: renewal.canRenew,
    renewedAt: () => renewal.times().renewedAt,
    async introspect() {
      const facts = await login.introspect(await renewal.current())
      // What can be renewed ends with its refresh token.
      return facts && renewal.canRenew() ? { ...facts, endsAt: renewal.times().refreshTokenEndsAt } : facts
    },
  }
}

/** The addresses at which tokens are had and looked into, with the app's own secret. */
function createLogin(
  credentials: Record<string, string>,
  { baseUrl, now, isSandbox }: Surroundings,
  http: PlatformHttp,
) {
  const address = isSandbox || baseUrl !== apiAddress ? baseUrl : loginAddress
  const { clientId, clientSecret } = credentials
  const client = clientId && clientSecret ? { client_id: clientId, client_secret: clientSecret } : null
  const urlOf = (path: string) => `${address}/oauth/v2/${path}`

  return {
    renew: (from: Record<string, string>) => renewGrant(http, { url: urlOf('accessToken'), credentials: from, now }),
    async introspect(token: string): Promise<TokenFacts | null> {
      if (!client) return null
      const { status, body } = await askForToken(http, { url: urlOf('introspectToken'), fields: { ...client, token } })
      const parsed = IntrospectionWire.safeParse(body)
      if (status >= 400 || !parsed.success || !parsed.data.active) return null
      const { scope, expires_at: seconds } = parsed.data
      return {
        scopes: scopesIn(scope),
        endsAt: seconds === undefined ? null : new Date(seconds * 1000),
      }
    },
  }
}
