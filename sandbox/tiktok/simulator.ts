import { randomUUID } from 'node:crypto'
import { ControlError } from '../core/control/error.ts'
import type { PlatformFault, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultToken } from './app.ts'
import { authenticate, tokenCalls } from './auth.ts'
import { consent, consentPath } from './consent.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'
import { collectParams, optionalText, writeJson } from './call.ts'
import { servePicture } from './objects/covers.ts'
import { CsvText, throttled, TikTokError } from './errors.ts'
import { totalsOf } from './inspect.ts'
import { tiktokLook } from './look.ts'
import { createLimiter } from './limiter.ts'
import type { Limiter } from './limiter.ts'
import { routes } from './router.ts'
import type { Handler } from './router.ts'
import { ensureTenant, seedWorld } from './seed.ts'
import { changeSettings } from './settings.ts'
import { stateOf } from './state.ts'

const versionPath = '/open_api/v1.3'

export function createTikTokSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  const limiter = createLimiter(world)
  return {
    platform: 'tiktok',
    prefix: '/tiktok',
    defaultToken,
    // Films of 500 MB in one piece; larger is refused in its own words.
    limits: { form: 501 * 1024 ** 2 },
    seed() {
      limiter.forget()
      seedWorld(world)
    },
    handle: (request) => handle(world, limiter, request),
    faultReply: (fault, request) => refusal(faultError(fault), accountIn(request)),
    state: (accountId) => stateOf(world, accountId),
    look: tiktokLook(world),
    changeSettings(input) {
      const settings = changeSettings(world, input)
      context.store.flush()
      return { ...settings }
    },
    liveOn(day) {
      world.changeSettings({ future: day })
      context.store.flush()
      return { ...world.settings() }
    },
    inspect(name, query) {
      if (name === 'limits') return { refused: limiter.refused() }
      if (name === 'totals') return totalsOf(world, query)
      throw new ControlError('name', `There is nothing called ${name} to look at; there is: limits, totals`)
    },
  }
}

async function handle(world: World, limiter: Limiter, request: SimRequest): Promise<SimReply> {
  const [, picture] = /^\/pictures\/(.+)\.png$/.exec(request.path) ?? []
  if (picture && request.method === 'GET') return servePicture(world, decodeURIComponent(picture))
  if (consentPath.test(request.path)) return consent(world, request)
  const path = request.path.startsWith(versionPath) ? request.path.slice(versionPath.length) : ''
  const tokenCall = Object.hasOwn(tokenCalls, path) ? tokenCalls[path] : undefined
  if (tokenCall && request.method === 'POST') return answering(() => tokenCall(world, collectParams(request)))
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  // Only what never reaches the interface behind the paths is answered with a status.
  if (!route) return plain(404, '404 page not found')
  const handler = request.method === 'GET' || request.method === 'POST' ? route[request.method] : undefined
  if (!handler) return plain(405, '405 method not allowed')
  const accountId = accountIn(request)
  try {
    const data = await run(world, limiter, { request, path, handler })
    if (data instanceof CsvText) return { status: 200, headers: { 'content-type': 'text/csv' }, body: data.text }
    return dated(world, answer({ code: 0, message: 'OK' }, data, accountId))
  } catch (error) {
    if (!(error instanceof TikTokError)) throw error
    return dated(world, refusal(error, accountId))
  }
}

/** Every answer says which day it is on the platform. */
function dated(world: World, reply: SimReply): SimReply {
  return { ...reply, headers: { ...reply.headers, date: new Date(world.calendarNow()).toUTCString() } }
}

function answering(call: () => object): SimReply {
  try {
    return answer({ code: 0, message: 'OK' }, call(), undefined)
  } catch (error) {
    if (!(error instanceof TikTokError)) throw error
    return refusal(error, undefined)
  }
}

async function run(
  world: World,
  limiter: Limiter,
  { request, path, handler }: { request: SimRequest; path: string; handler: Handler },
): Promise<object> {
  const { opened, token } = authenticate(world, request, path)
  const { tenant } = opened
  ensureTenant(world, tenant)
  limiter.charge(tenant, path)
  return handler({ world, request, tenant, opened, token, params: collectParams(request), files: request.body.files })
}

function accountIn({ query, body }: SimRequest): string | undefined {
  return query.get('advertiser_id') ?? optionalText(body.fields, 'advertiser_id')
}

function refusal(error: TikTokError, accountId: string | undefined): SimReply {
  return answer({ code: error.code, message: error.message }, {}, accountId)
}

function answer(verdict: { code: number; message: string }, data: object, accountId: string | undefined): SimReply {
  const requestId = randomUUID().replaceAll('-', '').toUpperCase()
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-tt-logid': requestId, 'x-tt-trace-id': requestId },
    body: writeJson({ ...verdict, request_id: requestId, data }),
    ...(accountId ? { accountId } : {}),
  }
}

function plain(status: number, text: string): SimReply {
  return { status, headers: { 'content-type': 'text/plain' }, body: text }
}

function faultError(fault: PlatformFault): TikTokError {
  switch (fault.kind) {
    case 'throttle':
      return throttled()
    case 'version-ended':
      return new TikTokError(40008, 'The endpoint is no longer available in this version.')
    case 'platform-error':
      return new TikTokError(fault.code, fault.message ?? 'The platform refused the call.')
  }
}
