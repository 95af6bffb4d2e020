import type { OAuthGrant } from '../contract/oauth.ts'
import type { KeptToken } from '../contract/tokens.ts'
import { readGrant, refusedGrant, standardRefusal } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken, scopesIn, secondsAfter, timesAsText, timesIn } from '../kit/oauth/oauth.ts'
import { platformName } from './name.ts'
import { TokenWire } from './wire.ts'

/** Tokens are had on a host of its own; the sandbox has everything on one. */
export const loginAddress = 'https://www.linkedin.com'

const place = 'linkedin.com/developers/apps > the app'
export const words: ConsentWords = {
  platform: platformName,
  title: 'LinkedIn',
  console: {
    id: `the "Client ID" at ${place} > Auth`,
    secret: `the "Primary Client Secret" at ${place} > Auth`,
    redirect: `"Authorized redirect URLs for your app" at ${place} > Auth`,
    scopes: `the product "Advertising API" at ${place} > Products`,
  },
}

const common: RefusalCauses = {
  invalid_client: 'wrongClient',
  invalid_client_id: 'unknownApp',
  unauthorized_client: 'unknownApp',
  invalid_redirect_uri: 'wrongRedirect',
  unauthorized_scope_error: 'unapprovedScope',
}
/** One word for many refusals: the status tells some of them apart. */
const exchangeCauses: RefusalCauses = {
  ...common,
  '401/invalid_request': 'usedCode',
  invalid_request: 'usedCodeOrRedirect',
  invalid_grant: 'usedCode',
}
const renewCauses: RefusalCauses = { ...common, invalid_request: 'deadGrant', invalid_grant: 'deadGrant' }

export function canRenew({ refreshToken, clientId, clientSecret }: Record<string, string>): boolean {
  return Boolean(refreshToken && clientId && clientSecret)
}

interface GrantRequest {
  url: string
  /** With the app's id and secret as clientId and clientSecret. */
  credentials: Record<string, string>
  fields: Record<string, string>
  now: () => Date
}

/** Its access token always has an end. */
type LinkedInGrant = OAuthGrant & { token: KeptToken }

/** Exchanges a code, by what stands in the fields. */
export function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<LinkedInGrant> {
  const fields = { grant_type: 'authorization_code', ...request.fields }
  return ask(http, { ...request, fields, isWrite: true }, exchangeCauses)
}

/** The refresh token stays the same, and its year goes on. */
export function renewGrant(http: PlatformHttp, request: Omit<GrantRequest, 'fields'>): Promise<LinkedInGrant> {
  const fields = { grant_type: 'refresh_token', refresh_token: request.credentials.refreshToken ?? '' }
  return ask(http, { ...request, fields, isWrite: false }, renewCauses)
}

async function ask(
  http: PlatformHttp,
  { url, credentials, fields, now, isWrite }: GrantRequest & { isWrite: boolean },
  causes: RefusalCauses,
): Promise<LinkedInGrant> {
  const { clientId = '', clientSecret = '' } = credentials
  const client = { client_id: clientId, client_secret: clientSecret }
  const answer = await askForToken(http, { url, fields: { ...fields, ...client }, isWrite })
  if (answer.status !== 200) {
    const secrets = [clientSecret, credentials.refreshToken, fields.code]
    throw refusedGrant(words, { answer, stated: standardRefusal(answer.body), causes, isWrite, secrets })
  }
  const token = readGrant(words, TokenWire, { answer, isWrite })
  const renewedAt = now()
  const endsAt = secondsAfter(renewedAt, token.expires_in)
  // Only approved apps are given a refresh token.
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
