import { appsOf, appWith } from '../core/consent/apps.ts'
import type { ConsentApp } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { Grant, Opened } from '../core/consent/grants.ts'
import { personNamed } from '../core/consent/people.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { app } from './app.ts'
import { ApiError } from './errors.ts'
import { textOf } from './objects/objects.ts'
import { memberOf, scopes as allScopes } from './world.ts'
import type { World } from './world.ts'

/** An authorization code that can be used again and again, for those who cannot open a page. */
const defaultCode = 'sandbox-linkedin-code'

function oauthError(status: number, error: string, error_description: string): SimReply {
  return { status, body: { error, error_description } }
}

/** The parameters of a call to a token address, if the app proves who it is. */
function readForm(world: World, { method, body }: SimRequest): Record<string, unknown> | SimReply {
  if (method !== 'POST' || body.kind !== 'form')
    return oauthError(400, 'invalid_request', 'The request must be a POST of application/x-www-form-urlencoded')
  const { fields } = body
  for (const name of ['client_id', 'client_secret'])
    if (!fields[name]) return oauthError(400, 'invalid_request', `A required parameter "${name}" is missing`)
  if (!clientIn(world, fields)) return oauthError(401, 'invalid_client', 'Client authentication failed')
  return fields
}

function isReply(value: Record<string, unknown> | SimReply): value is SimReply {
  return typeof value['status'] === 'number'
}

export function issueToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(world, request)
  if (isReply(fields)) return fields
  if (fields['grant_type'] === 'refresh_token') return refresh(world, fields)
  if (fields['grant_type'] === 'authorization_code') return redeem(world, fields)
  return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${textOf(fields['grant_type'])}`)
}

function clientIn(world: World, fields: Record<string, unknown>): ConsentApp | undefined {
  return appWith(appsOf(app, world.settings()), fields['client_id'], fields['client_secret'])
}

function redeem(world: World, fields: Record<string, unknown>): SimReply {
  const client = clientIn(world, fields)?.id ?? ''
  const code = textOf(fields['code'])
  const tenant = tenantOfToken(code, defaultCode)
  const redeemed = world.grants.redeem(code, { app: client, redirectUri: fields['redirect_uri'], verifier: null })
  if (!tenant && (redeemed.kind === 'unknown' || redeemed.kind === 'used'))
    return oauthError(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
  if (!tenant && redeemed.kind !== 'good')
    return oauthError(
      400,
      redeemed.kind === 'redirect' ? 'invalid_redirect_uri' : 'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  const grant = redeemed.kind === 'good' ? redeemed.grant : world.grants.agree(client, tenant ?? '', [...allScopes])
  const { refreshSeconds, refreshTokens } = world.settings()
  if (refreshTokens === 'no') return issued(world, grant)
  const ends = world.now() + refreshSeconds * 1000
  const token = world.grants.issue(grant, { kind: 'refresh', beginning: 'AQ', ends })
  return issued(world, grant, { token, ends })
}

/** The refresh token keeps its end, and no access token outlives it. */
function refresh(world: World, fields: Record<string, unknown>): SimReply {
  const token = textOf(fields['refresh_token'])
  const held = world.grants.find(token, 'refresh')
  const ends = held ? (held.ends ?? endOfShipped(world, token)) : 0
  if (held?.state !== 'good' || held.owner.app !== clientIn(world, fields)?.id || world.now() >= ends)
    return oauthError(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked',
    )
  return issued(world, held.owner, { token, ends })
}

/** The one that comes with the sandbox begins its life when it is used for the first time. */
function endOfShipped(world: World, token: string): number {
  const { at } = world.firstUses.get(token) ?? world.firstUses.put(token, { at: world.now() })
  return at + world.settings().refreshSeconds * 1000
}

function issued(world: World, grant: Grant, refreshToken?: { token: string; ends: number }): SimReply {
  const now = world.now()
  const ends = Math.min(now + world.settings().tokenSeconds * 1000, refreshToken?.ends ?? Infinity)
  return {
    status: 200,
    body: {
      access_token: world.grants.issue(grant, { kind: 'access', beginning: 'AQX', ends }),
      expires_in: Math.round((ends - now) / 1000),
      ...(refreshToken
        ? {
            refresh_token: refreshToken.token,
            refresh_token_expires_in: Math.round((refreshToken.ends - now) / 1000),
          }
        : {}),
      scope: grant.scopes.join(','),
      token_type: 'Bearer',
    },
  }
}

export function introspectToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(world, request)
  if (isReply(fields)) return fields
  const token = textOf(fields['token'])
  const held = world.grants.find(token, 'access') ?? world.grants.find(token, 'refresh')
  if (!held || held.created === 0 || held.owner.app !== clientIn(world, fields)?.id)
    return { status: 200, body: { active: false } }
  const { owner, state, created, ends } = held
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  return {
    status: 200,
    body: {
      active: state === 'good',
      client_id: owner.app,
      authorized_at: seconds(owner.created),
      created_at: seconds(created),
      status: state === 'good' ? 'active' : state,
      expires_at: seconds(ends ?? 0),
      scope: owner.scopes.join(','),
      auth_type: '3L',
    },
  }
}

/** Ends a token; with a refresh token go the access tokens of its grant. */
export function revokeToken(world: World, request: SimRequest): SimReply {
  const fields = readForm(world, request)
  if (isReply(fields)) return fields
  const token = textOf(fields['token'])
  const refreshing = world.grants.find(token, 'refresh')
  const held = refreshing ?? world.grants.find(token, 'access')
  if (!held || held.owner.app !== clientIn(world, fields)?.id)
    return oauthError(400, 'invalid_request', 'The token is invalid, expired or revoked')
  if (refreshing) world.grants.revokeGrant(held.owner)
  else world.grants.revokeToken(held)
  return { status: 200, body: {} }
}

/** GET /v2/userinfo */
export function userInfo(world: World, request: SimRequest): SimReply {
  const { scopes, tenant, person } = authenticate(world, request)
  if (!scopes.includes('openid'))
    throw new ApiError(403, {
      serviceErrorCode: 100,
      code: 'ACCESS_DENIED',
      message: 'Not enough permissions to access: userinfo.GET.NO_VERSION',
    })
  const { name } = personNamed(person) ?? { name: '' }
  return { status: 200, body: { sub: memberOf(world, tenant).split(':').at(-1), name, locale: 'en-US' } }
}

/** Who calls, or the platform's refusal. */
export function authenticate(world: World, { headers }: SimRequest): Opened {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!token) throw dead(65604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token')
  const held = world.grants.find(token, 'access')
  if (!held) throw dead(65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token')
  if (held.state === 'revoked')
    throw dead(65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user')
  if (held.state === 'expired') throw dead(65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired')
  return openedBy(held.owner)
}

function dead(serviceErrorCode: number, code: string, message: string): ApiError {
  return new ApiError(401, { serviceErrorCode, code, message })
}
