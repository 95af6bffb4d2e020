import type { OAuthGrant } from '../contract/oauth.ts'
import { readGrant, refusedGrant } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses, PlatformRefusal } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken, basicAuth, scopesIn, secondsAfter, timesAsText, timesIn } from '../kit/oauth/oauth.ts'
import { platformName } from './name.ts'
import { ErrorWire, TokenWire } from './wire.ts'

/** Early enough that a renewal that fails can be repeated for days. */
export const renewBeforeMs = 7 * 86_400_000

export function canRenew({ refreshToken, clientId, clientSecret }: Record<string, string>): boolean {
  return Boolean(refreshToken && clientId && clientSecret)
}

export const words: ConsentWords = {
  platform: platformName,
  title: 'Pinterest',
  console: {
    id: 'the "App ID" at developers.pinterest.com > My apps > the app',
    secret: 'the "App secret key" at developers.pinterest.com > My apps > the app',
    redirect: '"Redirect URIs" at developers.pinterest.com > My apps > the app > Configure',
    scopes: 'the access level at developers.pinterest.com > My apps > the app',
  },
}

const exchangeCauses: RefusalCauses = {
  2: 'wrongSecretOrRedirect',
  3: 'unapprovedScope',
  8: 'tooMany',
  12: 'theirs',
  283: 'usedCode',
  1104: 'usedCode',
}
const renewCauses: RefusalCauses = { 2: 'deadGrant', 8: 'tooMany', 12: 'theirs', 283: 'deadGrant', 1104: 'deadGrant' }

interface GrantRequest {
  url: string
  /** With the app's id and secret as clientId and clientSecret. */
  credentials: Record<string, string>
  fields: Record<string, string>
  now: () => Date
}

/** Exchanges a code, by `code` and `redirect_uri` in its fields. */
export function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<OAuthGrant> {
  return ask(http, { ...request, fields: { grant_type: 'authorization_code', ...request.fields } }, exchangeCauses)
}

/** The platform gives a new refresh token each time; the one that it was asked with ends. */
export function renewGrant(http: PlatformHttp, request: Omit<GrantRequest, 'fields'>): Promise<OAuthGrant> {
  const fields = { grant_type: 'refresh_token', refresh_token: request.credentials.refreshToken ?? '' }
  return ask(http, { ...request, fields }, renewCauses)
}

async function ask(
  http: PlatformHttp,
  { url, credentials, fields, now }: GrantRequest,
  causes: RefusalCauses,
): Promise<OAuthGrant> {
  const { clientId = '', clientSecret = '' } = credentials
  const answer = await askForToken(http, {
    url,
    headers: { authorization: basicAuth(clientId, clientSecret) },
    // Apps of before 25 September 2025 get no new refresh token without it.
    fields: { ...fields, continuous_refresh: 'true' },
    isWrite: true,
  })
  if (answer.status !== 200) {
    const secrets = [clientSecret, credentials.refreshToken, fields.code]
    throw refusedGrant(words, { answer, stated: refusalIn(answer.body), causes, isWrite: true, secrets })
  }
  const token = readGrant(words, TokenWire, { answer, isWrite: true })
  const renewedAt = now()
  const endsAt = secondsAfter(renewedAt, token.expires_in)
  const { refresh_token: refreshToken = credentials.refreshToken, refresh_token_expires_in: left } = token
  // One that is not given out anew ends when it did before.
  const before = timesIn(credentials).refreshTokenEndsAt
  const refreshTokenEndsAt = left === undefined ? before : secondsAfter(renewedAt, left)
  const fresh = { ...credentials, accessToken: token.access_token, ...(refreshToken ? { refreshToken } : {}) }
  const times = timesAsText({ renewedAt, accessTokenEndsAt: endsAt, refreshTokenEndsAt })
  return {
    credentials: { ...fresh, ...times },
    token: { accessToken: token.access_token, endsAt: endsAt.toISOString() },
    // What can be renewed ends with its refresh token, anything else with its access token.
    expiresAt: refreshToken ? refreshTokenEndsAt : endsAt,
    renewableUntil: refreshToken ? refreshTokenEndsAt : null,
    scopes: scopesIn(token.scope),
  }
}

function refusalIn(body: unknown): PlatformRefusal | null {
  const error = ErrorWire.safeParse(body).data
  return error ? { code: error.code, words: error.message } : null
}
