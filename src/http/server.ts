import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError } from '../errors.ts'
import type { Authenticator } from './auth.ts'
import type { Operation, Surface } from '../call/operation.ts'
import type { CallDeps } from '../call/pipeline.ts'
import type { Caller } from '../core/context.ts'
import type { OpenSpan } from '../trace/tracing.ts'
import { callCounter } from './call-counter.ts'
import { surfaceOfPath } from './envelope.ts'
import { admitRequest, answerRequest, limitHeaders } from './face.ts'
import { baseOptions, isElsewhere } from './base-path.ts'
import { askedPathOf, failureOf, notJson, pathOf, sendError } from './failures.ts'
import { rateClassOf } from '../call/rate-limit.ts'
import { largeBodyBytes, maxBodyBytes, maxOpenBodyBytes } from '../call/limits.ts'
import { parseJson, parseLongJson } from '../call/input/read-json.ts'
import { isForm } from './read-file.ts'
import { refuseOtherMethods, routesOf } from './other-methods.ts'
import { requireOneHost } from './one-host.ts'
import { createRequestIds } from './request-id.ts'
import { trustedBy } from './trusted.ts'
import { asSpan, traceRequests } from './spans.ts'
import { answerBrokenRequest, callersRest, createLatestAnswers, drainRest, holdContinues } from './sockets.ts'
import { socketOptions, strangersRest, watchBody, watchReader } from './sockets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    surface: Surface
    /** Its body is so large that it is read step by step. */
    isLarge: boolean
    span: OpenSpan | null
    /** The path of the route it came to; null: none yet. */
    route: string | null
  }
  interface FastifyContextConfig {
    takesForm?: boolean
    takesPress?: boolean
  }
}

export interface ServerParts extends CallDeps {
  operations: Operation[]
  authenticator: Authenticator
  publicUrl: () => string
  /** Absent: there are none. */
  pages?: Pages
}

/** Pages for people, where the operations leave room for them. */
export interface Pages {
  takes(request: FastifyRequest): boolean
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** An address that stands for nothing, opened in a browser, is answered with a page that says so; false: it is no browser. */
  answerMalformed(request: FastifyRequest, reply: FastifyReply): boolean
}

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config } = parts.services
  const requestIds = createRequestIds()
  const answers = createLatestAnswers()
  const meet = greeterOf(parts)
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    logger: false,
    genReqId: (request) => requestIds.from(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    ...{ trustProxy: trustedBy(config), ...baseOptions(config) },
    // Bodies are bounded by what they are: a file may take longer than a text.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: socketOptions,
    // The connection of a client that sends nonsense gets an answer too, in our own words.
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, { answers, requestId: requestIds.next(), publicUrl: parts.publicUrl() }),
    // Before there is a route, no hook has run.
    frameworkErrors: (error, request, reply) => {
      meet(request, reply)
      if (parts.pages?.answerMalformed(request, reply)) return
      void sendError(parts, request, reply, error)
    },
  })
  answers.track(server.server)
  const continues = holdContinues(server.server)
  server.decorateRequest('caller', null)
  server.decorateRequest('surface', 'v1')
  server.decorateRequest('isLarge', false)
  for (const later of ['span', 'route']) server.decorateRequest(later, null)
  readBodies(server)

  server.addHook('onRequest', async (request, reply) => {
    meet(request, reply)
    requireOneHost(request.raw)
    if (isElsewhere(config, request)) throw noSuchOperation(parts, request)
    if (parts.pages?.takes(request)) return parts.pages.answer(request, reply)
    // Before the body is read, like everything that can be refused without it.
    if (request.is404) throw notAllowed(request) ?? noSuchOperation(parts, request)
  })
  // What waits for nothing is no promise: every call goes through all of these.
  server.addHook('preParsing', (request, reply, body, done) => {
    continues.send(request.raw, reply.raw)
    done(null, body)
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    watchReader(reply.raw, config.uploadIdleMs)
    done(null, payload)
  })
  traceRequests(server, parts.services)
  server.setErrorHandler((error, request, reply) => sendError(parts, request, reply, error))
  server.setNotFoundHandler((request) => {
    throw noSuchOperation(parts, request)
  })
  for (const operation of parts.operations) addRoutes(server, parts, operation)
  const notAllowed = refuseOtherMethods(server, parts.operations)
  return server
}

const formFields = 'application/x-www-form-urlencoded'

function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'string' }, (request, text, done) => {
    request.isLarge = text.length > largeBodyBytes
    if (request.isLarge) return parseLongJson(text as string)
    try {
      done(null, parseJson(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
  // The fields of a page's form, for its buttons alone.
  server.addContentTypeParser(formFields, { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.takesPress !== true) return done(notJson())
    done(null, Object.fromEntries(new URLSearchParams(text as string)))
  })
  // A form is read by the operation that takes one, part by part, and by no button; anywhere else it is no body at all.
  server.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    done(takesForm(request) ? null : notJson())
  })
}

function addRoutes(server: FastifyInstance, parts: ServerParts, operation: Operation): void {
  const { method, maxBodyBytes: own, form, press } = operation.rest
  const bodyLimit = operation.scope === null ? Math.min(own ?? maxOpenBodyBytes, maxOpenBodyBytes) : own
  for (const url of routesOf(operation)) {
    server.route({
      method,
      url,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      exposeHeadRoute: method === 'GET',
      config: { takesForm: form === true || press === true, takesPress: press === true },
      // Before the body is read: a stranger's 30 MB are not worth receiving.
      onRequest(request, reply) {
        request.route = url
        return admitRequest(parts, operation, request, reply)
      },
      preParsing(request, reply, body, done) {
        if (!form && !(press && isForm(request))) watchJson(parts, request, reply)
        done(null, body)
      },
      handler: (request, reply) => asSpan(request, () => answerRequest(parts, operation, request, reply)),
    })
  }
}

/** Another face of the one door, at paths of its own on the same server. */
export interface OtherFace {
  paths: string[]
  methods: HTTPMethods[]
  /** Its bodies are the fields of a form, or JSON, and small: nobody knows who sends them. */
  takesFormFields?: boolean
  /** Before the body is read. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  fail(error: AppError, request: FastifyRequest, reply: FastifyReply): void
}

export function addFace(server: FastifyInstance, parts: Pick<CallDeps, 'services'>, face: OtherFace): void {
  if (!face.takesFormFields) return addFaceRoutes(server, parts, face)
  // No other route takes such bodies.
  void server.register(async (own) => {
    own.removeContentTypeParser(formFields)
    own.addContentTypeParser(formFields, { parseAs: 'string' }, (_request, text, done) => {
      done(null, new URLSearchParams(text as string))
    })
    addFaceRoutes(own, parts, face)
  })
}

function addFaceRoutes(server: FastifyInstance, parts: Pick<CallDeps, 'services'>, face: OtherFace): void {
  for (const url of face.paths) {
    server.route({
      method: face.methods,
      url,
      ...(face.takesFormFields ? { bodyLimit: maxOpenBodyBytes } : {}),
      exposeHeadRoute: false,
      onRequest(request, reply) {
        request.route = url
        return face.admit(request, reply)
      },
      preParsing(request, reply, body, done) {
        watchJson(parts, request, reply)
        done(null, body)
      },
      handler: (request, reply) => asSpan(request, () => face.answer(request, reply)),
      errorHandler(error, request, reply) {
        face.fail(failureOf(parts, request, reply, error), request, reply)
      },
    })
  }
}

/** What is done for every request, also where there is no route for it. */
function greeterOf(parts: ServerParts): (request: FastifyRequest, reply: FastifyReply) => void {
  const count = callCounter(parts.services)
  return (request, reply) => {
    count(request, reply)
    greet(parts, request, reply)
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
  reply.raw.prependListener('finish', () => drainRest(request.raw, request.caller ? callersRest : strangersRest))
}

function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesForm === true
}

export function noSuchOperation(parts: Pick<ServerParts, 'publicUrl'>, request: FastifyRequest): AppError {
  const text = `There is no ${request.method} ${askedPathOf(request)}. All operations are listed at ${parts.publicUrl()}/docs.`
  return new AppError('not_found', text)
}

/** Readers of files watch their sender themselves; for the form of a press nobody waits. */
function watchJson({ services }: Pick<CallDeps, 'services'>, request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return
  watchBody(request.raw, services.config.uploadIdleMs, () => {
    reply.raw.once('finish', () => request.raw.socket.destroySoon())
    void reply.send(new AppError('bad_request', 'The body stopped arriving before its end.'))
  })
}
