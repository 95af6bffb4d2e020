import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { AppError, CallerGone } from '../errors.ts'
import { maxFileBytes } from '../core/media/storage.ts'
import type { Services } from '../services.ts'
import { requireScope } from './auth.ts'
import type { Authenticator } from './auth.ts'
import { Answer } from '../call/endpoint.ts'
import type { Caller } from '../core/caller.ts'
import type { Endpoint, Surface } from '../call/endpoint.ts'
import { surfaceOfPath, wrapAnswer } from './envelope.ts'
import { pathOf, sendError } from './failures.ts'
import { checkIdempotencyKey } from '../call/idempotency.ts'
import { createClaim, noClaim, Replay } from '../call/late-claim.ts'
import type { LateClaim } from '../call/late-claim.ts'
import { parseInput } from '../call/parse.ts'
import { rateClassOf } from '../call/rate-limit.ts'
import type { RateClass, RateLimiter } from '../call/rate-limit.ts'
import { maxBodyBytes } from '../call/limits.ts'
import { parseJson } from './read-body.ts'
import { refuseOtherMethods, routesOf } from './other-methods.ts'
import { createFileReader } from './read-file.ts'
import { requestIdFrom } from './request-id.ts'
import { answerBrokenRequest, callersRest, drainRest, holdContinues, socketOptions } from './sockets.ts'
import { strangersRest, trackAnswers, watchBody, watchReader } from './sockets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    surface: Surface
  }
}

export interface ServerParts {
  endpoints: Endpoint[]
  services: Services
  authenticator: Authenticator
  rateLimiter: RateLimiter
  publicUrl: () => string
}

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    loggerInstance: undefined,
    logger: false,
    genReqId: (request) => requestIdFrom(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // Bodies are bounded by what they are: a file may take longer than a text.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: socketOptions,
    // The connection of a client that sends nonsense gets an answer too, in our own words.
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts.publicUrl()),
    // Before there is a route, no hook has run.
    frameworkErrors: (error, request, reply) => {
      greet(parts, request, reply)
      void sendError(parts, request, reply, error)
    },
  })
  trackAnswers(server.server)
  const continues = holdContinues(server.server)
  server.decorateRequest('caller', null)
  server.decorateRequest('surface', 'v1')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
  // The reader of forms stops one byte after the largest file, so that we can say so. Its limit on parts is left alone:
  // nobody would listen to the parts beyond it, and the first of them that breaks would end the process.
  await server.register(multipart, { limits: { fileSize: maxFileBytes + 1, files: 2, fields: 20, fieldSize: 65_536 } })

  server.addHook('onRequest', async (request, reply) => {
    greet(parts, request, reply)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw noHost()
    // Before the body is read, like everything that can be refused without it.
    if (request.is404) throw noSuchOperation(parts, request)
  })
  server.addHook('preParsing', async (request, reply) => continues.send(request.raw, reply.raw))
  server.addHook('onSend', async (_request, reply) => watchReader(reply.raw, parts.services.config.uploadIdleMs))
  server.addHook('onResponse', async ({ routeOptions, method }, { statusCode, elapsedTime }) => {
    parts.services.metrics?.countRequest(routeOptions.url ?? 'none', method, statusCode, elapsedTime)
  })
  server.setErrorHandler((error, request, reply) => sendError(parts, request, reply, error))
  server.setNotFoundHandler((request) => {
    throw noSuchOperation(parts, request)
  })
  for (const endpoint of parts.endpoints) addRoutes(server, parts, endpoint)
  refuseOtherMethods(server, parts.endpoints)
  return server
}

function addRoutes(server: FastifyInstance, parts: ServerParts, endpoint: Endpoint): void {
  for (const url of routesOf(endpoint)) {
    server.route({
      method: endpoint.method,
      url,
      exposeHeadRoute: endpoint.method === 'GET',
      // Before the body is read: a stranger's 30 MB are not worth receiving.
      onRequest: (request, reply) => admit(parts, endpoint, request, reply),
      preParsing: async (request, reply) => watchJson(parts, endpoint, request, reply),
      handler: (request, reply) => answer(parts, endpoint, request, reply),
    })
  }
}

/** What every answer carries, and what becomes of a body that nobody has read when it is out. */
function greet(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): void {
  request.surface = surfaceOfPath(pathOf(request))
  // What an answer says belongs to its caller alone; files and documents say otherwise themselves.
  const headers = { 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  void reply.headers(headers)
  limitHeaders(parts, reply, rateClassOf(request.method))
  // Ahead of the server itself, which would read on without end.
  reply.raw.prependOnceListener('finish', () => drainRest(request.raw, request.caller ? callersRest : strangersRest))
}

function noHost(): AppError {
  return new AppError('bad_request', 'The header Host is missing.')
}

function noSuchOperation(parts: ServerParts, request: FastifyRequest): AppError {
  const text = `There is no ${request.method} ${pathOf(request)}. All operations are listed at ${parts.publicUrl()}/docs.`
  return new AppError('not_found', text)
}

/** Readers of files watch their sender themselves. */
function watchJson({ services }: ServerParts, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
  if (endpoint.bodyKind !== 'json' || request.raw.complete) return
  watchBody(request.raw, services.config.uploadIdleMs, () => {
    reply.raw.once('finish', () => request.raw.socket.destroySoon())
    void reply.send(new AppError('bad_request', 'The body stopped arriving before its end.'))
  })
}

async function admit(
  parts: ServerParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.surface = endpoint.surface
  const rateClass = rateClassOf(request.method, endpoint.uploads)
  limitHeaders(parts, reply, rateClass)
  if (endpoint.scope === null) return
  const caller = await parts.authenticator.authenticate(request.headers.authorization, request.ip)
  request.caller = caller
  const decision = await parts.rateLimiter.take(caller.keyId, rateClass)
  void reply.header('x-ratelimit-limit', decision.limit).header('x-ratelimit-remaining', decision.remaining)
  if (!decision.passed) {
    const seconds = Math.max(1, Math.ceil(decision.waitMs / 1000))
    const text = `More than ${decision.limit} ${rateClass} calls in 60 seconds. The next one passes in ${seconds} s.`
    throw new AppError(
      'rate_limit_exceeded',
      text,
      { limit: decision.limit, windowSeconds: 60, retryAfterSeconds: seconds },
      {
        'retry-after': String(seconds),
      },
    )
  }
  requireScope(caller, endpoint.scope)
}

async function answer(
  parts: ServerParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const claim = claimFor(parts, endpoint, request)
  try {
    // What a form holds is known only when it has been read.
    if (endpoint.bodyKind === 'json') await claim.take(request.body)
    const value = await run(parts, endpoint, request, claim)
    if (value instanceof Answer) {
      await claim.release()
      return sendAnswer(parts, request, reply, value)
    }
    await claim.keep(endpoint.status, value)
    return sendValue(endpoint, reply.status(endpoint.status), value)
  } catch (error) {
    // Nothing was done that a repeat would do twice, so the key may be used again.
    await claim.release().catch(() => undefined)
    if (!(error instanceof Replay)) throw error
    return sendValue(endpoint, reply.status(error.status).header('idempotent-replayed', 'true'), error.answer)
  }
}

function sendValue({ surface, follow }: Endpoint, reply: FastifyReply, value: object): FastifyReply {
  if (follow) void reply.header('location', follow({ ...value }))
  return reply.send(wrapAnswer(surface, value))
}

function claimFor({ services }: ServerParts, endpoint: Endpoint, request: FastifyRequest): LateClaim {
  const header = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof header !== 'string' || !request.caller) return noClaim
  const asked = { companyId: request.caller.companyId, method: request.method, path: pathOf(request) }
  return createClaim(services.db, { ...asked, key: checkIdempotencyKey(header) })
}

async function run(parts: ServerParts, endpoint: Endpoint, request: FastifyRequest, claim: LateClaim): Promise<object> {
  const body = endpoint.prepare ? endpoint.prepare(request.body) : request.body
  const input = parseInput(endpoint, { params: request.params, query: request.query, body })
  const watch = watchCaller(request)
  const { services } = parts
  try {
    return await endpoint.handle({
      ...input,
      caller: request.caller,
      services: endpoint.readsOnly ? endingWith(services, watch) : services,
      requestId: request.id,
      operationKey: operationKeyOf(endpoint, request),
      get signal() {
        return watch.signal
      },
      headers: request.headers,
      files: endpoint.bodyKind === 'multipart' ? createFileReader(request, formLimits(parts)) : null,
      keepAnswer: (trx, value) => claim.keepWith(trx, endpoint.status, value),
      claimContent: (content) => claim.take(content),
    })
  } finally {
    watch.stop()
  }
}

/** What is read through these ends when the caller hangs up. */
function endingWith(services: Services, watch: { readonly signal: AbortSignal }): Services {
  return {
    ...services,
    get connections() {
      return services.connections.until(() => watch.signal)
    },
  }
}

/** Watched only for those who look: most calls are over before anybody could hang up. */
function watchCaller(request: FastifyRequest): { readonly signal: AbortSignal; stop(): void } {
  const { socket } = request.raw
  let gone: AbortController | null = null
  const hangUp = () => gone?.abort(new CallerGone())
  return {
    get signal() {
      if (gone) return gone.signal
      gone = new AbortController()
      if (socket.destroyed) hangUp()
      else socket.once('close', hangUp)
      return gone.signal
    },
    stop: () => void socket.off('close', hangUp),
  }
}

function formLimits({ services }: ServerParts) {
  return { maxFileBytes, idleTimeoutMs: services.config.uploadIdleMs }
}

function sendAnswer(
  { authenticator }: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
): FastifyReply {
  void reply.status(status).headers(headers)
  if (!(body instanceof Readable)) return reply.send(body)
  if (request.caller)
    body.once(
      'close',
      authenticator.whenEnded(request.caller.keyId, () => body.destroy()),
    )
  if (request.method !== 'HEAD') return reply.send(body)
  // Fastify would read the whole file to throw it away.
  body.on('error', () => undefined).destroy()
  return reply.send(Readable.from([]))
}

function limitHeaders({ rateLimiter }: ServerParts, reply: FastifyReply, rateClass: RateClass): void {
  const limit = rateLimiter.limits[rateClass]
  void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', limit)
}

function operationKeyOf(endpoint: Endpoint, request: FastifyRequest): string {
  if (endpoint.method === 'GET') return ''
  const header = request.headers['idempotency-key']
  return `${endpoint.path} ${typeof header === 'string' ? `key ${header}` : randomUUID()}`
}
