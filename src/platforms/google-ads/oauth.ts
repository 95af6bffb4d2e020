import { createSharedRenewal } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import type { KeptToken } from '../contract/tokens.ts'
import { renewBeforeMs, renewGrant } from './grant.ts'

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

export function createTokenKeeper(
  credentials: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { baseUrl, now, isSandbox } = surroundings
  let renewedAt: Date | null = null
  let scopes: string[] = []

  const url = isSandbox || baseUrl !== apiAddress ? `${baseUrl}/token` : tokenAddress

  async function ask(): Promise<KeptToken> {
    const grant = await renewGrant(http, { url, credentials, now })
    renewedAt = now()
    scopes = grant.scopes
    return grant.token
  }

  const { current, renewed } = createSharedRenewal(surroundings, { renewBeforeMs, ask })
  return { current, renewed, renewedAt: () => renewedAt, scopes: () => scopes }
}
