import { randomBytes } from 'node:crypto'
import type { SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { ApiError, invalid } from './errors.ts'
import type { IssuedToken } from './objects/objects.ts'
import { unixSeconds } from './world.ts'
import type { World } from './world.ts'

export const defaultToken = 'sandbox-pinterest-token'
export const defaultRefreshToken = 'sandbox-pinterest-refresh'

/** The one app of the sandbox: its secret opens the token endpoint. */
export const app = { id: '1490001', secret: 'sandbox-pinterest-app-secret' }

const refreshSeconds = 60 * 86_400
const scopes = 'ads:read,ads:write,boards:read,boards:write,pins:read,pins:write,user_accounts:read'

/** The company behind the call, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest): string {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new ApiError(401, 2, 'Authentication failed.')
  const known = holder(world, token, 'access')
  if (!known) throw new ApiError(401, 2, 'Authentication failed.')
  if (world.now() >= known.ends) throw new ApiError(401, 1104, 'The access token is invalid or has expired.')
  return known.tenant
}

function holder(world: World, token: string, kind: IssuedToken['kind']): IssuedToken | undefined {
  const issued = world.tokens.get(token)
  if (issued) return issued.kind === kind ? issued : undefined
  const tenant = tenantOfToken(token, kind === 'access' ? defaultToken : defaultRefreshToken)
  if (tenant === undefined) return undefined
  const { tokenEndsAt } = world.settings()
  const ends = kind === 'access' && tokenEndsAt > 0 ? tokenEndsAt * 1000 : Infinity
  return { tenant, kind, ends }
}

/** POST /oauth/token: the app signs in with its secret, the refresh token says for whom. A new one comes back with it. */
export function grantToken(world: World, request: SimRequest): object {
  const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`
  if (request.headers.authorization !== basic) throw new ApiError(401, 2, 'Authentication failed.')
  if (request.body.kind !== 'form') throw invalid('the body must be application/x-www-form-urlencoded')
  const { grant_type: grant, refresh_token: refresh } = request.body.fields
  if (grant !== 'refresh_token') throw invalid('grant_type must be refresh_token')
  const known = typeof refresh === 'string' ? holder(world, refresh, 'refresh') : undefined
  if (!known || world.now() >= known.ends) throw new ApiError(401, 1104, 'The refresh token is invalid or has expired.')
  const { accessSeconds } = world.settings()
  const refreshEnds = world.now() + refreshSeconds * 1000
  return {
    response_type: 'refresh_token',
    access_token: issue(world, known.tenant, 'access', world.now() + accessSeconds * 1000),
    token_type: 'bearer',
    expires_in: accessSeconds,
    scope: scopes,
    refresh_token: issue(world, known.tenant, 'refresh', refreshEnds),
    refresh_token_expires_in: refreshSeconds,
    refresh_token_expires_at: unixSeconds(refreshEnds),
  }
}

const beginnings: Record<IssuedToken['kind'], string> = { access: 'pina', refresh: 'pinr' }

function issue(world: World, tenant: string, kind: IssuedToken['kind'], ends: number): string {
  const token = `${beginnings[kind]}_${randomBytes(24).toString('base64url')}`
  world.tokens.put(token, { tenant, kind, ends })
  return token
}
