import { createHmac } from 'node:crypto'
import type { PlatformError } from '../../errors.ts'
import type { OAuthGrant } from '../contract/oauth.ts'
import { readGrant, refusedGrant } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses, PlatformRefusal } from '../kit/oauth/consent.ts'
import { parseJsonOrNull } from '../kit/http/call.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken, secondsAfter, timesAsText } from '../kit/oauth/oauth.ts'
import type { TokenAnswer } from '../kit/oauth/oauth.ts'
import { dayMs } from '../../days.ts'
import { nodeId } from './map.ts'
import { platformName } from './name.ts'
import { ErrorWire, GrantWire, TokenWire } from './wire.ts'

const place = 'developers.facebook.com > My Apps > the app'
export const words: ConsentWords = {
  platform: platformName,
  title: 'Meta',
  console: {
    id: `the "App ID" at ${place} > App settings > Basic`,
    secret: `the "App secret" at ${place} > App settings > Basic`,
    redirect: `"Valid OAuth Redirect URIs" at ${place} > Facebook Login for Business > Settings`,
    scopes: `the permissions at ${place} > App Review > Permissions and Features`,
    testers: `"Roles" at ${place} > App roles`,
  },
}

const common: RefusalCauses = {
  1: 'wrongSecret',
  2: 'theirs',
  4: 'tooMany',
  17: 'tooMany',
  32: 'tooMany',
  101: 'unknownApp',
  613: 'tooMany',
}
const exchangeCauses: RefusalCauses = {
  ...common,
  '100/36007': 'usedCode',
  // A secret that was cut short is answered with the same.
  '100/36008': 'wrongSecretOrRedirect',
  '100/36009': 'usedCode',
  100: 'usedCode',
  191: 'wrongRedirect',
}
/** Only a token that has not ended is exchanged for another. */
const renewCauses: RefusalCauses = { ...common, 100: 'deadGrant', 102: 'deadGrant', 190: 'deadGrant' }

/** A token with less left than this was given out for the moment alone. */
const longLivedMs = 30 * dayMs

export function canRenew({ accessToken, appId, appSecret }: Record<string, string>): boolean {
  return Boolean(accessToken && appId && appSecret)
}

interface GrantRequest {
  /** Up to the version. */
  address: string
  /** With the app's id and secret as appId and appSecret. */
  credentials: Record<string, string>
  now: () => Date
}

/** Exchanges the code, and what lives for hours at once for what lives for 60 days. */
export async function exchangeCode(
  http: PlatformHttp,
  request: GrantRequest & { code: string; redirectUri: string },
): Promise<OAuthGrant> {
  const { code, redirectUri } = request
  const first = await ask(http, request, { fields: { code, redirect_uri: redirectUri }, isWrite: true }, exchangeCauses)
  const facts = await inspect(http, request, first)
  if (facts.endsAt === null || facts.endsAt.getTime() - request.now().getTime() > longLivedMs)
    return grantOf(request, first, facts)
  const credentials = { ...request.credentials, accessToken: first.accessToken }
  return renewGrant(http, { ...request, credentials })
}

/** A token is renewed by itself; the one that it was asked with lives to its own end. */
export async function renewGrant(http: PlatformHttp, request: GrantRequest): Promise<OAuthGrant> {
  const { accessToken = '' } = request.credentials
  const fields = {
    grant_type: 'fb_exchange_token',
    fb_exchange_token: accessToken,
    // Where the token is a system user's, it asks for one that ends.
    set_token_expires_in_60_days: 'true',
  }
  const token = await ask(http, request, { fields, isWrite: false }, renewCauses)
  return grantOf(request, token, await inspect(http, request, token))
}

interface Token {
  accessToken: string
  endsAt: Date | null
}

async function ask(
  http: PlatformHttp,
  { address, credentials, now }: GrantRequest,
  { fields, isWrite }: { fields: Record<string, string>; isWrite: boolean },
  causes: RefusalCauses,
): Promise<Token> {
  const { appId = '', appSecret = '', accessToken } = credentials
  const client = { client_id: appId, client_secret: appSecret }
  // In a form: what stands in an address ends up in logs.
  const answer = await askForToken(http, {
    url: `${address}/oauth/access_token`,
    fields: { ...client, ...fields },
    isWrite,
  })
  if (answer.status !== 200) {
    const secrets = [appSecret, accessToken, fields.code]
    throw refusedGrant(words, { answer, stated: refusalIn(answer.body), causes, isWrite, secrets })
  }
  const token = readGrant(words, GrantWire, { answer, isWrite })
  return {
    accessToken: token.access_token,
    endsAt: token.expires_in === undefined ? null : secondsAfter(now(), token.expires_in),
  }
}

interface TokenFacts {
  endsAt: Date | null
  /** When it opens no data of its person any more, unless they come back. */
  dataEndsAt: Date | null
  scopes: string[]
  accountIds?: string[]
}

/** What the platform says of a token to the app that it belongs to. */
async function inspect(http: PlatformHttp, { address, credentials }: GrantRequest, token: Token): Promise<TokenFacts> {
  const { appId = '', appSecret = '' } = credentials
  const { status, text } = await http.request({
    method: 'GET',
    url: `${address}/debug_token?input_token=${encodeURIComponent(token.accessToken)}`,
    headers: { authorization: `Bearer ${appId}|${appSecret}` },
    isWrite: false,
  })
  const answer = { status, text, body: parseJsonOrNull(text) }
  if (status !== 200) throw refused(answer, [appSecret, token.accessToken])
  const { data } = readGrant(words, TokenWire, { answer, isWrite: false })
  const targets = data.granular_scopes.find(({ scope }) => scope === 'ads_management')?.target_ids
  return {
    endsAt: data.expires_at > 0 ? new Date(data.expires_at * 1000) : token.endsAt,
    dataEndsAt: data.data_access_expires_at > 0 ? new Date(data.data_access_expires_at * 1000) : null,
    scopes: data.scopes,
    // Without a list it is all of them.
    ...(targets === undefined ? {} : { accountIds: targets.map(nodeId) }),
  }
}

function grantOf({ credentials, now }: GrantRequest, token: Token, facts: TokenFacts): OAuthGrant {
  const { endsAt, dataEndsAt, scopes, accountIds } = facts
  const { accessTokenEndsAt: _before, ...lasting } = credentials
  const ends = [endsAt, dataEndsAt].filter((end) => end !== null).map((end) => end.getTime())
  return {
    credentials: {
      ...lasting,
      accessToken: token.accessToken,
      ...timesAsText({ renewedAt: now(), accessTokenEndsAt: endsAt }),
    },
    token: endsAt && { accessToken: token.accessToken, endsAt: endsAt.toISOString() },
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    renewableUntil: endsAt,
    scopes,
    ...(accountIds ? { accountIds } : {}),
  }
}

/** false: the platform does not know the token any more. */
export async function revokeGrant(
  http: PlatformHttp,
  { address, credentials }: Omit<GrantRequest, 'now'>,
): Promise<boolean> {
  const { accessToken = '', appSecret } = credentials
  const proof = appSecret && createHmac('sha256', appSecret).update(accessToken).digest('hex')
  const { status, text } = await http.request({
    method: 'DELETE',
    url: `${address}/me/permissions${proof ? `?appsecret_proof=${proof}` : ''}`,
    headers: { authorization: `Bearer ${accessToken}` },
    isWrite: true,
  })
  const answer = { status, text, body: parseJsonOrNull(text) }
  if (status === 200) return true
  if (refusalIn(answer.body)?.code === 190) return false
  throw refused(answer, [appSecret, accessToken])
}

function refused(answer: TokenAnswer, secrets: (string | undefined)[]): PlatformError {
  return refusedGrant(words, { answer, stated: refusalIn(answer.body), causes: renewCauses, isWrite: false, secrets })
}

function refusalIn(body: unknown): PlatformRefusal | null {
  const error = ErrorWire.safeParse(body).data?.error
  if (!error) return null
  return { code: error.code, subcode: error.error_subcode, words: error.message, traceId: error.fbtrace_id }
}
