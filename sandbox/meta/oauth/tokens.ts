import { appsOf, appWith } from '../../core/consent/apps.ts'
import type { ConsentApp } from '../../core/consent/apps.ts'
import type { Grant, Redeemed } from '../../core/consent/grants.ts'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import { app } from '../app.ts'
import { heldToken, problemOf } from '../auth.ts'
import { GraphError, newTraceId } from '../errors.ts'
import { collectParams, textParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'
import type { World } from '../world.ts'

/** Calls about tokens that need none themselves. */
export function oauthCall(world: World, request: SimRequest): SimReply | undefined {
  const name = request.path.replace(/^\/v\d+\.\d+/, '')
  const handle = { '/oauth/access_token': accessToken, '/oauth/revoke': revoke }[name]
  if (!handle) return undefined
  const json = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  try {
    return { status: 200, headers: json, body: handle(world, collectParams(request)) }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const challenge = `OAuth "Facebook Platform" "invalid_code" "${error.message}"`
    return {
      status: error.status,
      headers: { ...json, 'www-authenticate': challenge },
      body: error.envelope(newTraceId()),
    }
  }
}

function clientOf(world: World, params: Params): ConsentApp {
  const apps = appsOf(app, world.settings())
  const id = textParam(params, 'client_id')
  const known = appWith(apps, id)
  if (!known) throw new GraphError({ code: 101, message: 'Error validating application. Invalid application ID.' })
  if (known.secret !== textParam(params, 'client_secret'))
    throw new GraphError({ code: 1, message: 'Error validating client secret.' })
  return known
}

const redirectText =
  'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'

const codeProblems: Record<Exclude<Redeemed['kind'], 'good'>, { subcode?: number; message: string }> = {
  unknown: { message: 'Invalid verification code format.' },
  app: { message: 'Invalid verification code format.' },
  used: { subcode: 36009, message: 'This authorization code has been used.' },
  expired: { subcode: 36007, message: 'This authorization code has expired.' },
  redirect: { subcode: 36008, message: redirectText },
  verifier: { message: 'Invalid code verifier. Code challenge does not match.' },
}

function accessToken(world: World, params: Params): object {
  const client = clientOf(world, params)
  const { shortSeconds, longSeconds } = world.settings()
  const kind = textParam(params, 'grant_type')
  if (kind === 'fb_exchange_token') {
    const held = heldToken(world, textParam(params, 'fb_exchange_token') ?? '')
    const problem = problemOf(held)
    if (!held || problem) throw new GraphError({ code: 190, ...problem })
    if (held.owner.app !== client.id)
      throw new GraphError({ code: 190, message: 'Error validating access token: the token belongs to another app' })
    return issued(world, held.owner, longSeconds)
  }
  if (kind !== undefined && kind !== 'authorization_code')
    throw new GraphError({ code: 100, message: `(#100) Unsupported grant_type: ${kind.slice(0, 50)}` })
  const redeemed = world.grants.redeem(textParam(params, 'code') ?? '', {
    app: client.id,
    redirectUri: textParam(params, 'redirect_uri'),
    verifier: textParam(params, 'code_verifier'),
  })
  if (redeemed.kind !== 'good') throw new GraphError({ code: 100, ...codeProblems[redeemed.kind] })
  return issued(world, redeemed.grant, shortSeconds)
}

/** A new string; those that were there live on. */
function issued(world: World, grant: Grant, seconds: number): object {
  const ends = world.now() + seconds * 1000
  const token = world.grants.issue(grant, { kind: 'access', beginning: 'EAA', ends })
  return { access_token: token, token_type: 'bearer', expires_in: seconds }
}

function revoke(world: World, params: Params): object {
  const client = clientOf(world, params)
  const held = heldToken(world, textParam(params, 'revoke_token') ?? '')
  if (held?.owner.app !== client.id)
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
  world.grants.revokeToken(held)
  return { success: true }
}
