import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defineAsyncTypes } from './graph/batch/async-batch.ts'
import { defaultToken } from './app.ts'
import { authenticate } from './auth.ts'
import { defineScheduleTypes } from './campaigns/budget-schedules.ts'
import type { GraphCall } from './call.ts'
import { defineConversionTypes } from './content/conversions.ts'
import { GraphError, newTraceId, unknownPath } from './errors.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'
import { serveImage } from './creatives/images.ts'
import { defineReportTypes } from './report/reports.ts'
import { inspect } from './inspect.ts'
import { metaLook } from './look.ts'
import { createLimiter, scoreExceeded } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { collectParams } from './graph/params.ts'
import { definePartnershipTypes } from './creatives/partnership.ts'
import { route } from './router.ts'
import { ensureTenant, seedWorld } from './seed.ts'
import { consent, dialogPath } from './oauth/consent.ts'
import { oauthCall } from './oauth/tokens.ts'
import { changeSettings } from './settings.ts'
import { stateOf } from './state.ts'
import { defineAccountTypes } from './types/accounts.ts'
import { defineActivityTypes } from './types/activities.ts'
import { defineCampaignTypes } from './types/campaigns.ts'
import { defineContentTypes } from './types/content.ts'
import { defineCreativeTypes } from './types/creatives.ts'
import { serveCaptions } from './creatives/video-extras.ts'

const versions = ['v26.0', 'v25.0']
const newestVersion = 26

export function createMetaSimulator(context: SimContext): Simulator {
  defineAccountTypes()
  defineCampaignTypes()
  defineCreativeTypes()
  defineActivityTypes()
  defineAsyncTypes()
  defineReportTypes()
  defineContentTypes()
  defineConversionTypes()
  defineScheduleTypes()
  definePartnershipTypes()
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform: 'meta',
    prefix: '/meta',
    defaultToken,
    // Pictures may come as text; a film of 4 GB may come in one piece.
    limits: { body: 64 * 1024 ** 2, form: 4 * 1024 ** 3 + 1024 ** 2 },
    seed() {
      limiter.forget()
      seedWorld(world)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply: (fault, request) => faultReply(world, limiter, fault, request),
    state: (accountId) => stateOf(world, accountId),
    look: metaLook(world),
    inspect: (name, query) => inspect(world, name, query),
    changeSettings(input) {
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const [, imageId] = /^\/images\/([^/]+)$/.exec(request.path) ?? []
  if (imageId && request.method === 'GET') return serveImage(world, decodeURIComponent(imageId))
  const [, captionedId] = /^\/captions\/(\d+)\.srt$/.exec(request.path) ?? []
  if (captionedId && request.method === 'GET') return serveCaptions(world, captionedId)
  if (dialogPath.test(request.path)) return consent(world, request)
  const aboutTokens = oauthCall(world, request)
  if (aboutTokens) return aboutTokens
  let accountId: string | undefined
  const traceId = newTraceId()
  const version = /^\/(v\d+\.\d+)/.exec(request.path)?.[1] ?? ''
  const finish = (status: number, body: unknown): SimReply => ({
    status,
    headers: { ...baseHeaders(version, traceId), ...limiter.headers(accountId) },
    body,
    ...(accountId ? { accountId: `act_${accountId}` } : {}),
  })
  try {
    const call = openCall(world, request, version)
    return finish(200, await route(call, limiter, (id) => (accountId = id)))
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return finish(error.status, error.envelope(traceId))
  }
}

function openCall(world: World, request: SimRequest, version: string): GraphCall {
  checkVersion(version, request.path)
  if (request.body.malformed) throw new GraphError({ code: 100, message: '(#100) The request body could not be read' })
  const params = collectParams(request)
  const { token, tenant, opened } = authenticate(world, request, params)
  if (tenant) ensureTenant(world, tenant)
  const segments = request.path
    .slice(version.length + 1)
    .split('/')
    .filter(Boolean)
    .map(decodeSegment)
  return {
    world,
    request,
    method: request.method,
    version,
    segments,
    params,
    files: request.body.files,
    tenant,
    token,
    opened,
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** No version means the oldest one, and the oldest ones have ended. */
function checkVersion(version: string, path: string): void {
  if (versions.includes(version)) return
  if (Number(version.slice(1)) > newestVersion) throw unknownPath(path)
  throw versionEnded()
}

function versionEnded(): GraphError {
  return new GraphError({
    code: 2635,
    message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: ${versions[0]}.`,
  })
}

function baseHeaders(version: string, traceId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=UTF-8',
    'facebook-api-version': versions.includes(version) ? version : (versions[0] ?? ''),
    'x-fb-trace-id': traceId,
    'x-fb-rev': '1029384756',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
  }
}

function faultReply(world: World, limiter: Limiter, fault: PlatformFault, request: SimRequest): SimReply {
  const traceId = newTraceId()
  const accountId = accountInPath(world, request.path)
  const error = faultError(fault)
  const usage =
    fault.kind === 'throttle' ? limiter.throttleHeaders(accountId ?? '0', fault.seconds) : limiter.headers(accountId)
  return {
    status: error.status,
    headers: { ...baseHeaders(versions[0] ?? '', traceId), ...usage },
    body: error.envelope(traceId),
    ...(accountId ? { accountId: `act_${accountId}` } : {}),
  }
}

function faultError(fault: PlatformFault): GraphError {
  switch (fault.kind) {
    case 'throttle':
      return scoreExceeded()
    case 'version-ended':
      return versionEnded()
    case 'platform-error': {
      const { code, subcode, message = 'An unexpected error has occurred. Please retry your request later.' } = fault
      const isTransient = code === 1 || code === 2
      return new GraphError({
        code,
        subcode,
        message: `(#${code}) ${message}`,
        transient: code === 2,
        status: isTransient ? 500 : 400,
      })
    }
  }
}

function accountInPath(world: World, path: string): string | undefined {
  const id = path.split('/')[2] ?? ''
  if (id.startsWith('act_')) return id.slice(4)
  return (world.ads.get(id) ?? world.adsets.get(id) ?? world.campaigns.get(id) ?? world.creatives.get(id))?.account_id
}
