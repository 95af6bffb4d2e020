import type { ConsentWords, RefusalCauses } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForGrant, endingGrant, grantsBy } from '../kit/oauth/grant.ts'
import type { EndingGrant, GrantQuestion, RenewalRequest } from '../kit/oauth/grant.ts'
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

/** When it is renewed, the refresh token stays the same, and its year goes on. */
export const { exchangeCode, renewGrant } = grantsBy(ask, { exchange: exchangeCauses, renew: renewCauses })

/** Only approved apps are given a refresh token. */
async function ask(http: PlatformHttp, request: RenewalRequest, question: GrantQuestion): Promise<EndingGrant> {
  return endingGrant(await askForGrant(words, http, { request, ...question, schema: TokenWire }), request)
}
