import type { OAuthGrant } from '../contract/oauth.ts'
import type { KeptToken } from '../contract/tokens.ts'
import { readGrant, refusedGrant, standardRefusal } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken, scopesIn, secondsAfter } from '../kit/oauth/oauth.ts'
import { platformName } from './name.ts'
import { GrantWire } from './wire.ts'

/** Tokens are had on a host of its own; the sandbox has everything on one. */
export const accountsAddress = 'https://accounts.snapchat.com'
export const grantPath = '/login/oauth2/access_token'

const place = 'business.snapchat.com > Business Details > OAuth Apps'
export const words: ConsentWords = {
  platform: platformName,
  title: 'Snapchat',
  console: {
    id: `the "Client ID" at ${place}`,
    secret: `the "Client Secret" at ${place}, which is shown once, when the app is made`,
    redirect: `the "Redirect URI" at ${place}, which is set when the app is made`,
    scopes: `the app at ${place}`,
  },
}

const common: RefusalCauses = {
  invalid_client: 'wrongClient',
  unauthorized_client: 'unknownApp',
  redirect_uri_mismatch: 'wrongRedirect',
  invalid_scope: 'unapprovedScope',
}
const exchangeCauses: RefusalCauses = { ...common, invalid_grant: 'usedCodeOrRedirect' }
const renewCauses: RefusalCauses = { ...common, invalid_grant: 'deadGrant', invalid_request: 'deadGrant' }

/** A token about to end is not worth sending. */
export const renewBeforeMs = 60_000

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
type SnapGrant = OAuthGrant & { token: KeptToken }

/** Exchanges a code, by what stands in the fields. */
export function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<SnapGrant> {
  const fields = { grant_type: 'authorization_code', ...request.fields }
  return ask(http, { ...request, fields, isWrite: true }, exchangeCauses)
}

/** The answer may hold another refresh token, which then takes the place of the one that it was asked with. */
export function renewGrant(http: PlatformHttp, request: Omit<GrantRequest, 'fields'>): Promise<SnapGrant> {
  const fields = { grant_type: 'refresh_token', refresh_token: request.credentials.refreshToken ?? '' }
  return ask(http, { ...request, fields, isWrite: false }, renewCauses)
}

async function ask(
  http: PlatformHttp,
  { url, credentials, fields, now, isWrite }: GrantRequest & { isWrite: boolean },
  causes: RefusalCauses,
): Promise<SnapGrant> {
  const { clientId = '', clientSecret = '', refreshToken: before } = credentials
  const client = { client_id: clientId, client_secret: clientSecret }
  const answer = await askForToken(http, { url, fields: { ...fields, ...client }, isWrite })
  if (answer.status !== 200) {
    const secrets = [clientSecret, before, fields.code]
    throw refusedGrant(words, { answer, stated: standardRefusal(answer.body), causes, isWrite, secrets })
  }
  const schema = before === undefined ? GrantWire.required({ refresh_token: true }) : GrantWire
  const token = readGrant(words, schema, { answer, isWrite })
  const refreshToken = token.refresh_token ?? before ?? ''
  const isNew = before !== undefined && refreshToken !== before
  return {
    credentials: { ...credentials, refreshToken, ...(isNew ? { renewedAt: now().toISOString() } : {}) },
    token: { accessToken: token.access_token, endsAt: secondsAfter(now(), token.expires_in).toISOString() },
    // The platform names no end.
    expiresAt: null,
    renewableUntil: null,
    scopes: scopesIn(token.scope),
  }
}
