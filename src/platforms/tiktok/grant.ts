import { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type { OAuthGrant } from '../contract/oauth.ts'
import { readGrant, refusedGrant } from '../kit/oauth/consent.ts'
import type { ConsentWords, RefusalCauses, PlatformRefusal } from '../kit/oauth/consent.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import { askForToken } from '../kit/oauth/oauth.ts'
import type { TokenAnswer } from '../kit/oauth/oauth.ts'
import { parseExactly } from './exact-json.ts'
import { platformName } from './name.ts'
import { withIncluded } from './scopes.ts'
import { EnvelopeWire, GrantWire } from './wire.ts'

const place = 'business-api.tiktok.com/portal > My Apps > the app'
export const words: ConsentWords = {
  platform: platformName,
  title: 'TikTok',
  console: {
    id: `the "App ID" at ${place} > App Detail`,
    secret: `the "Secret" at ${place} > App Detail`,
    redirect: `"Advertiser redirect URL" at ${place} > App Detail`,
    scopes: `"Scope of permission" at ${place} > App Detail`,
  },
}

const common: RefusalCauses = {
  40100: 'tooMany',
  40113: 'unknownApp',
  40119: 'unknownApp',
  50000: 'theirs',
  50002: 'theirs',
}
const exchangeCauses: RefusalCauses = {
  ...common,
  // One number for a wrong secret and for a code that is none.
  40101: 'wrongClient',
  40108: 'wrongFlow',
  40110: 'usedCode',
  40115: 'wrongFlow',
}
const revokeCauses: RefusalCauses = { ...common, 40101: 'wrongClient' }

interface GrantRequest {
  /** Up to the last part of the path. */
  address: string
  /** With the app's id and secret as appId and appSecret. */
  credentials: Record<string, string>
}

/** Exchanges a code. The token has no end, and nothing renews it. */
export async function exchangeCode(
  http: PlatformHttp,
  { address, credentials, code }: GrantRequest & { code: string },
): Promise<OAuthGrant> {
  const { appId = '', appSecret = '' } = credentials
  // The final slash is part of the address: without it there is nothing.
  const url = `${address}/oauth2/access_token/`
  const fields = { app_id: appId, secret: appSecret, auth_code: code, return_advertiser_ids: true }
  const answer = await ask(http, { url, fields }, exchangeCauses, [appSecret, code])
  const { data } = readGrant(words, z.object({ data: GrantWire }), { answer, isWrite: true })
  if (data.scope.length === 0) throw nothingGranted()
  return {
    credentials: { ...credentials, accessToken: data.access_token },
    token: null,
    expiresAt: null,
    renewableUntil: null,
    scopes: withIncluded(data.scope),
    accountIds: data.advertiser_ids,
  }
}

/** It gives a token that opens nothing to whoever unticks every permission. */
function nothingGranted(): PlatformError {
  const message = 'TikTok granted none of the permissions. Connect again and leave them ticked.'
  return new PlatformError({ platform: platformName, kind: 'rejected', message })
}

/** false: the platform does not know the token any more. */
export async function revokeToken(http: PlatformHttp, { address, credentials }: GrantRequest): Promise<boolean> {
  const { appId = '', appSecret = '', accessToken = '' } = credentials
  const fields = { app_id: appId, secret: appSecret, access_token: accessToken }
  const url = `${address}/oauth2/revoke_token/`
  try {
    await ask(http, { url, fields }, revokeCauses, [appSecret, accessToken])
    return true
  } catch (error) {
    if (error instanceof PlatformError && (error.failure.code === 40105 || error.failure.code === 40102)) return false
    throw error
  }
}

/** Refusals come with HTTP 200 too: only the code 0 is a yes. */
async function ask(
  http: PlatformHttp,
  { url, fields }: { url: string; fields: Record<string, string | boolean> },
  causes: RefusalCauses,
  secrets: string[],
): Promise<TokenAnswer> {
  const given = await askForToken(http, { url, fields, as: 'json', isWrite: true })
  // Ids may be numbers that are too large to be exact.
  const answer = { ...given, body: parseExactly(given.text) }
  const envelope = EnvelopeWire.safeParse(answer.body).data
  if (answer.status === 200 && envelope?.code === 0) return answer
  const stated: PlatformRefusal | null = envelope
    ? { code: envelope.code, words: envelope.message, traceId: envelope.request_id }
    : null
  throw refusedGrant(words, { answer, stated, causes, isWrite: true, secrets })
}
