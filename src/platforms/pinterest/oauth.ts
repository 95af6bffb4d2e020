import { createTokenRenewal } from '../kit/oauth/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { PlatformError } from '../../errors.ts'
import { renewGrant } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'

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
  given: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
  apiVersion: string,
): TokenKeeper {
  const { baseUrl, now } = surroundings
  const url = `${baseUrl}/${apiVersion}/oauth/token`
  const renewal = createTokenRenewal(given, surroundings, {
    renewBeforeMs,
    isPossible: canRenew,
    ask: (credentials) => renewGrant(http, { url, credentials, now }),
  })
  return {
    // The call itself says then what is refused.
    current: () =>
      renewal.current().catch((error: unknown) => nullIfRefused(error) ?? renewal.held()?.accessToken ?? ''),
    renewed: (refused) => renewal.renewed(refused).catch(nullIfRefused),
    /** What can be renewed ends with its refresh token, anything else with its access token. */
    endsAt: () => (renewal.canRenew() ? renewal.times().refreshTokenEndsAt : renewal.times().accessTokenEndsAt),
    renewedAt: () => renewal.times().renewedAt,
    canRenew: renewal.canRenew,
    scopes: renewal.scopes,
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'auth') return null
  throw error
}
