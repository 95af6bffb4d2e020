import { createTokenRenewal } from '../kit/oauth/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import type { AskToken } from '../contract/tokens.ts'
import { renewBeforeMs, renewGrant } from './grant.ts'

export const apiAddress = 'https://googleads.googleapis.com'
const tokenAddress = 'https://oauth2.googleapis.com/token'

/** The token that opens the platform, renewed before it ends and when it is refused. It lives for an hour. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one. */
  renewed(refused: string): Promise<string | null>
  renewedAt(): Date | null
  scopes(): string[]
}

export function createTokenKeeper(
  credentials: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { baseUrl, now, isSandbox } = surroundings
  let renewedAt: Date | null = null

  const url = isSandbox || baseUrl !== apiAddress ? `${baseUrl}/token` : tokenAddress
  const ask: AskToken = async (from) => {
    const grant = await renewGrant(http, { url, credentials: from, now })
    renewedAt = now()
    return grant
  }

  const renewal = createTokenRenewal(credentials, surroundings, { renewBeforeMs, isPossible: () => true, ask })
  return { ...renewal, renewedAt: () => renewedAt }
}
