import { randomBytes } from 'node:crypto'
import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { authenticate, defaultToken, grantToken } from './auth.ts'
import { ApiError, errorWithCode } from './errors.ts'
import { inspect } from './inspect.ts'
import { pinterestLook } from './look.ts'
import { createLimiter, tooMany } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { receiveUpload, uploadPath } from './objects/media.ts'
import { downloadReport, reportPath } from './report/reports.ts'
import { findRoute } from './router.ts'
import { ensureTenant, seedWorld } from './seed.ts'
import { readSettings } from './settings.ts'
import { stateOf } from './state.ts'
import { openWorld, platform, prefix, version } from './world.ts'
import type { World } from './world.ts'

export function createPinterestSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform,
    prefix,
    defaultToken,
    // Pictures of 20 MB as text; films of 2 GB.
    limits: { body: 32 * 1024 ** 2, form: 2 * 1024 ** 3 + 1024 ** 2 },
    seed() {
      limiter.forget()
      seedWorld(world)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply,
    state: (accountId) => stateOf(world, accountId),
    look: pinterestLook(world),
    changeSettings(input) {
      world.changeSettings(readSettings(input))
      context.store.flush()
      return { ...world.settings() }
    },
    inspect: (name, query) => inspect(world, name, query),
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const { method, path } = request
  if (method === 'POST' && path === uploadPath) return receiveUpload(world, request)
  if (method === 'GET' && path.startsWith(`${reportPath}/`)) return downloadReport(world, request)
  const accountId = accountInPath(request)
  let headers: Record<string, string> = {}
  try {
    if (!path.startsWith(`/${version}/`)) throw new ApiError(404, 404, 'Not found.')
    const rest = path.slice(version.length + 1)
    if (method === 'POST' && rest === '/oauth/token') return { status: 200, body: grantToken(world, request) }
    const tenant = authenticate(world, request)
    ensureTenant(world, tenant)
    const { route, ids } = findRoute(method, rest)
    headers = limiter.charge(tenant, route.category)
    const body = await route.handle({ world, request, tenant }, ids)
    return {
      status: route.status ?? 200,
      headers: { ...headers, ...requestId() },
      body,
      ...(accountId ? { accountId } : {}),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return errorReply(error, accountId, headers)
  }
}

function errorReply(error: ApiError, accountId: string | undefined, headers: Record<string, string> = {}): SimReply {
  return {
    status: error.status,
    headers: { ...headers, ...error.headers, ...requestId() },
    body: error.problem,
    ...(accountId ? { accountId } : {}),
  }
}

function requestId(): Record<string, string> {
  return { 'x-pinterest-rid': randomBytes(8).toString('hex') }
}

function accountInPath({ path, query }: SimRequest): string | undefined {
  return /\/ad_accounts\/(\d+)/.exec(path)?.[1] ?? query.get('ad_account_id') ?? undefined
}

function faultReply(fault: PlatformFault, request: SimRequest): SimReply {
  return errorReply(faultError(fault), accountInPath(request))
}

function faultError(fault: PlatformFault): ApiError {
  switch (fault.kind) {
    case 'throttle':
      return tooMany(400, fault.seconds)
    case 'version-ended':
      return new ApiError(404, 404, 'This version of the API is no longer available.')
    case 'platform-error':
      return errorWithCode(fault.code, fault.message ?? 'Something went wrong on our end. Sorry about that.')
  }
}
