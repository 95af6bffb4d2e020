import { randomBytes } from 'node:crypto'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { ApiError } from './errors.ts'
import type { Issued } from './objects/objects.ts'
import { textOf } from './objects/objects.ts'
import { scopes as allScopes } from './world.ts'
import type { World } from './world.ts'

/** Opens the platform without end, for people with curl. What the token address issues ends. */
export const defaultToken = 'sandbox-linkedin-token'
export const defaultRefreshToken = 'sandbox-linkedin-refresh'
/** An authorization code that can be used again and again, for those who cannot open a page. */
const defaultCode = 'sandbox-linkedin-code'

/** The one app of the sandbox. */
export const app = { id: 'sandbox-linkedin-client', secret: 'sandbox-linkedin-secret' }

export const paths = {
  consent: '/oauth/v2/authorization',
  token: '/oauth/v2/accessToken',
  introspect: '/oauth/v2/introspectToken',
  revoke: '/oauth/v2/revoke',
}
const codeSeconds = 30 * 60

function told(status: number, error: string, error_description: string): SimReply {
  return { status, body: { error, error_description } }
}

function page(text: string): SimReply {
  const body = `<!doctype html><html lang="en"><title>LinkedIn</title><p>${text}</p></html>`
  return { status: 400, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The page on which people agree to everything or to nothing. `login_hint` may name a company. */
export function consent(world: World, { query, method }: SimRequest): SimReply {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (method !== 'GET' || query.get('client_id') !== app.id) return page('The passed in client_id is invalid')
  const target = URL.parse(redirectUri)
  if (!target || target.hash !== '') return page('The redirect_uri does not match the registered value')
  const tenant = tenantOfToken([defaultToken, query.get('login_hint')].filter(Boolean).join('.'), defaultToken)
  const asked = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean)
  const isCancelled = world.settings().consent === 'cancelled'
  const problem = isCancelled ? 'user_cancelled_authorize' : consentProblem(query.get('response_type'), asked, tenant)
  const answer: Record<string, string> = {}
  if (problem || tenant === undefined) {
    answer['error'] = problem ?? 'invalid_request'
    answer['error_description'] = 'The request could not be granted'
  } else {
    const code = `AQ${randomBytes(40).toString('base64url')}`
    world.codes.put(code, { tenant, redirectUri, scopes: asked, ends: world.now() + codeSeconds * 1000 })
    answer['code'] = code
  }
  const state = query.get('state')
  if (state !== null) answer['state'] = state
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  return { status: 302, headers: { location: target.href }, body: '' }
}

function consentProblem(type: string | null, asked: string[], tenant: string | undefined): string | undefined {
  if (type !== 'code' || tenant === undefined) return 'invalid_request'
  const isKnown = asked.length > 0 && asked.every((scope) => (allScopes as readonly string[]).includes(scope))
  return isKnown ? undefined : 'unauthorized_scope_error'
}

/** The parameters of a call to a token address, if the app proves who it is. */
function readForm({ method, body }: SimRequest): Record<string, unknown> | SimReply {
  if (method !== 'POST' || body.kind !== 'form')
    return told(400, 'invalid_request', 'The request must be a POST of application/x-www-form-urlencoded')
  const { fields } = body
  for (const name of ['client_id', 'client_secret'])
    if (!fields[name]) return told(400, 'invalid_request', `A required parameter "${name}" is missing`)
  if (fields['client_id'] !== app.id || fields['client_secret'] !== app.secret)
    return told(401, 'invalid_client', 'Client authentication failed')
  return fields
}

function isReply(value: Record<string, unknown> | SimReply): value is SimReply {
  return typeof value['status'] === 'number'
}

export function issueToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(request)
  if (isReply(fields)) return fields
  if (fields['grant_type'] === 'refresh_token') return refresh(world, textOf(fields['refresh_token']))
  if (fields['grant_type'] === 'authorization_code') return redeem(world, fields)
  return told(400, 'unsupported_grant_type', `Invalid grant_type: ${textOf(fields['grant_type'])}`)
}

function redeem(world: World, fields: Record<string, unknown>): SimReply {
  const code = textOf(fields['code'])
  const lasting = tenantOfToken(code, defaultCode)
  const known = world.codes.get(code)
  world.codes.remove(code)
  if (!known && !lasting)
    return told(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
  if (known && (world.now() >= known.ends || known.redirectUri !== fields['redirect_uri']))
    return told(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  const { refreshSeconds, refreshTokens } = world.settings()
  const tenant = known?.tenant ?? lasting!
  const grant = { tenant, scopes: known?.scopes ?? [...allScopes], created: world.now() }
  if (refreshTokens === 'no') return issued(world, grant)
  const token = `AQ${randomBytes(32).toString('base64url')}`
  const ends = world.now() + refreshSeconds * 1000
  world.tokens.put(token, { ...grant, kind: 'refresh', ends })
  return issued(world, grant, { token, ends })
}

/** The refresh token keeps its end, and no access token outlives it. */
function refresh(world: World, token: string): SimReply {
  const grant = refreshGrant(world, token)
  if (!grant || world.now() >= grant.ends)
    return told(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked',
    )
  return issued(world, grant, { token, ends: grant.ends })
}

function refreshGrant(world: World, token: string): Issued | undefined {
  if (world.revoked.get(token)) return undefined
  const known = world.tokens.get(token)
  if (known) return known.kind === 'refresh' ? known : undefined
  const tenant = tenantOfToken(token, defaultRefreshToken)
  if (!tenant) return undefined
  const created = world.now()
  // The one that comes with the sandbox begins its life when it is used for the first time.
  const ends = created + world.settings().refreshSeconds * 1000
  return world.tokens.put(token, { tenant, kind: 'refresh', scopes: world.settings().scopes, created, ends })
}

function issued(
  world: World,
  { tenant, scopes }: Pick<Issued, 'tenant' | 'scopes'>,
  refreshToken?: { token: string; ends: number },
): SimReply {
  const now = world.now()
  const ends = Math.min(now + world.settings().tokenSeconds * 1000, refreshToken?.ends ?? Infinity)
  const token = `AQX${randomBytes(48).toString('base64url')}`
  world.tokens.put(token, { tenant, kind: 'access', scopes, created: now, ends })
  return {
    status: 200,
    body: {
      access_token: token,
      expires_in: Math.round((ends - now) / 1000),
      ...(refreshToken
        ? {
            refresh_token: refreshToken.token,
            refresh_token_expires_in: Math.round((refreshToken.ends - now) / 1000),
          }
        : {}),
      scope: scopes.join(','),
      token_type: 'Bearer',
    },
  }
}

export function introspectToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(request)
  if (isReply(fields)) return fields
  const token = textOf(fields['token'])
  const known = world.tokens.get(token)
  if (!known) return { status: 200, body: { active: false } }
  const status = world.revoked.get(token) ? 'revoked' : world.now() >= known.ends ? 'expired' : 'active'
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  return {
    status: 200,
    body: {
      active: status === 'active',
      client_id: app.id,
      authorized_at: seconds(known.created),
      created_at: seconds(known.created),
      status,
      expires_at: seconds(known.ends),
      scope: known.scopes.join(','),
      auth_type: '3L',
    },
  }
}

/** Ends a token; with a refresh token go the company's access tokens. */
export function revokeToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(request)
  if (isReply(fields)) return fields
  const token = textOf(fields['token'])
  const grant = world.tokens.get(token) ?? refreshGrant(world, token)
  if (!grant) return told(400, 'invalid_request', 'The token is invalid, expired or revoked')
  world.revoked.put(token, { token })
  if (grant.kind === 'refresh')
    for (const [each, known] of [...world.tokens.entries()])
      if (known.kind === 'access' && known.tenant === grant.tenant) world.revoked.put(each, { token: each })
  return { status: 200, body: {} }
}

export interface Caller {
  tenant: string
  scopes: string[]
}

/** Who calls, or the platform's refusal. */
export function authenticate(world: World, { headers }: SimRequest): Caller {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!token) throw dead(65604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token')
  const known = world.tokens.get(token)
  const tenant = known?.kind === 'access' ? known.tenant : tenantOfToken(token, defaultToken)
  if (!tenant) throw dead(65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token')
  if (world.revoked.get(token))
    throw dead(65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user')
  if (known && world.now() >= known.ends)
    throw dead(65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired')
  return { tenant, scopes: known?.scopes ?? world.settings().scopes }
}

function dead(serviceErrorCode: number, code: string, message: string): ApiError {
  return new ApiError(401, { serviceErrorCode, code, message })
}
