import { appsOf, appWith } from '../core/consent/apps.ts'
import type { ConsentApp } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { Grant, HeldToken, Opened } from '../core/consent/grants.ts'
import type { SimRequest } from '../core/simulator.ts'
import { allScopes, app } from './app.ts'
import { ApiError, invalid } from './errors.ts'
import { unixSeconds } from './world.ts'
import type { World } from './world.ts'

const refreshSeconds = 60 * 86_400

const failed = () => new ApiError(401, 2, 'Authentication failed.')

/** What the call may enter, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest): Opened {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const held = token === undefined ? undefined : world.grants.find(token, 'access')
  if (!held || held.state === 'revoked') throw failed()
  if (held.state === 'expired') throw new ApiError(401, 1104, 'The access token is invalid or has expired.')
  return openedBy(held.owner)
}

export function requireScope({ scopes }: Opened, scope: string): void {
  if (!scopes.includes(scope)) throw new ApiError(401, 3, `Authorization failed. Missing: ['${scope}']`)
}

/** POST /oauth/token: the app signs in with its secret; a code or a refresh token says for whom. */
export function grantToken(world: World, request: SimRequest): object {
  const client = clientOf(world, request)
  if (request.body.kind !== 'form') throw invalid('the body must be application/x-www-form-urlencoded')
  const { grant_type: kind, code, redirect_uri: redirectUri, refresh_token: refresh } = request.body.fields
  if (kind === 'authorization_code') {
    const redeemed = world.grants.redeem(String(code), {
      app: client.id,
      redirectUri: String(redirectUri),
      verifier: null,
    })
    if (redeemed.kind === 'good') return issued(world, redeemed.grant, kind)
    if (redeemed.kind === 'redirect') throw failed()
    throw new ApiError(400, 283, 'The authorization grant is invalid.')
  }
  if (kind !== 'refresh_token') throw invalid('grant_type must be authorization_code or refresh_token')
  const held = typeof refresh === 'string' ? world.grants.find(refresh, 'refresh') : undefined
  if (held?.state !== 'good' || held.owner.app !== client.id) throw failed()
  if (world.settings().oldRefreshTokens === 'die') world.grants.revokeToken(held)
  return issued(world, held.owner, kind)
}

/** POST /oauth/token/revoke: for tokens of system users, which nobody has here. */
export function revokeToken(world: World, request: SimRequest): never {
  clientOf(world, request)
  throw new ApiError(403, 29, 'You are not permitted to access that resource.')
}

function clientOf(world: World, { headers }: SimRequest): ConsentApp {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  const client = appWith(appsOf(app, world.settings()), id, secret.join(':'))
  if (!client) throw failed()
  return client
}

function issued(world: World, grant: Grant, responseType: string): object {
  const { accessSeconds, refreshTokens } = world.settings()
  const issue = (kind: HeldToken['kind'], beginning: string, seconds: number) =>
    world.grants.issue(grant, { kind, beginning, ends: world.now() + seconds * 1000 })
  const access = {
    response_type: responseType,
    access_token: issue('access', 'pina_', accessSeconds),
    token_type: 'bearer',
    expires_in: accessSeconds,
    // In the order of the console, not in that of the question.
    scope: allScopes.filter((scope) => grant.scopes.includes(scope)).join(' '),
  }
  if (refreshTokens === 'no') return access
  return {
    ...access,
    refresh_token: issue('refresh', 'pinr_', refreshSeconds),
    refresh_token_expires_in: refreshSeconds,
    refresh_token_expires_at: unixSeconds(world.now() + refreshSeconds * 1000),
  }
}
