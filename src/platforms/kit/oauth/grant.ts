import type { z } from 'zod'
import type { OAuthGrant } from '../../contract/oauth.ts'
import type { KeptToken } from '../../contract/tokens.ts'
import type { PlatformHttp } from '../http/http.ts'
import { readGrant, refusedGrant, standardRefusal } from './consent.ts'
import type { ConsentWords, RefusalCauses } from './consent.ts'
import { askForToken, scopesIn, secondsAfter, timesAsText, timesIn } from './oauth.ts'

export interface GrantRequest {
  url: string
  /** With the app's id and secret as clientId and clientSecret. */
  credentials: Record<string, string>
  fields: Record<string, string>
  now: () => Date
}

export type RenewalRequest = Omit<GrantRequest, 'fields'>

/** Its access token always has an end. */
export type EndingGrant = OAuthGrant & { token: KeptToken }

export function canRenew({ refreshToken, clientId, clientSecret }: Record<string, string>): boolean {
  return Boolean(refreshToken && clientId && clientSecret)
}

export function codeFields({ fields }: GrantRequest): Record<string, string> {
  return { grant_type: 'authorization_code', ...fields }
}

export function refreshFields({ credentials }: RenewalRequest): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token: credentials.refreshToken ?? '' }
}

/** How a platform is asked for a grant. */
export interface GrantQuestion {
  fields: Record<string, string>
  isWrite: boolean
  causes: RefusalCauses
}

type AskForGrant = (http: PlatformHttp, request: RenewalRequest, question: GrantQuestion) => Promise<EndingGrant>

/** Exchanges a code, by what stands in the fields, and renews a grant. A code is gone once it was sent; a renewal may be asked for again. */
export function grantsBy(ask: AskForGrant, { exchange, renew }: { exchange: RefusalCauses; renew: RefusalCauses }) {
  return {
    exchangeCode: (http: PlatformHttp, request: GrantRequest) =>
      ask(http, request, { fields: codeFields(request), isWrite: true, causes: exchange }),
    renewGrant: (http: PlatformHttp, request: RenewalRequest) =>
      ask(http, request, { fields: refreshFields(request), isWrite: false, causes: renew }),
  }
}

interface StandardQuestion<T> extends GrantQuestion {
  request: RenewalRequest
  schema: z.ZodType<T>
}

/** As RFC 6749 has it: the app says in the fields who it is, and a refusal is one of the standard's words. */
export async function askForGrant<T>(
  words: ConsentWords,
  http: PlatformHttp,
  { request: { url, credentials }, fields, isWrite, causes, schema }: StandardQuestion<T>,
): Promise<T> {
  const { clientId = '', clientSecret = '' } = credentials
  const client = { client_id: clientId, client_secret: clientSecret }
  const answer = await askForToken(http, { url, fields: { ...fields, ...client }, isWrite })
  if (answer.status === 200) return readGrant(words, schema, { answer, isWrite })
  const secrets = [clientSecret, credentials.refreshToken, fields.code, fields.code_verifier]
  throw refusedGrant(words, { answer, stated: standardRefusal(answer.body), causes, isWrite, secrets })
}

interface EndingTokens {
  access_token: string
  expires_in: number
  refresh_token?: string | undefined
  refresh_token_expires_in?: number | undefined
  scope: string
}

/** Where both tokens have an end. A refresh token that is not given out anew ends when it did before. */
export function endingGrant(token: EndingTokens, { credentials, now }: RenewalRequest): EndingGrant {
  const renewedAt = now()
  const endsAt = secondsAfter(renewedAt, token.expires_in)
  const { refresh_token: refreshToken = credentials.refreshToken, refresh_token_expires_in: left } = token
  const before = timesIn(credentials).refreshTokenEndsAt
  const refreshTokenEndsAt = left === undefined ? before : secondsAfter(renewedAt, left)
  const fresh = { ...credentials, accessToken: token.access_token, ...(refreshToken ? { refreshToken } : {}) }
  return {
    credentials: { ...fresh, ...timesAsText({ renewedAt, accessTokenEndsAt: endsAt, refreshTokenEndsAt }) },
    token: { accessToken: token.access_token, endsAt: endsAt.toISOString() },
    // What can be renewed ends with its refresh token, anything else with its access token.
    expiresAt: refreshToken ? refreshTokenEndsAt : endsAt,
    renewableUntil: refreshToken ? refreshTokenEndsAt : null,
    scopes: scopesIn(token.scope),
  }
}
