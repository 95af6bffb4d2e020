import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { AppError, errorStatus, fromPlatform, PlatformError } from '../errors.ts'
import { maxFileBytes } from '../core/media/storage.ts'
import { MediaError } from '../media/media-error.ts'
import type { Services } from '../services.ts'
import { requireScope } from './auth.ts'
import type { Authenticator } from './auth.ts'
import { Answer } from './endpoint.ts'
import type { Caller, Endpoint, Surface } from './endpoint.ts'
import { surfaceOfPath, wrapAnswer, wrapError, wrapMediaError } from './envelope.ts'
import { checkIdempotencyKey, claimIdempotencyKey, requestHash } from './idempotency.ts'
import type { Claim } from './idempotency.ts'
import { parseInput } from './parse.ts'
import type { RateLimiter } from './rate-limit.ts'
import { maxBodyBytes, parseJson } from './read-body.ts'
import { createFileReader, drainAfterRefusal } from './read-file.ts'

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
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // The connection of a client that sends nonsense gets an answer too, in our own words.
    frameworkErrors: (error, request, reply) => void sendError(parts, request, reply, error),
  })
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
  // The reader of forms stops one byte after the largest file, so that we can say so.
  await server.register(multipart, { limits: { fileSize: maxFileBytes + 1, files: 2, fields: 20, parts: 25 } })

  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    request.surface = surfaceOfPath(pathOf(request))
  })
  server.setErrorHandler((error, request, reply) => sendError(parts, request, reply, error))
  server.setNotFoundHandler((request, reply) => {
    limitHeaders(parts, request, reply)
    const text = `There is no ${request.method} ${pathOf(request)}. All operations are listed at ${parts.publicUrl()}/docs.`
    return sendError(parts, request, reply, new AppError('not_found', text))
  })
  for (const endpoint of parts.endpoints) addRoutes(server, parts, endpoint)
  return server
}

function addRoutes(server: FastifyInstance, parts: ServerParts, endpoint: Endpoint): void {
  for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    server.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1').replace(/\/\.\.\.$/, '/*'),
      exposeHeadRoute: endpoint.method === 'GET',
      // Before the body is read: a stranger's 30 MB are not worth receiving.
      onRequest: (request, reply) => admit(parts, endpoint, request, reply),
      handler: (request, reply) => answer(parts, endpoint, request, reply),
    })
  }
}

async function admit(
  parts: ServerParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.surface = endpoint.surface
  limitHeaders(parts, request, reply)
  if (endpoint.scope === null) return
  const caller = await parts.authenticator.authenticate(request.headers.authorization)
  request.caller = caller
  const rateClass = rateClassOf(request.method)
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
  const claim = await claimFor(parts, endpoint, request)
  if (claim?.kind === 'replay') {
    return reply
      .status(claim.status)
      .header('idempotent-replayed', 'true')
      .send(wrapAnswer(endpoint.surface, claim.answer))
  }
  try {
    const value = await run(parts, endpoint, request, claim)
    if (value instanceof Answer) {
      await claim?.release()
      return sendAnswer(request, reply, value)
    }
    await claim?.keep(endpoint.status, value)
    return reply.status(endpoint.status).send(wrapAnswer(endpoint.surface, value))
  } catch (error) {
    // Nothing was done that a repeat would do twice, so the key may be used again.
    await claim?.release().catch(() => undefined)
    throw error
  }
}

async function claimFor(parts: ServerParts, endpoint: Endpoint, request: FastifyRequest): Promise<Claim | null> {
  const header = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof header !== 'string' || !request.caller) return null
  const asked = endpoint.bodyKind === 'json' ? request.body : request.headers['content-length']
  const hash = requestHash(request.method, pathOf(request), asked)
  return claimIdempotencyKey(parts.services.db, request.caller.companyId, checkIdempotencyKey(header), hash)
}

async function run(
  parts: ServerParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  claim: Claim | null,
): Promise<object> {
  const body = endpoint.prepare ? endpoint.prepare(request.body) : request.body
  const input = parseInput(endpoint, { params: request.params, query: request.query, body })
  let stopWatching: () => void = () => undefined
  try {
    return await endpoint.handle({
      ...input,
      caller: request.caller,
      services: parts.services,
      requestId: request.id,
      operationKey: operationKeyOf(endpoint, request),
      // Watched only for those who look: most calls are over before anybody could hang up.
      get signal() {
        const gone = new AbortController()
        const hangUp = () => gone.abort()
        request.raw.socket.once('close', hangUp)
        stopWatching = () => request.raw.socket.off('close', hangUp)
        return gone.signal
      },
      headers: request.headers,
      files: endpoint.bodyKind === 'multipart' ? createFileReader(request, formLimits(parts)) : null,
      keepAnswer: async (trx, value) => {
        if (claim?.kind === 'run') await claim.keepWith(trx, endpoint.status, value)
      },
    })
  } finally {
    stopWatching()
  }
}

function formLimits({ services }: ServerParts) {
  return { maxFileBytes, idleTimeoutMs: services.config.uploadIdleMs }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  void reply.status(status).headers(headers)
  if (request.method !== 'HEAD' || !(body instanceof Readable)) return reply.send(body)
  // Fastify would read the whole file to throw it away.
  body.on('error', () => undefined).destroy()
  return reply.send(Readable.from([]))
}

function sendError(parts: ServerParts, request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const surface = request.surface
  drainAfterRefusal(request)
  if (thrown instanceof MediaError) {
    return reply.status(thrown.status).send(wrapMediaError(surface, thrown, request.id))
  }
  const error = asAppError(thrown)
  if (error.code === 'internal_server_error') {
    parts.services.log.error({ requestId: request.id, path: pathOf(request), err: thrown }, 'unexpected failure')
  }
  return reply
    .status(errorStatus[error.code])
    .headers({ 'x-request-id': request.id, ...error.headers })
    .send(wrapError(surface, error, request.id, parts.publicUrl()))
}

/** What Fastify and its plug-ins throw, in our own codes. */
function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof PlatformError) return fromPlatform(thrown)
  const { statusCode, message, code } = thrown as { statusCode?: number; message?: string; code?: string }
  if (statusCode === 413) {
    return new AppError('payload_too_large', `The body is larger than ${maxBodyBytes} bytes.`, {
      maxSize: maxBodyBytes,
    })
  }
  if (statusCode === 415 || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') {
    return new AppError('unsupported_media_type', 'Send the body as application/json (uploads: multipart/form-data).')
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', message ?? 'The request is malformed.')
  }
  return new AppError(
    'internal_server_error',
    'Something went wrong on our side. The request id helps us find out what.',
  )
}

function limitHeaders(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): void {
  const limit = parts.rateLimiter.limits[rateClassOf(request.method)]
  void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', limit)
}

function rateClassOf(method: string): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

function operationKeyOf(endpoint: Endpoint, request: FastifyRequest): string {
  if (endpoint.method === 'GET') return ''
  const header = request.headers['idempotency-key']
  return `${endpoint.path} ${typeof header === 'string' ? `key ${header}` : randomUUID()}`
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!
}

/** Unique over restarts by its random beginning, within a run by its count. */
const requestIdStart = randomBytes(9).toString('base64url')
let requestCount = 0

function nextRequestId(): string {
  return `req_${requestIdStart}${(requestCount++).toString(36)}`
}

function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : nextRequestId()
}
