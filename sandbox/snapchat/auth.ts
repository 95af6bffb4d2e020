import { appsOf, appWith } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { Grant, HeldToken, Opened } from '../core/consent/grants.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { app, marketingScope } from './app.ts'
import { SnapError } from './errors.ts'
import type { World } from './world.ts'

/** An authorization code that can be used again and again, for those who cannot open a page. */
const defaultCode = 'sandbox-snapchat-code'

const json = { 'content-type': 'application/json' }

function refuse(status: number, error: string, error_description: string): SimReply {
  return { status, headers: json, body: { error, error_description } }
}

/** A form or, as some clients have it, a query. */
function fieldsOf({ body, query }: SimRequest): Record<string, unknown> {
  return body.kind === 'form' ? body.fields : Object.fromEntries(query)
}

export function issueToken(world: World, request: SimRequest): SimReply {
  const fields = fieldsOf(request)
  if (request.method !== 'POST' || fields['grant_type'] === undefined)
    return refuse(400, 'invalid_request', 'Send a form with POST')
  const client = appWith(appsOf(app, world.settings()), fields['client_id'], fields['client_secret'])
  if (!client) return refuse(401, 'invalid_client', 'Client authentication failed')
  const found = grantIn(world, fields, client.id)
  if (!found) return refuse(400, 'invalid_grant', 'The grant is invalid, expired or revoked')
  const { tokenSeconds } = world.settings()
  const ends = world.now() + tokenSeconds * 1000
  const refreshToken = nextRefreshToken(world, found)
  return {
    status: 200,
    headers: json,
    body: {
      access_token: world.grants.issue(found.grant, { kind: 'access', beginning: 'sandbox-snapchat-access-', ends }),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      scope: found.grant.scopes.join(' '),
    },
  }
}

interface Found {
  grant: Grant
  /** The refresh token that was used; absent: a code was. */
  used?: HeldToken
}

function grantIn(world: World, fields: Record<string, unknown>, client: string): Found | undefined {
  if (fields['grant_type'] === 'authorization_code') {
    const tenant = tenantOfToken(String(fields['code']), defaultCode)
    if (tenant) return { grant: world.grants.agree(client, tenant, [marketingScope]) }
    const exchange = { app: client, redirectUri: fields['redirect_uri'], verifier: null }
    const redeemed = world.grants.redeem(String(fields['code']), exchange)
    return redeemed.kind === 'good' ? { grant: redeemed.grant } : undefined
  }
  if (fields['grant_type'] !== 'refresh_token') return undefined
  const used = world.grants.find(String(fields['refresh_token']), 'refresh')
  return used?.state === 'good' && used.owner.app === client ? { grant: used.owner, used } : undefined
}

function nextRefreshToken(world: World, { grant, used }: Found): string | undefined {
  const { refreshTokens, rotateRefreshTokens, oldRefreshTokens } = world.settings()
  if (refreshTokens === 'no') return undefined
  if (used && !rotateRefreshTokens) return used.token
  if (used && oldRefreshTokens === 'die') world.grants.revokeToken(used)
  return world.grants.issue(grant, { kind: 'refresh', beginning: 'sandbox-snapchat-refresh-', ends: null })
}

/** Of the sister product, and used by many for this one too. */
export function revokeToken(world: World, request: SimRequest): SimReply {
  const fields = fieldsOf(request)
  const client = appWith(appsOf(app, world.settings()), fields['client_id'], fields['client_secret'])
  if (!client) return refuse(401, 'invalid_client', 'Client authentication failed')
  const token = String(fields['token'])
  const held = world.grants.find(token, 'refresh') ?? world.grants.find(token, 'access')
  if (held?.owner.app === client.id) world.grants.revokeGrant(held.owner)
  return { status: 200, headers: json, body: {} }
}

/** Who calls, or 401. */
export function authenticate(world: World, request: SimRequest): { token: string; opened: Opened } {
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw unauthorized('The request lacks an access token')
  const held = world.grants.find(token, 'access')
  if (!held) throw unauthorized('The access token is invalid')
  if (held.state !== 'good') throw unauthorized('The access token expired')
  if (!held.owner.scopes.includes(marketingScope))
    throw new SnapError({ status: 403, code: 'E1004', message: 'The access token lacks the scope for this' })
  return { token, opened: openedBy(held.owner) }
}

function unauthorized(description: string): SnapError {
  return new SnapError({
    status: 401,
    code: 'E1003',
    message: description,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  })
}
