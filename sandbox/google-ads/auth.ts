import { randomBytes } from 'node:crypto'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { PlainRefusal, refusal } from './errors.ts'
import { textOf } from './objects/objects.ts'
import type { World } from './world.ts'

/** Opens the platform without end, for people with curl. What the token address issues ends. */
export const defaultToken = 'sandbox-google-ads-token'
export const defaultRefreshToken = 'sandbox-google-ads-refresh'
/** An authorization code that can be used again and again, for those who cannot open a page. */
const defaultCode = 'sandbox-google-ads-code'
export const developerToken = 'sandbox-google-ads-dev'

/** The one OAuth client of the sandbox. */
export const app = { id: 'sandbox-google-ads.apps.example', secret: 'sandbox-google-ads-secret' }

export const scope = 'https://www.googleapis.com/auth/adwords'
export const paths = { consent: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke' }
const codeSeconds = 600

function told(status: number, error: string, error_description?: string): SimReply {
  return { status, body: { error, ...(error_description ? { error_description } : {}) } }
}

/** The page on which people agree; here they always do. `login_hint` may name a company. */
export function consent(world: World, { query, method }: SimRequest): SimReply {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (method !== 'GET' || query.get('client_id') !== app.id)
    return told(401, 'invalid_client', 'The OAuth client was not found.')
  if (query.get('response_type') !== 'code') return told(400, 'invalid_request', 'Invalid response_type')
  if (!(query.get('scope') ?? '').split(' ').includes(scope))
    return told(400, 'invalid_scope', 'Some requested scopes were invalid.')
  const target = URL.parse(redirectUri)
  if (!target) return told(400, 'redirect_uri_mismatch')
  const tenant = tenantOfToken([defaultToken, query.get('login_hint')].filter(Boolean).join('.'), defaultToken)
  if (!tenant) return told(400, 'invalid_request', 'Invalid login_hint')
  const code = `4/${randomBytes(24).toString('base64url')}`
  const isOffline = query.get('access_type') === 'offline'
  world.codes.put(code, { tenant, redirectUri, isOffline, ends: world.now() + codeSeconds * 1000 })
  target.searchParams.set('code', code)
  target.searchParams.set('scope', scope)
  const state = query.get('state')
  if (state !== null) target.searchParams.set('state', state)
  return { status: 302, headers: { location: target.href }, body: '' }
}

export function issueToken(world: World, { method, body }: SimRequest): SimReply {
  const { kind, fields } = body
  if (method !== 'POST' || (kind !== 'form' && kind !== 'json')) return told(400, 'invalid_request', 'Bad Request')
  if (fields['client_id'] !== app.id) return told(401, 'invalid_client', 'The OAuth client was not found.')
  if (fields['client_secret'] !== app.secret) return told(401, 'invalid_client', 'Unauthorized')
  if (fields['grant_type'] === 'refresh_token') {
    const tenant = tenantOfRefreshToken(world, fields['refresh_token'])
    return tenant ? issued(world, tenant) : told(400, 'invalid_grant', 'Token has been expired or revoked.')
  }
  if (fields['grant_type'] !== 'authorization_code')
    return told(400, 'unsupported_grant_type', `Invalid grant_type: ${String(fields['grant_type'])}`)
  const grant = redeemCode(world, fields)
  if (!grant) return told(400, 'invalid_grant', 'Bad Request')
  if (!grant.isOffline) return issued(world, grant.tenant)
  const refreshToken = `1//${randomBytes(24).toString('base64url')}`
  world.tokens.put(refreshToken, { tenant: grant.tenant, kind: 'refresh', ends: null })
  return issued(world, grant.tenant, refreshToken)
}

function redeemCode(world: World, fields: Record<string, unknown>): { tenant: string; isOffline: boolean } | undefined {
  const code = String(fields['code'])
  const lasting = tenantOfToken(code, defaultCode)
  if (lasting) return { tenant: lasting, isOffline: true }
  const known = world.codes.get(code)
  world.codes.remove(code)
  const isGood = known && world.now() < known.ends && known.redirectUri === fields['redirect_uri']
  return isGood ? known : undefined
}

function tenantOfRefreshToken(world: World, token: unknown): string | undefined {
  if (typeof token !== 'string' || world.revoked.get(token)) return undefined
  const known = world.tokens.get(token)
  return known?.kind === 'refresh' ? known.tenant : tenantOfToken(token, defaultRefreshToken)
}

function issued(world: World, tenant: string, refreshToken?: string): SimReply {
  const { tokenSeconds } = world.settings()
  const token = `ya29.${randomBytes(24).toString('base64url')}`
  world.tokens.put(token, { tenant, kind: 'access', ends: world.now() + tokenSeconds * 1000 })
  return {
    status: 200,
    body: {
      access_token: token,
      expires_in: tokenSeconds,
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
      scope,
      token_type: 'Bearer',
    },
  }
}

/** Ends a refresh token, and every access token that the company has with it. */
export function revokeToken(world: World, request: SimRequest): SimReply {
  const token = request.query.get('token') ?? textOf(request.body.fields['token'])
  const access = world.tokens.get(token)
  const tenant = access?.tenant ?? tenantOfRefreshToken(world, token)
  if (request.method !== 'POST' || !tenant || world.revoked.get(token))
    return told(400, 'invalid_token', 'Token expired or revoked')
  world.revoked.put(token, { token })
  if (access?.kind !== 'access')
    for (const [each, known] of [...world.tokens.entries()])
      if (known.kind === 'access' && known.tenant === tenant) world.revoked.put(each, { token: each })
  return { status: 200, body: {} }
}

/** The company behind the call, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest): { token: string; tenant: string } {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token)
    throw new PlainRefusal(
      401,
      'Request is missing required authentication credential. Expected OAuth 2 access token.',
      [reason('CREDENTIALS_MISSING')],
    )
  const known = world.tokens.get(token)
  const tenant = known?.kind === 'access' ? known.tenant : tenantOfToken(token, defaultToken)
  if (!tenant) throw deadToken(world, 'OAUTH_TOKEN_INVALID')
  if (world.revoked.get(token)) throw deadToken(world, 'OAUTH_TOKEN_REVOKED')
  if (known && known.ends !== null && world.now() >= known.ends) throw deadToken(world, 'OAUTH_TOKEN_EXPIRED')
  checkDeveloperToken(world, request)
  return { token, tenant }
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
