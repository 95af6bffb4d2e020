import type { SimReply, SimRequest } from '../core/simulator.ts'
import { tenantOfToken, tokenOfTenant } from '../core/tenants.ts'
import { SnapError } from './errors.ts'
import type { World } from './world.ts'

/** Opens the platform without end, for people with curl. What the token endpoint issues ends. */
export const defaultToken = 'sandbox-snapchat-token'

/** The one app of the sandbox. */
export const app = { id: 'sandbox-snapchat-app', secret: 'sandbox-snapchat-secret' }
export const defaultRefreshToken = 'sandbox-snapchat-refresh'
const defaultCode = 'sandbox-snapchat-code'

export const tokenPath = '/login/oauth2/access_token'

export function issueToken(world: World, request: SimRequest): SimReply {
  const { kind, fields } = request.body
  const refuse = (status: number, error: string, error_description: string): SimReply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: { error, error_description },
  })
  if (request.method !== 'POST' || kind !== 'form') return refuse(400, 'invalid_request', 'Send a form with POST')
  if (fields['client_id'] !== app.id || fields['client_secret'] !== app.secret)
    return refuse(401, 'invalid_client', 'Client authentication failed')
  const tenant = tenantOfGrant(fields)
  if (!tenant) return refuse(400, 'invalid_grant', 'The grant is invalid, expired or revoked')
  const { tokenSeconds, rotateRefreshTokens } = world.settings()
  const number = world.context.store.nextNumber('snapchat.token')
  const accessToken = `sandbox-snapchat-access-${number}`
  world.tokens.put(accessToken, { tenant, expires: world.now() + tokenSeconds * 1000, isRevoked: false })
  const refreshToken = tokenOfTenant(tenant, defaultRefreshToken)
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      refresh_token: rotateRefreshTokens ? `${refreshToken}~${number}` : refreshToken,
      scope: 'snapchat-marketing-api',
    },
  }
}

function tenantOfGrant(fields: Record<string, unknown>): string | undefined {
  if (fields['grant_type'] === 'authorization_code') return tenantOfToken(String(fields['code']), defaultCode)
  if (fields['grant_type'] !== 'refresh_token') return undefined
  return tenantOfToken(String(fields['refresh_token']).replace(/~\d+$/, ''), defaultRefreshToken)
}

/** The company behind the call, or 401. */
export function authenticate(world: World, request: SimRequest): { token: string; tenant: string } {
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw unauthorized('The request lacks an access token')
  const tenant = tenantOfToken(token, defaultToken)
  if (tenant) return { token, tenant }
  const issued = world.tokens.get(token)
  if (!issued) throw unauthorized('The access token is invalid')
  if (issued.isRevoked || world.now() >= issued.expires) throw unauthorized('The access token expired')
  return { token, tenant: issued.tenant }
}

function unauthorized(description: string): SnapError {
  return new SnapError({
    status: 401,
    code: 'E1003',
    message: description,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  })
}
