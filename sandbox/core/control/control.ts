import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ControlError } from './error.ts'
import { clockInput, parseControl, resetInput, sizes } from './input.ts'
import { addFault, findSimulator, setFuture, setLatency } from './steering.ts'
import type { Simulator } from '../simulator.ts'
import type { World } from './world.ts'

const overview = {
  'GET /_control': 'this list',
  'POST /_control/reset': '{ seed?, size?: "small" | "large" | 1-500 }',
  'POST /_control/latency': '{ platform, ms, jitterMs?, match?: { method?, path? } }; 0 ms removes',
  'GET /_control/latency': 'the delays in force',
  'POST /_control/faults':
    '{ platform, fault, match?: { method?, path? }, after?, times? (0 or null: for ever), status?, body?, code?, subcode?, message?, seconds?, fields? }',
  'GET /_control/faults': 'the faults and how often each was applied',
  'DELETE /_control/faults': 'removes them (?platform=)',
  'GET /_control/state?platform=': 'accounts, counts and ads (&accountId=)',
  'GET /_control/calls?platform=': 'the calls so far, in order; DELETE forgets them',
  'POST /_control/clock': '{ offsetSeconds, stopped? }',
  'POST /_control/future': '{ platform, date }; the platform as it will be on that day',
  'POST /_control/<platform>': "a platform's own switches; an empty object shows them",
  'GET /_control/<platform>/<name>': 'what a platform knows of itself, such as the totals behind its reports',
}

export function registerControl(app: FastifyInstance, world: World): void {
  app.get('/_control', () => ({ platforms: world.simulators.map(describe), calls: overview, ...world.settings() }))
  registerSteering(app, world)
  registerFaults(app, world)
  registerViews(app, world)
  app.post<{ Params: { platform: string } }>('/_control/:platform', (request) => {
    const simulator = findSimulator(world, request.params.platform, 'platform')
    if (!simulator.changeSettings) throw new ControlError('platform', `${simulator.platform} has no switches`)
    return { platform: simulator.platform, settings: simulator.changeSettings(objectBody(request)) }
  })
  app.get<{ Params: { platform: string; name: string } }>('/_control/:platform/:name', (request) => {
    const simulator = findSimulator(world, request.params.platform, 'platform')
    const query = request.query as Record<string, string | undefined>
    if (!simulator.inspect) throw new ControlError('name', `${simulator.platform} shows nothing but its state`)
    return { platform: simulator.platform, ...simulator.inspect(request.params.name, query) }
  })
}

function describe(simulator: Simulator) {
  return { platform: simulator.platform, prefix: simulator.prefix, token: simulator.defaultToken }
}

function registerSteering(app: FastifyInstance, world: World): void {
  app.post('/_control/reset', (request) => {
    const { seed, size } = parseControl(resetInput, objectBody(request))
    world.reset(seed, typeof size === 'string' ? sizes[size] : size)
    return { reset: true, ...world.settings() }
  })
  const time = () => ({
    offsetSeconds: world.clock.offsetSeconds(),
    stopped: world.clock.isStopped(),
    now: new Date(world.clock.now()).toISOString(),
  })
  app.post('/_control/clock', (request) => {
    const { offsetSeconds, stopped } = parseControl(clockInput, objectBody(request))
    world.setClock(offsetSeconds)
    if (stopped) world.clock.stop()
    return time()
  })
  app.get('/_control/clock', time)
  app.post('/_control/future', (request) => setFuture(world, objectBody(request)))
  app.post('/_control/latency', (request) => {
    setLatency(world, objectBody(request))
    return { latency: world.latency.list() }
  })
  app.get('/_control/latency', () => ({ latency: world.latency.list() }))
}

function registerFaults(app: FastifyInstance, world: World): void {
  app.post('/_control/faults', (request) => ({ fault: addFault(world, objectBody(request)) }))
  app.get('/_control/faults', (request) => ({ faults: world.faults.list(optionalPlatform(world, request)) }))
  app.delete('/_control/faults', (request) => ({ removed: world.faults.clear(optionalPlatform(world, request)) }))
}

function registerViews(app: FastifyInstance, world: World): void {
  app.get('/_control/state', (request) => {
    const query = request.query as Record<string, string | undefined>
    return findSimulator(world, query['platform'], 'platform').state(query['accountId'])
  })
  app.get('/_control/calls', (request) => {
    const platform = optionalPlatform(world, request)
    return { platform: platform ?? null, calls: world.calls.list(platform) }
  })
  app.delete('/_control/calls', (request) => {
    world.calls.clear(optionalPlatform(world, request))
    return { cleared: true }
  })
}

function optionalPlatform(world: World, request: FastifyRequest): string | undefined {
  const { platform } = request.query as Record<string, string | undefined>
  return platform === undefined ? undefined : findSimulator(world, platform, 'platform').platform
}

function objectBody(request: FastifyRequest): Record<string, unknown> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return {}
  try {
    const parsed = JSON.parse(request.body.toString('utf8')) as unknown
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    throw new ControlError('body', 'The body is not JSON')
  }
  throw new ControlError('body', 'The body must be a JSON object')
}
