import { randomBytes } from 'node:crypto'
import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { defaultToken, paths } from './app.ts'
import { authenticate, introspectToken, issueToken, revokeToken, userInfo } from './auth.ts'
import { consent } from './consent.ts'
import type { ApiAnswer } from './call.ts'
import { ApiError, errorReply, refused } from './errors.ts'
import { inspect } from './inspect.ts'
import { linkedInLook } from './look.ts'
import { createLimiter, throttled } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { uploadPath } from './media/media.ts'
import { receiveUpload } from './media/uploads.ts'
import { openWorld, platform, prefix } from './world.ts'
import type { World } from './world.ts'
import { perform } from './perform.ts'
import { reducedEncode } from './restli/parser.ts'
import { inactive } from './restli/versions.ts'
import { ensureTenant } from './seed.ts'
import { changeSettings } from './settings.ts'
import { stateOf } from './state.ts'

export function createLinkedInSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform,
    prefix,
    defaultToken,
    // Documents of 100 MB; larger ones are refused in its own words.
    limits: { body: 128 * 1024 ** 2 },
    seed() {
      limiter.forget()
      ensureTenant(world, defaultTenant)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply: (fault, request) => faultReply(limiter, fault, request),
    state: (accountId) => stateOf(world, accountId),
    look: linkedInLook(world),
    changeSettings(input) {
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
    inspect: (name, query) => inspect(world, name, query),
  }
}

const tokenEndpoints: Record<string, (world: World, request: SimRequest) => SimReply> = {
  [paths.consent]: consent,
  [paths.token]: issueToken,
  [paths.introspect]: introspectToken,
  [paths.revoke]: revokeToken,
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const { path } = request
  const tokenEndpoint = Object.hasOwn(tokenEndpoints, path) ? tokenEndpoints[path] : undefined
  if (tokenEndpoint) return tokenEndpoint(world, request)
  if (path.startsWith(`${uploadPath}/`)) return receiveUpload(world, request)
  try {
    if (path === paths.userInfo && request.method === 'GET') return withTraces(userInfo(world, request), request)
    const caller = authenticate(world, request)
    ensureTenant(world, caller.tenant)
    return withTraces(answered(await perform({ world, limiter, request }, caller)), request)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return withTraces(errorReply(error), request)
  }
}

/** What was created is named in a header. */
function answered({ status = 200, id, isBareId, body }: ApiAnswer): SimReply {
  const created: Record<string, string> = id === undefined ? {} : { 'x-restli-id': isBareId ? id : reducedEncode(id) }
  const headers = { ...created, 'x-restli-protocol-version': '2.0.0' }
  return { status, headers, body: body === undefined ? '' : body }
}

function withTraces(reply: SimReply, request: SimRequest): SimReply {
  const accountId = accountInPath(request)
  const id = randomBytes(16)
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-li-uuid': id.toString('base64'),
      'x-li-fabric': 'prod-lor1',
      'x-li-pop': 'afd-prod-lor1-x',
      'x-li-proto': 'http/1.1',
      'x-li-request-id': id.toString('hex'),
    },
    ...(accountId ? { accountId } : {}),
  }
}

function accountInPath({ path }: SimRequest): string | undefined {
  return /\/adAccounts\/(\d+)/.exec(path)?.[1]
}

const codes: Record<number, string> = {
  400: 'ILLEGAL_ARGUMENT',
  401: 'INVALID_ACCESS_TOKEN',
  403: 'ACCESS_DENIED',
  404: 'RESOURCE_NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNDER_MAINTENANCE',
}
const serviceCodes: Record<number, [number, string, string]> = {
  65600: [401, 'INVALID_ACCESS_TOKEN', 'Invalid access token'],
  65601: [401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'],
  65602: [401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired'],
  100: [403, 'ACCESS_DENIED', 'Not enough permissions to access the resource'],
}

function faultReply(limiter: Limiter, fault: PlatformFault, request: SimRequest): SimReply {
  return withTraces(errorReply(faultError(limiter, fault, request)), request)
}

function faultError(limiter: Limiter, fault: PlatformFault, { path, headers }: SimRequest): ApiError {
  switch (fault.kind) {
    case 'throttle':
      limiter.block(resourceIn(path), fault.seconds)
      return throttled()
    case 'version-ended':
      return inactive(String(headers['linkedin-version'] ?? '202607'))
    case 'platform-error': {
      const { code, message } = fault
      const known = serviceCodes[code]
      if (known) {
        const [status, name, text] = known
        return new ApiError(status, { serviceErrorCode: code, code: name, message: message ?? text })
      }
      if (code === 429) return throttled()
      // `CONFLICT: text` in the message stands for itself; otherwise the code is a status.
      const [, name = codes[code], text] = /^([A-Z][A-Z_]+)(?:: (.*))?$/.exec(message ?? '') ?? []
      const shownText = text ?? message ?? 'Something went wrong.'
      return name ? new ApiError(code, { code: name, message: shownText }) : refused(code, shownText, 0)
    }
  }
}

/** `/rest/adAccounts/5/creatives/...` is `creatives`. */
function resourceIn(path: string): string {
  const [, , first = '', , third] = path.split('/')
  return third ?? first
}
