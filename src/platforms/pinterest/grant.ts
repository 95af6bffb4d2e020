import { readGrant, refusedGrant } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses, PlatformRefusal } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { codeFields, endingGrant, refreshFields } from '../kit/oauth/grant.ts'
import type { EndingGrant, GrantRequest, RenewalRequest } from '../kit/oauth/grant.ts'
import { askForToken, basicAuth } from '../kit/oauth/oauth.ts'
import { platformName } from './name.ts'
import { ErrorWire, TokenWire } from './wire.ts'

/** Early enough that a renewal that fails can be repeated for days. */
export const renewBeforeMs = 7 * 86_400_000

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

/** Exchanges a code, by `code` and `redirect_uri` in its fields. */
export function exchangeCode(http: PlatformHttp, request: GrantRequest): Promise<EndingGrant> {
  return ask(http, { ...request, fields: codeFields(request) }, exchangeCauses)
}

/** The platform gives a new refresh token each time; the one that it was asked with ends. */
export function renewGrant(http: PlatformHttp, request: RenewalRequest): Promise<EndingGrant> {
  return ask(http, { ...request, fields: refreshFields(request) }, renewCauses)
}

async function ask(http: PlatformHttp, request: GrantRequest, causes: RefusalCauses): Promise<EndingGrant> {
  const { url, credentials, fields } = request
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
  return endingGrant(readGrant(words, TokenWire, { answer, isWrite: true }), request)
}

function refusalIn(body: unknown): PlatformRefusal | null {
  const error = ErrorWire.safeParse(body).data
  return error ? { code: error.code, words: error.message } : null
}
