import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { defaultToken, paths } from './app.ts'
import { authenticate, issueToken, revokeToken, tokenInfo } from './auth.ts'
import { consent } from './consent.ts'
import { PlainRefusal, Refusal, errorReply, htmlNotFound, newRequestId, refusal } from './errors.ts'
import { inspect } from './inspect.ts'
import { googleAdsLook } from './look.ts'
import { createLimiter, throttled } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { openWorld, platform, prefix, version } from './world.ts'
import type { World } from './world.ts'
import { findRoute } from './router.ts'
import type { ResultCache } from './call.ts'
import { ensureTenant } from './seed.ts'
import { changeSettings } from './settings.ts'
import { stateOf } from './state.ts'

interface SimulatorParts {
  world: World
  limiter: Limiter
  results: ResultCache
}

export function createGoogleAdsSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const simulator: SimulatorParts = { world, limiter: createLimiter(world), results: new Map() }
  return {
    platform,
    prefix,
    defaultToken,
    // As much as its servers take in one message.
    limits: { body: 64 * 1024 ** 2 },
    seed() {
      simulator.limiter.forget()
      simulator.results.clear()
      ensureTenant(world, defaultTenant)
    },
    handle: (request) => handle(simulator, request),
    faultReply: (fault, request) => faultReply(simulator, fault, request),
    state: (accountId) => stateOf(world, accountId),
    look: googleAdsLook(world),
    changeSettings(input) {
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
    inspect: (name, query) => inspect(world, name, query),
  }
}

async function handle(simulator: SimulatorParts, request: SimRequest): Promise<SimReply> {
  const { world } = simulator
  const { path, method } = request
  if (path === paths.consent) return consent(world, request)
  if (path === paths.token) return issueToken(world, request)
  if (path === paths.revoke) return revokeToken(world, request)
  if (path === paths.about) return tokenInfo(world, request)
  const [, number, rest = ''] = /^\/v(\d+)(\/.*)$/.exec(path) ?? []
  if (number === undefined || Number(number) > Number(version.slice(1)) || Number(number) === 0)
    return htmlNotFound(path)
  const requestId = newRequestId()
  const accountId = accountInPath(request)
  const about = accountId ? { accountId } : {}
  try {
    if (`v${number}` !== version) throw versionEnded(`v${number}`)
    const opened = authenticate(world, request)
    const { tenant } = opened
    ensureTenant(world, tenant)
    const { route, parts } = findRoute(method, rest)
    const body = route.handle({ ...simulator, request, tenant, opened, requestId }, parts)
    return { status: 200, headers: { 'request-id': requestId }, body, ...about }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof PlainRefusal)) throw error
    return { ...refused(error, request, requestId), ...about }
  }
}

/** What a stream has to tell stands in a list, errors included. */
function refused(error: Refusal | PlainRefusal, { path }: SimRequest, requestId = newRequestId()): SimReply {
  const reply = errorReply(error, requestId)
  return path.endsWith(':searchStream') ? { ...reply, body: [reply.body] } : reply
}

function accountInPath({ path }: SimRequest): string | undefined {
  return /\/customers\/(\d{10})[/:]/.exec(path)?.[1]
}

function versionEnded(named: string): Refusal {
  return refusal(
    'requestError.UNSUPPORTED_VERSION',
    `Version ${named} is deprecated. Requests to this version will be blocked.`,
  )
}

const codeOfStatus: Record<number, string> = {
  400: 'requestError.UNKNOWN',
  401: 'authenticationError.OAUTH_TOKEN_INVALID',
  403: 'authorizationError.USER_PERMISSION_DENIED',
  409: 'databaseError.CONCURRENT_MODIFICATION',
  429: 'quotaError.RESOURCE_TEMPORARILY_EXHAUSTED',
  500: 'internalError.INTERNAL_ERROR',
}

function faultReply({ limiter }: SimulatorParts, fault: PlatformFault, request: SimRequest): SimReply {
  const accountId = accountInPath(request)
  const about = accountId ? { accountId } : {}
  switch (fault.kind) {
    case 'throttle':
      limiter.block(accountId ?? '', fault.seconds)
      return { ...refused(throttled(fault.seconds), request), ...about }
    case 'version-ended':
      return { ...refused(versionEnded(version), request), ...about }
    case 'platform-error': {
      const { code, message = 'Something went wrong.' } = fault
      // `campaignError.DUPLICATE_CAMPAIGN_NAME: text` in the message stands for itself; otherwise the code is a status.
      const [, name = codeOfStatus[code], text] = /^(\w+Error\.[A-Z_]+)(?:: (.*))?$/.exec(message) ?? []
      const error = name ? refusal(name, text ?? message) : new PlainRefusal(code, text ?? message)
      return { ...refused(error, request), ...about }
    }
  }
}
