import { appsOf, appWith } from '../core/consent/apps.ts'
import type { ConsentApp } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { Grant, HeldToken, Opened } from '../core/consent/grants.ts'
import type { SimRequest } from '../core/simulator.ts'
import { app } from './app.ts'
import { requiredText, textOf } from './call.ts'
import { TikTokError } from './errors.ts'
import type { World } from './world.ts'

/** Who calls, or the platform's refusal. A word before the token makes it an unknown one. */
export function authenticate(world: World, request: SimRequest, path: string): { token: string; opened: Opened } {
  const header = request.headers['access-token']
  const token = Array.isArray(header) ? header[0] : header
  if (!token)
    throw new TikTokError(40104, 'Access token is null, you should set it in http header with key Access-Token.')
  const opened = openedBy(heldToken(world, token).owner)
  const scope = scopeOf(path)
  if (scope !== undefined && !opened.scopes.includes(scope))
    throw new TikTokError(40001, `No permission to operate: the token lacks the scope of ${path}.`)
  return { token, opened }
}

function heldToken(world: World, token: string): HeldToken {
  const held = world.grants.find(token, 'access')
  if (!held || held.state === 'revoked') throw new TikTokError(40105, 'Access token is incorrect or has been revoked.')
  if (held.state === 'expired') throw new TikTokError(40102, 'Access token has expired.')
  return held
}

/** Of the numbers at the top; each has others below it. */
function scopeOf(path: string): string | undefined {
  const [, area = ''] = path.split('/')
  if (area === 'advertiser') return '1'
  if (['campaign', 'adgroup', 'ad'].includes(area)) return '2'
  if (area === 'report') return '4'
  if (area === 'dmp') return '3'
  if (area === 'pixel') return '8'
  if (area === 'page') return '12000000'
  if (area === 'comment') return '15000000'
  return ['file', 'identity', 'tt_video', 'creative'].includes(area) ? '6' : undefined
}

export function checkApp(world: World, params: Record<string, unknown>): ConsentApp {
  const known = appWith(appsOf(app, world.settings()), textOf(params['app_id']), params['secret'])
  if (!known) throw new TikTokError(40113, 'App id or secret is incorrect.')
  return known
}

type TokenCall = (world: World, params: Record<string, unknown>) => object

/** Calls about tokens that need none in their header. */
export const tokenCalls: Record<string, TokenCall> = {
  '/oauth2/access_token/': exchangeCode,
  '/oauth2/revoke_token/': revokeToken,
}

function exchangeCode(world: World, params: Record<string, unknown>): object {
  const apps = appsOf(app, world.settings())
  const id = requiredText(params, 'app_id')
  if (!appWith(apps, id)) throw new TikTokError(40113, 'The app does not exist or is blocked.')
  if (!appWith(apps, id, params['secret'])) throw new TikTokError(40101, 'The secret and app_id do not match.')
  const code = requiredText(params, 'auth_code')
  const redeemed = world.grants.redeem(code, { app: id, redirectUri: null, verifier: null })
  if (redeemed.kind === 'unknown' || redeemed.kind === 'app') throw new TikTokError(40101, 'The auth_code is invalid.')
  if (redeemed.kind !== 'good')
    throw new TikTokError(40110, 'The auth_code is canceled. Please re-authorize to get a new one.')
  const { grant } = redeemed
  return {
    access_token: world.grants.issue(grant, { kind: 'access', beginning: '', ends: null }),
    advertiser_ids: advertisersOf(world, grant),
    scope: grant.scopes.map(Number),
  }
}

function advertisersOf(world: World, { tenant, accounts }: Grant): string[] {
  return accounts ?? world.advertisers.lookup('tenant', tenant).map(({ id }) => id)
}

/** Tokens do not end by themselves; this is how one is ended. */
function revokeToken(world: World, params: Record<string, unknown>): object {
  const { id } = checkApp(world, params)
  const held = heldToken(world, requiredText(params, 'access_token'))
  if (held.owner.app !== id) throw new TikTokError(40105, 'Access token is incorrect or has been revoked.')
  world.grants.revokeToken(held)
  return { app_id: id, advertiser_ids: advertisersOf(world, held.owner) }
}
