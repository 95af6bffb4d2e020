import { createHmac, timingSafeEqual } from 'node:crypto'
import { appsOf, appWith } from '../core/consent/apps.ts'
import type { ConsentApp } from '../core/consent/apps.ts'
import { openedBy } from '../core/consent/grants.ts'
import type { HeldToken, Opened } from '../core/consent/grants.ts'
import type { SimRequest } from '../core/simulator.ts'
import { app } from './app.ts'
import { GraphError } from './errors.ts'
import { allScopes } from './graph/access/scopes.ts'
import type { World } from './world.ts'
import { textParam } from './graph/params.ts'
import type { Params } from './graph/params.ts'

export function pageToken(token: string, pageId: string): string {
  return `${token}~${pageId}`
}

/** The Page that a token speaks for; a user's token speaks for none. */
export function pageOfToken(token: string): string | undefined {
  return /~(\d+)$/.exec(token)?.[1]
}

function withoutPage(token: string): string {
  return token.replace(/~\d+$/, '')
}

/** From the parameters or the Authorization header (Bearer or OAuth). */
function tokenOf(request: SimRequest, params: Params): string | undefined {
  const [, fromHeader] = /^(?:Bearer|OAuth)\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? []
  return textParam(params, 'access_token') ?? fromHeader
}

/** The token behind another that speaks for a Page. */
export function heldToken(world: World, token: string): HeldToken | undefined {
  return world.grants.find(withoutPage(token), 'access')
}

/** The app that signs in with its id and secret instead of a person's token. */
export function appOfToken(world: World, token: string): ConsentApp | undefined {
  const [id, secret, ...rest] = token.split('|')
  return rest.length === 0 && secret !== undefined ? appWith(appsOf(app, world.settings()), id, secret) : undefined
}

interface Caller {
  token: string
  /** Empty: an app, which belongs to no company. */
  tenant: string
  opened: Opened
}

/** Who calls, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest, params: Params): Caller {
  const token = tokenOf(request, params)
  if (!token) throw new GraphError({ code: 104, message: 'An access token is required to request this resource.' })
  const caller = appOfToken(world, token)
  const held = caller ? undefined : heldToken(world, token)
  const problem = caller ? undefined : problemOf(held)
  if (problem) throw new GraphError({ code: 190, ...problem })
  const proof = textParam(params, 'appsecret_proof')
  const { secret } = caller ?? appsOf(app, world.settings()).find(({ id }) => id === held?.owner.app) ?? app
  checkProof({ token, secret }, proof, world.settings().requireAppsecretProof)
  if (held) return { token, tenant: held.owner.tenant, opened: openedBy(held.owner) }
  return { token, tenant: '', opened: { tenant: '', person: 'owner', scopes: allScopes, opens: () => true } }
}

/** Why a token opens nothing. */
export function problemOf(held: HeldToken | undefined): { subcode?: number; message: string } | undefined {
  if (!held) return { message: 'Invalid OAuth access token - Cannot parse access token' }
  const say = (subcode: number, why: string) => ({ subcode, message: `Error validating access token: ${why}` })
  if (held.state === 'expired') return say(463, 'Session has expired')
  if (held.state === 'revoked') return say(458, `The user has not authorized application ${held.owner.app}.`)
  return undefined
}

function checkProof(signed: { token: string; secret: string }, proof: string | undefined, isRequired: boolean): void {
  const fail = (message: string) => new GraphError({ code: 100, type: 'GraphMethodException', message })
  if (proof === undefined) {
    if (isRequired) throw fail('API calls from the server require an appsecret_proof argument')
    return
  }
  const expected = Buffer.from(createHmac('sha256', signed.secret).update(signed.token).digest('hex'))
  const given = Buffer.from(proof)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw fail('Invalid appsecret_proof provided in the API argument')
}
