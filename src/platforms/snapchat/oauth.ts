import { createTokenRenewal } from '../kit/oauth/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { accountsAddress, grantPath, renewBeforeMs, renewGrant } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'

/** Access tokens live an hour; a new one is asked for when it is needed. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  scopes(): string[]
  /** When the platform last gave out a refresh token anew; null: not yet. */
  renewedAt(): Date | null
}

export function createTokenKeeper(
  given: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { baseUrl, isSandbox, now } = surroundings
  const url = `${isSandbox ? baseUrl : accountsAddress}${grantPath}`
  const { current, renewed, scopes, times } = createTokenRenewal(given, surroundings, {
    renewBeforeMs,
    isPossible: canRenew,
    ask: (credentials) => renewGrant(http, { url, credentials, now }),
  })
  return { current, renewed, scopes, renewedAt: () => times().renewedAt }
}
