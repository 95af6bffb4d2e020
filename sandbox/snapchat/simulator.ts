import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { defaultToken, paths } from './app.ts'
import { authenticate, issueToken, revokeToken } from './auth.ts'
import { consent } from './consent.ts'
import { badRequest, newRequestId, notFound, SnapError, tooMany } from './errors.ts'
import { inspect } from './inspect.ts'
import { snapchatLook } from './look.ts'
import { createLimiter } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { route } from './router.ts'
import { ensureTenant } from './seed.ts'
import { changeSettings } from './settings.ts'
import { stateOf } from './state.ts'
import { downloadRun, filePath } from './report/runs.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }

export function createSnapchatSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform: 'snapchat',
    prefix: '/snapchat',
    defaultToken,
    // Pieces of 32 MB; larger ones are refused in its own words.
    limits: { form: 36 * 1024 ** 2 },
    seed() {
      limiter.forget()
      ensureTenant(world, defaultTenant)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply: (fault, request) => faultReply(limiter, fault, request),
    state: (accountId) => stateOf(world, accountId),
    look: snapchatLook(world),
    changeSettings(input) {
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
    inspect: (name, query) => inspect(world, name, query),
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  if (request.path === paths.consent) return consent(world, request)
  if (request.path === paths.token) return issueToken(world, request)
  if (request.path === paths.revoke && request.method === 'POST') return revokeToken(world, request)
  if (request.path.startsWith(`${filePath}/`)) return downloadRun(world, request)
  let accountId: string | undefined
  const about = () => (accountId ? { accountId } : {})
  try {
    if (!/^(\/us)?\/v1\//.test(request.path)) throw notFound(request.path)
    const { token, opened } = authenticate(world, request)
    const { tenant } = opened
    limiter.charge(token)
    ensureTenant(world, tenant)
    if (request.body.malformed) throw badRequest('The body can not be read', 'E1006')
    const isAbout = (id: string) => void (accountId = id)
    return {
      status: 200,
      headers: json,
      body: await route({ world, limiter, request, tenant, opened, isAbout }),
      ...about(),
    }
  } catch (error) {
    if (!(error instanceof SnapError)) throw error
    return { ...refusal(error), ...about() }
  }
}

function refusal(error: SnapError): SimReply {
  const { status, headers } = error.details
  return { status, headers: { ...json, ...headers }, body: error.envelope(newRequestId()) }
}

function faultReply(limiter: Limiter, fault: PlatformFault, request: SimRequest): SimReply {
  switch (fault.kind) {
    case 'throttle': {
      const [, token = ''] = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? []
      limiter.block(token, fault.seconds)
      return refusal(tooMany())
    }
    case 'version-ended':
      return refusal(new SnapError({ status: 410, code: 'E1010', message: 'This version of the API is gone' }))
    case 'platform-error': {
      const { code, message = 'The request can not be served' } = fault
      // A number that is an HTTP status stands for itself; any other is the number of an error code.
      const isStatus = code >= 400 && code < 600
      const status = isStatus ? code : code === 3003 ? 404 : 400
      return refusal(new SnapError({ status, code: isStatus ? 'E1001' : `E${code}`, message }))
    }
  }
}
