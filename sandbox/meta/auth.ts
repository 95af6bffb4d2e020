import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { GraphError } from './errors.ts'
import type { World } from './world.ts'
import { textParam } from './graph/params.ts'
import type { Params } from './graph/params.ts'

export const defaultToken = 'sandbox-meta-token'

/** The one app of the sandbox: its secret signs calls. */
export const app = { id: '102938475610293', secret: 'sandbox-meta-app-secret', name: 'Sandbox App' }

const appToken = `${app.id}|${app.secret}`

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

export function tenantOf(token: string): string | undefined {
  return tenantOfToken(withoutPage(token), defaultToken)
}

/** The company behind the call, or the platform's refusal. */
export function authenticate(world: World, request: SimRequest, params: Params): { token: string; tenant: string } {
  const token = tokenOf(request, params)
  if (!token) throw new GraphError({ code: 104, message: 'An access token is required to request this resource.' })
  const tenant = token === appToken ? '' : tenantOf(token)
  if (tenant === undefined)
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
  const { tokenEndsAt, requireAppsecretProof } = world.settings()
  if (tokenEndsAt > 0 && world.now() >= tokenEndsAt * 1000)
    throw new GraphError({ code: 190, subcode: 463, message: 'Error validating access token: Session has expired' })
  checkProof(token, textParam(params, 'appsecret_proof'), requireAppsecretProof)
  return { token, tenant }
}

function checkProof(token: string, proof: string | undefined, isRequired: boolean): void {
  const fail = (message: string) => new GraphError({ code: 100, type: 'GraphMethodException', message })
  if (proof === undefined) {
    if (isRequired) throw fail('API calls from the server require an appsecret_proof argument')
    return
  }
  const expected = Buffer.from(createHmac('sha256', app.secret).update(token).digest('hex'))
  const given = Buffer.from(proof)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw fail('Invalid appsecret_proof provided in the API argument')
}
