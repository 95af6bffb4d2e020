import type { z } from 'zod'
import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForGrant, grantsBy } from '../kit/oauth/grant.ts'
import type { EndingGrant, GrantQuestion, RenewalRequest } from '../kit/oauth/grant.ts'
import { scopesIn, secondsAfter } from '../kit/oauth/oauth.ts'
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

/** What answers a renewal may hold another refresh token, which then takes the place of the one that it was asked with. */
export const { exchangeCode, renewGrant } = grantsBy(ask, { exchange: exchangeCauses, renew: renewCauses })

async function ask(http: PlatformHttp, request: RenewalRequest, question: GrantQuestion): Promise<EndingGrant> {
  const { credentials, now } = request
  const { refreshToken: before } = credentials
  const schema = before === undefined ? GrantWire.required({ refresh_token: true }) : GrantWire
  const token = await askForGrant<z.infer<typeof GrantWire>>(words, http, { request, ...question, schema })
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
