import { appsOf, appWith } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { Grant, HeldToken, Opened } from '../core/consent/grants.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { app, developerToken, scope } from './app.ts'
import { PlainRefusal, refusal } from './errors.ts'
import { textOf } from './objects/objects.ts'
import type { World } from './world.ts'

/** An authorization code that can be used again and again, for those who cannot open a page. */
const defaultCode = 'sandbox-google-ads-code'
const testingSeconds = 604_800
const maxTokens = 100

function oauthError(status: number, error: string, error_description?: string): SimReply {
  return { status, body: { error, ...(error_description ? { error_description } : {}) } }
}

export function issueToken(world: World, { method, body }: SimRequest): SimReply {
  const { kind, fields } = body
  if (method !== 'POST' || (kind !== 'form' && kind !== 'json'))
    return oauthError(400, 'invalid_request', 'Bad Request')
  const apps = appsOf(app, world.settings())
  if (!appWith(apps, fields['client_id'])) return oauthError(401, 'invalid_client', 'The OAuth client was not found.')
  const client = appWith(apps, fields['client_id'], fields['client_secret'])
  if (!client) return oauthError(401, 'invalid_client', 'Unauthorized')
  if (fields['grant_type'] === 'refresh_token') {
    const held = world.grants.find(textOf(fields['refresh_token']), 'refresh')
    return held?.state === 'good' && held.owner.app === client.id
      ? issued(world, held.owner)
      : oauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  }
  if (fields['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${textOf(fields['grant_type'])}`)
  const code = textOf(fields['code'])
  const tenant = tenantOfToken(code, defaultCode)
  if (tenant) return issued(world, world.grants.agree(client.id, tenant, [scope]), { isTesting: false })
  const redeemed = world.grants.redeem(code, {
    app: client.id,
    redirectUri: fields['redirect_uri'],
    verifier: fields['code_verifier'],
  })
  if (redeemed.kind === 'unknown') return oauthError(400, 'invalid_grant', 'Malformed auth code.')
  if (redeemed.kind === 'redirect') return oauthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (redeemed.kind === 'verifier') return oauthError(400, 'invalid_grant', 'Invalid code verifier.')
  if (redeemed.kind !== 'good') return oauthError(400, 'invalid_grant', 'Bad Request')
  const isFirst = refreshTokensOf(world, redeemed.grant).length === 0
  const isGiven = redeemed.isOffline && (isFirst || redeemed.isForced) && world.settings().refreshTokens === 'yes'
  return issued(world, redeemed.grant, isGiven ? { isTesting: client.mode === 'testing' } : undefined)
}

/** Those that a person gave an app and that still work, the oldest first. */
function refreshTokensOf(world: World, owner: Grant): HeldToken[] {
  return world.grants
    .standing(owner)
    .flatMap((grant) => world.grants.tokensOf(grant))
    .filter(({ kind, state }) => kind === 'refresh' && state === 'good')
}

function issued(world: World, grant: Grant, refresh?: { isTesting: boolean }): SimReply {
  const { tokenSeconds } = world.settings()
  const issue = (kind: HeldToken['kind'], beginning: string, seconds: number | null) =>
    world.grants.issue(grant, { kind, beginning, ends: seconds === null ? null : world.now() + seconds * 1000 })
  const refreshToken = refresh && issue('refresh', '1//0', refresh.isTesting ? testingSeconds : null)
  const old = refresh ? refreshTokensOf(world, grant) : []
  // One more than there may be ends the oldest without a word.
  for (const each of old.slice(0, Math.max(0, old.length - maxTokens))) world.grants.revokeToken(each)
  return {
    status: 200,
    body: {
      access_token: issue('access', 'ya29.', tokenSeconds),
      expires_in: tokenSeconds,
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
      ...(refresh?.isTesting ? { refresh_token_expires_in: testingSeconds - 1 } : {}),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    },
  }
}

/** Ends everything that the person behind a token granted the app. */
export function revokeToken(world: World, request: SimRequest): SimReply {
  const token = request.query.get('token') ?? textOf(request.body.fields['token'])
  const held = world.grants.find(token, 'access') ?? world.grants.find(token, 'refresh')
  if (request.method !== 'POST' || held?.state !== 'good')
    return oauthError(400, 'invalid_token', 'Token expired or revoked')
  for (const grant of [held.owner, ...world.grants.standing(held.owner)]) world.grants.revokeGrant(grant)
  return { status: 200, body: {} }
}

/** /tokeninfo: the token stands in the query or, from the maker's own clients, in the header. */
export function tokenInfo(world: World, { query, headers }: SimRequest): SimReply {
  const [, bearer = ''] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const held = world.grants.find(query.get('access_token') ?? bearer, 'access')
  if (held?.state !== 'good') return oauthError(400, 'invalid_token', 'Invalid Value')
  const { owner, ends } = held
  const end = ends ?? world.now() + world.settings().tokenSeconds * 1000
  return {
    status: 200,
    body: {
      ...{ azp: owner.app, aud: owner.app, scope: owner.scopes.join(' ') },
      exp: String(Math.floor(end / 1000)),
      expires_in: String(Math.floor((end - world.now()) / 1000)),
      access_type: 'offline',
      ...(owner.scopes.includes('email') ? { email: `${owner.person}@${owner.tenant}.example` } : {}),
    },
  }
}

/** What the call may enter, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest): Opened {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token)
    throw new PlainRefusal(
      401,
      'Request is missing required authentication credential. Expected OAuth 2 access token.',
      [reason('CREDENTIALS_MISSING')],
    )
  const held = world.grants.find(token, 'access')
  if (!held) throw deadToken(world, 'OAUTH_TOKEN_INVALID')
  if (held.state === 'revoked') throw deadToken(world, 'OAUTH_TOKEN_REVOKED')
  if (held.state === 'expired') throw deadToken(world, 'OAUTH_TOKEN_EXPIRED')
  if (!held.owner.scopes.includes(scope))
    throw new PlainRefusal(403, 'Request had insufficient authentication scopes.', [
      reason('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    ])
  checkDeveloperToken(world, request)
  return openedBy(held.owner)
}

function deadToken(world: World, code: string) {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.'
  if (world.settings().tokenErrors === 'failure') return refusal(`authenticationError.${code}`, message)
  return new PlainRefusal(401, message, [reason('ACCESS_TOKEN_EXPIRED')])
}

function reason(text: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: text,
    domain: 'googleapis.com',
    metadata: { service: 'googleads.googleapis.com' },
  }
}

function checkDeveloperToken(world: World, { headers }: SimRequest): void {
  if (world.settings().developerToken === 'optional') return
  const given = headers['developer-token']
  if (given === undefined)
    throw refusal('requestError.DEVELOPER_TOKEN_PARAMETER_MISSING', 'Required header developer-token is missing.')
  if (given !== developerToken)
    throw refusal('authenticationError.DEVELOPER_TOKEN_INVALID', 'The developer token is not valid.')
}
