import { randomBytes } from 'node:crypto'
import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultToken } from './app.ts'
import { authenticate, grantToken, requireScope, revokeToken } from './auth.ts'
import { consent, consentPath } from './consent.ts'
import { ApiError, errorWithCode } from './errors.ts'
import { inspect } from './inspect.ts'
import { pinterestLook } from './look.ts'
import { createLimiter, tooMany } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { receiveUpload, uploadPath } from './objects/media.ts'
import { downloadReport, reportPath } from './report/reports.ts'
import { findRoute, scopeOf } from './router.ts'
import { ensureTenant, seedWorld } from './seed.ts'
import { changeSettings } from './settings.ts'
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
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
    inspect: (name, query) => inspect(world, name, query),
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const { method, path } = request
  if (method === 'POST' && path === uploadPath) return receiveUpload(world, request)
  if (method === 'GET' && path.startsWith(`${reportPath}/`)) return downloadReport(world, request)
  if (path === consentPath) return consent(world, request)
  const accountId = accountInPath(request)
  let headers: Record<string, string> = {}
  try {
    if (!path.startsWith(`/${version}/`)) throw new ApiError(404, 404, 'Not found.')
    const rest = path.slice(version.length + 1)
    if (method === 'POST' && rest === '/oauth/token') return { status: 200, body: grantToken(world, request) }
    if (method === 'POST' && rest === '/oauth/token/revoke') return revokeToken(world, request)
    const opened = authenticate(world, request)
    const { tenant } = opened
    ensureTenant(world, tenant)
    const { route, ids } = findRoute(method, rest)
    requireScope(opened, scopeOf(route))
    headers = limiter.charge(tenant, route.category)
    const body = await route.handle({ world, request, tenant, opened }, ids)
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
