import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerAssets } from './core/media/assets.ts'
import { createCallLog } from './core/control/call-log.ts'
import { createClock } from './core/control/clock.ts'
import { ControlError } from './core/control/error.ts'
import { checkCaller, checkControlCall } from './core/control/guard.ts'
import type { ServerAddress } from './core/control/guard.ts'
import { registerControl } from './core/control/control.ts'
import type { World } from './core/control/world.ts'
import { createFaultBook } from './core/control/fault-book.ts'
import { createFront } from './core/front.ts'
import type { Front } from './core/front.ts'
import { registerManager } from './core/manager/routes.ts'
import { createLatencyRules } from './core/control/latency.ts'
import { performCall } from './core/pipeline.ts'
import { drainRest, formType, readRequestBody } from './core/request-body.ts'
import type {
  Outcome,
  RequestBody,
  SimRequest,
  Simulator,
  SimulatorFactory,
  SimulatorLimits,
} from './core/simulator.ts'
import { simulatorFactories } from './simulators.ts'
import { Store } from './core/store.ts'

export interface SandboxOptions {
  host?: string
  /** 0 (the default) picks a free one. */
  port?: number
  /** How long to wait for a port that another one is about to leave. */
  waitForPortMs?: number
  /** Where the state is kept over restarts; without it the state ends with the process. */
  dataDir?: string
  seed?: number
  /** The address that links in answers carry, when callers reach the sandbox by another one than they were given. */
  publicUrl?: string
  /** Other names by which callers reach it: what was sent for a name that is not its own is refused. */
  names?: string[]
  /** Which platforms; those in the box when left out. */
  simulators?: SimulatorFactory[]
}

export interface Sandbox {
  url: string
  port: number
  platforms: { platform: string; baseUrl: string; token: string }[]
  close(): Promise<void>
}

interface StoredSettings {
  seed: number
  size: number
  offsetSeconds: number
}

const usualLimits: SimulatorLimits = { body: 16 * 1024 * 1024, form: 64 * 1024 * 1024 }
const controlBodyLimit = 1024 * 1024

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1'
  const serverAddress = { host, names: options.names ?? [], publicUrl: options.publicUrl }
  const front = createFront()
  // Before the state is touched: who finds the port taken must not write to the folder of the one that has it.
  const port = await front.listen({ host, port: options.port ?? 0 }, options.waitForPortMs ?? 0)
  const url = `http://${reachableHost(host)}:${port}`
  const address = options.publicUrl ?? url
  const open = async () => {
    const store = new Store(options.dataDir)
    const world = createWorld(store, options, () => address)
    const app = await buildServer(world, serverAddress, front)
    await app.ready()
    return { store, world, app }
  }
  const { store, world, app } = await open().catch(async (error: unknown) => {
    await front.close()
    throw error
  })
  return {
    url,
    port,
    platforms: world.simulators.map(({ platform, prefix, defaultToken }) => ({
      platform,
      baseUrl: address + prefix,
      token: defaultToken,
    })),
    async close() {
      await front.close()
      await app.close()
      store.close()
    },
  }
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function createWorld(store: Store, options: SandboxOptions, publicUrl: () => string): World {
  const saved = store.collection<StoredSettings>('sandbox.settings')
  const clock = createClock()
  const pipeline = { store, clock, faults: createFaultBook(), latency: createLatencyRules(), calls: createCallLog() }
  const settings = (): StoredSettings => saved.get('settings') ?? { seed: options.seed ?? 1, size: 1, offsetSeconds: 0 }
  const simulators: Simulator[] = []
  for (const create of options.simulators ?? simulatorFactories) {
    const simulator: Simulator = create({
      store,
      clock,
      publicUrl,
      seed: () => settings().seed,
      size: () => settings().size,
      perform: (request) => performCall(pipeline, simulator, request),
    })
    simulators.push(simulator)
  }
  const world: World = {
    ...pipeline,
    simulators,
    settings: () => ({ seed: settings().seed, size: settings().size }),
    setClock(offsetSeconds) {
      clock.setOffset(offsetSeconds)
      saved.put('settings', { ...settings(), offsetSeconds })
      store.flush()
    },
    reset(seed, size) {
      const next = { seed: seed ?? settings().seed, size: size ?? 1, offsetSeconds: 0 }
      store.clear()
      clock.setOffset(0)
      pipeline.faults.clear()
      pipeline.latency.clear()
      pipeline.calls.clear()
      saved.put('settings', next)
      for (const simulator of simulators) simulator.seed()
      store.flush()
    },
  }
  if (saved.get('settings')) resumeWorld(world, settings().offsetSeconds)
  else world.reset()
  return world
}

/** Goes on from a kept state; a platform that was added since is seeded now. */
function resumeWorld(world: World, offsetSeconds: number): void {
  world.clock.setOffset(offsetSeconds)
  for (const simulator of world.simulators) simulator.seed()
  world.store.flush()
}

async function buildServer(world: World, serverAddress: ServerAddress, front: Front): Promise<FastifyInstance> {
  const app = fastify({
    serverFactory: (handle) => front.serve(handle),
    bodyLimit: controlBodyLimit,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser(formType, (_request, _body, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    // Ahead of the server itself, which would read on without end.
    reply.raw.prependOnceListener('finish', () => drainRest(request.raw))
    checkCaller(serverAddress, request)
  })
  app.setErrorHandler((error, _request, reply) => sendError(error, reply))
  app.setNotFoundHandler((_request, reply) => {
    void reply.code(404).send({ error: { message: 'There is nothing here; GET / tells what there is.' } })
  })
  await app.register(async (manager) => registerManager(manager, world, serverAddress.publicUrl))
  await app.register(async (control) => {
    control.addHook('onRequest', async (request) => checkControlCall(request))
    registerControl(control, world)
  })
  registerAssets(app)
  for (const simulator of world.simulators) addPlatform(app, world, simulator, serverAddress.publicUrl)
  return app
}

function addPlatform(app: FastifyInstance, world: World, simulator: Simulator, publicUrl: string | undefined): void {
  const limits = { ...usualLimits, ...simulator.limits }
  for (const url of [simulator.prefix, `${simulator.prefix}/*`])
    app.all(url, { bodyLimit: limits.body }, async (request, reply) => {
      const body = await readRequestBody(request, limits)
      const call = callOf(simulator, request, body, publicUrl)
      return sendOutcome(await performCall(world, simulator, call), request, reply)
    })
}

function callOf(
  { prefix }: Simulator,
  request: FastifyRequest,
  body: RequestBody,
  publicUrl: string | undefined,
): SimRequest {
  const url = new URL(request.url, 'http://sandbox')
  return {
    method: request.method,
    path: url.pathname.slice(prefix.length) || '/',
    query: url.searchParams,
    rawQuery: request.url.split('?').slice(1).join('?'),
    headers: request.headers,
    body,
    origin: originOf(request, publicUrl),
    effects: {},
  }
}

function sendOutcome(outcome: Outcome, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (outcome.kind === 'reply') {
    const { status, headers = {}, body } = outcome.reply
    return reply.code(status).headers(headers).send(body)
  }
  reply.hijack()
  if (outcome.kind === 'drop') request.raw.socket.destroy()
  return reply
}

function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `http://${request.headers.host ?? 'localhost'}`
}

function sendError(error: unknown, reply: FastifyReply): void {
  if (error instanceof ControlError) {
    void reply.code(error.status).send({ error: { message: error.message, field: error.field } })
    return
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) console.error(error)
  void reply.code(status).send({ error: { message: status >= 500 ? 'The sandbox failed' : (error as Error).message } })
}
