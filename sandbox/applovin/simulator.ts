import { randomUUID } from 'node:crypto'
import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { accountOf, authenticate, defaultToken } from './auth.ts'
import { ApiError, blocked, blockedCode, tooMany } from './errors.ts'
import { inspect } from './inspect.ts'
import { appLovinLook } from './look.ts'
import { createLimiter } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { managePath, openWorld, platform, prefix, reportPath } from './world.ts'
import type { World } from './world.ts'
import { readReport } from './report/report.ts'
import { findRoute } from './router.ts'
import { seedWorld } from './seed.ts'
import { readSettings } from './settings.ts'
import { stateOf } from './state.ts'

export function createAppLovinSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform,
    prefix,
    defaultToken,
    // 40 files, 10 GB together.
    limits: { form: 10 * 1024 ** 3 + 1024 ** 2 },
    seed() {
      limiter.forget()
      seedWorld(world)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply: (fault, request) => faultReply(limiter, fault, request),
    state: (accountId) => stateOf(world, accountId),
    look: appLovinLook(world),
    changeSettings(input) {
      world.changeSettings(readSettings(input))
      context.store.flush()
      return { ...world.settings() }
    },
    inspect: (name, query) => inspect(world, limiter, name, query),
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const { method, path } = request
  if (path === reportPath) return readReport(world, request)
  let accountId: string | undefined
  try {
    if (!path.startsWith(`${managePath}/`)) throw new ApiError(404, 404, 'Not found')
    const tenant = authenticate(world, request)
    const account = accountOf(world, tenant, request)
    accountId = account.id
    limiter.charge(account.id)
    const body = await findRoute(method, path.slice(managePath.length))({ world, limiter, request, account })
    return { status: 200, headers: traced(), body, accountId }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (accountId !== undefined && error.status !== 429) limiter.noteError(accountId)
    return refusal(error, accountId)
  }
}

function refusal(error: ApiError, accountId: string | undefined): SimReply {
  return {
    status: error.status,
    headers: { ...traced(), ...error.headers, 'content-type': 'text/plain' },
    body: `HTTP ${error.status}`,
    ...(accountId === undefined ? {} : { accountId }),
  }
}

function traced(): Record<string, string> {
  return { 'X-TRACE-ID': randomUUID() }
}

function faultReply(limiter: Limiter, fault: PlatformFault, request: SimRequest): SimReply {
  const accountId = request.query.get('account_id') ?? undefined
  if (request.path === reportPath) {
    const { code = 429 } = fault as { code?: number }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: { code } }
  }
  const error = faultError(fault)
  if (accountId !== undefined && fault.kind === 'throttle') limiter.throttle(accountId, fault.seconds)
  if (accountId !== undefined && error.status !== 429) limiter.noteError(accountId)
  return refusal(error, accountId)
}

function faultError(fault: PlatformFault): ApiError {
  switch (fault.kind) {
    case 'throttle':
      return tooMany()
    case 'version-ended':
      return new ApiError(404, 404, 'Not found')
    case 'platform-error': {
      const { code, message = 'The request can not be served' } = fault
      if (code === blockedCode) return blocked()
      // A number that is an HTTP status stands for itself.
      return new ApiError(code >= 400 && code < 600 ? code : 400, code, message)
    }
  }
}
