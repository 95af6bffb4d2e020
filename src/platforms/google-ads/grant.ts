import { PlatformError } from '../../errors.ts'
import type { OAuthGrant } from '../contract/oauth.ts'
import type { KeptToken } from '../contract/tokens.ts'
import { readGrant, refusedGrant, standardRefusal } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken, scopesIn, secondsAfter } from '../kit/oauth/oauth.ts'
import { platformName } from './name.ts'
import { TokenWire } from './wire.ts'

export const renewBeforeMs = 5 * 60_000

export const words: ConsentWords = {
  platform: platformName,
  title: 'Google Ads',
  console: {
    id: 'the "Client ID" at console.cloud.google.com > Google Auth Platform > Clients',
    secret: 'the "Client secret" at console.cloud.google.com > Google Auth Platform > Clients',
    redirect: '"Authorized redirect URIs" at console.cloud.google.com > Google Auth Platform > Clients',
    scopes: '"Data Access" at console.cloud.google.com > Google Auth Platform',
    testers: '"Test users" at console.cloud.google.com > Google Auth Platform > Audience',
  },
}

const common: RefusalCauses = {
  invalid_client: 'wrongClient',
  deleted_client: 'unknownApp',
  unauthorized_client: 'unknownApp',
  redirect_uri_mismatch: 'wrongRedirect',
  invalid_scope: 'unapprovedScope',
}
const exchangeCauses: RefusalCauses = { ...common, invalid_grant: 'usedCode' }
const renewCauses: RefusalCauses = { ...common, invalid_grant: 'deadGrant' }

interface GrantRequest {
  url: string
  /** With the app's id and secret as clientId and clientSecret. */
  credentials: Record<string, string>
  fields: Record<string, string>
  now: () => Date
}

/** Its access token always has an end. */
export type GoogleGrant = OAuthGrant & { token: KeptToken }

/** Exchanges a code, by what stands in the fields. Without a refresh token the grant would be over in an hour. */
export async function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<GoogleGrant> {
  const fields = { grant_type: 'authorization_code', ...request.fields }
  const grant = await ask(http, { ...request, fields, isWrite: true }, exchangeCauses)
  if (grant.credentials.refreshToken) return grant
  throw new PlatformError({
    platform: platformName,
    kind: 'auth',
    code: 'no_refresh_token',
    message: 'Google Ads gave no refresh token, because this person had consented to the app before.',
    hint: 'Remove the app at myaccount.google.com/connections; then connect Google Ads again.',
  })
}

/** The refresh token stays as it is. */
export function renewGrant(http: PlatformHttp, request: Omit<GrantRequest, 'fields'>): Promise<GoogleGrant> {
  const fields = { grant_type: 'refresh_token', refresh_token: request.credentials.refreshToken ?? '' }
  return ask(http, { ...request, fields, isWrite: false }, renewCauses)
}

async function ask(
  http: PlatformHttp,
  { url, credentials, fields, now, isWrite }: GrantRequest & { isWrite: boolean },
  causes: RefusalCauses,
): Promise<GoogleGrant> {
  const { clientId = '', clientSecret = '' } = credentials
  const client = { client_id: clientId, client_secret: clientSecret }
  const answer = await askForToken(http, { url, fields: { ...fields, ...client }, isWrite })
  if (answer.status !== 200) {
    const secrets = [clientSecret, credentials.refreshToken, fields.code, fields.code_verifier]
    throw refusedGrant(words, { answer, stated: standardRefusal(answer.body), causes, isWrite, secrets })
  }
  const token = readGrant(words, TokenWire, { answer, isWrite })
  const { refresh_token: refreshToken = credentials.refreshToken, refresh_token_expires_in: left } = token
  // Only while the app is in testing does the grant have an end.
  const endsAt = left === undefined ? null : secondsAfter(now(), left)
  return {
    credentials: { ...credentials, ...(refreshToken ? { refreshToken } : {}) },
    token: { accessToken: token.access_token, endsAt: secondsAfter(now(), token.expires_in).toISOString() },
    expiresAt: endsAt,
    renewableUntil: endsAt,
    scopes: scopesIn(token.scope),
  }
}
