import { PlatformError } from '../../errors.ts'
import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForGrant, grantsBy } from '../kit/oauth/grant.ts'
import type { EndingGrant, GrantQuestion, GrantRequest, RenewalRequest } from '../kit/oauth/grant.ts'
import { scopesIn, secondsAfter } from '../kit/oauth/oauth.ts'
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

const grants = grantsBy(ask, { exchange: exchangeCauses, renew: renewCauses })

/** The refresh token stays as it is. */
export const { renewGrant } = grants

/** Exchanges a code, by what stands in the fields. Without a refresh token the grant would be over in an hour. */
export async function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<EndingGrant> {
  const grant = await grants.exchangeCode(http, request)
  if (grant.credentials.refreshToken) return grant
  throw new PlatformError({
    platform: platformName,
    kind: 'auth',
    code: 'no_refresh_token',
    message: 'Google Ads gave no refresh token, because this person had consented to the app before.',
    hint: 'Remove the app at myaccount.google.com/connections; then connect Google Ads again.',
  })
}

async function ask(http: PlatformHttp, request: RenewalRequest, question: GrantQuestion): Promise<EndingGrant> {
  const { credentials, now } = request
  const token = await askForGrant(words, http, { request, ...question, schema: TokenWire })
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
