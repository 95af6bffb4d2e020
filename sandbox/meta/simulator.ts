import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defineAsyncTypes } from './graph/batch/async-batch.ts'
import { authenticate, defaultToken } from './graph/access/auth.ts'
import { defineScheduleTypes } from './campaigns/budget-schedules.ts'
import type { GraphCall } from './graph/call.ts'
import { defineConversionTypes } from './content/conversions.ts'
import { GraphError, newTraceId, unknownPath } from './graph/errors.ts'
import { openGraph } from './graph/graph.ts'
import type { Graph } from './graph/graph.ts'
import { serveImage } from './creatives/images.ts'
import { defineReportTypes } from './report/reports.ts'
import { inspectMeta } from './inspect.ts'
import { metaLook } from './look.ts'
import { createLimiter, scoreExceeded } from './graph/access/limiter.ts'
import type { Limiter } from './graph/access/limiter.ts'
import { collectParams } from './graph/params.ts'
import { definePartnershipTypes } from './creatives/partnership.ts'
import { route } from './graph/router.ts'
import { ensureTenant, seedGraph } from './seed/seed.ts'
import { readSettings } from './settings.ts'
import { metaState } from './campaigns/state.ts'
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
  const graph = openGraph(context)
  const limiter = createLimiter(graph)
  return {
    platform: 'meta',
    prefix: '/meta',
    defaultToken,
    // Pictures may come as text; a film of 4 GB may come in one piece.
    limits: { body: 64 * 1024 ** 2, form: 4 * 1024 ** 3 + 1024 ** 2 },
    seed() {
      limiter.forget()
      seedGraph(graph)
    },
    handle: (request) => handle(graph, limiter, request),
    faultReply: (fault, request) => faultReply(graph, limiter, fault, request),
    state: (accountId) => metaState(graph, accountId),
    look: metaLook(graph),
    inspect: (name, query) => inspectMeta(graph, name, query),
    changeSettings(input) {
      graph.changeSettings(readSettings(input))
      context.store.flush()
      return { ...graph.settings() }
    },
  }
}

async function handle(graph: Graph, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const [, imageId] = /^\/images\/([^/]+)$/.exec(request.path) ?? []
  if (imageId && request.method === 'GET') return serveImage(graph, decodeURIComponent(imageId))
  const [, captionedId] = /^\/captions\/(\d+)\.srt$/.exec(request.path) ?? []
  if (captionedId && request.method === 'GET') return serveCaptions(graph, captionedId)
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
    const call = openCall(graph, request, version)
    return finish(200, await route(call, limiter, (id) => (accountId = id)))
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return finish(error.status, error.envelope(traceId))
  }
}

function openCall(graph: Graph, request: SimRequest, version: string): GraphCall {
  checkVersion(version, request.path)
  if (request.body.malformed) throw new GraphError({ code: 100, message: '(#100) The request body could not be read' })
  const params = collectParams(request)
  const { token, tenant } = authenticate(graph, request, params)
  if (tenant) ensureTenant(graph, tenant)
  const segments = request.path
    .slice(version.length + 1)
    .split('/')
    .filter(Boolean)
    .map(decodeSegment)
  return { graph, request, method: request.method, version, segments, params, files: request.body.files, tenant, token }
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

function faultReply(graph: Graph, limiter: Limiter, fault: PlatformFault, request: SimRequest): SimReply {
  const traceId = newTraceId()
  const accountId = accountInPath(graph, request.path)
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

function accountInPath(graph: Graph, path: string): string | undefined {
  const id = path.split('/')[2] ?? ''
  if (id.startsWith('act_')) return id.slice(4)
  return (graph.ads.get(id) ?? graph.adsets.get(id) ?? graph.campaigns.get(id) ?? graph.creatives.get(id))?.account_id
}
