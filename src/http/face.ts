import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Answer } from '../call/operation.ts'
import type { Operation, Origin, Outcome } from '../call/operation.ts'
import { countAsRead } from '../call/counted.ts'
import { admit, perform } from '../call/pipeline.ts'
import type { CallDeps } from '../call/pipeline.ts'
import { rateClassOf } from '../call/rate-limit.ts'
import type { RateClass } from '../call/rate-limit.ts'
import type { Caller } from '../core/context.ts'
import { maxFileBytes } from '../core/media/storage.ts'
import { findSession } from '../core/people/sessions/sessions.ts'
import { saidAfterRestore } from '../core/restored.ts'
import { pathIn } from '../config/address.ts'
import { AppError, CallerGone } from '../errors.ts'
import { languageRead } from '../languages/languages.ts'
import type { Authenticator } from './auth.ts'
import { wrapAnswer } from './envelope.ts'
import { addressOf } from '../call/address.ts'
import { cookiesIn, keepSession, sessionCookie, signedOut } from '../call/cookies.ts'
import { pathOf } from './failures.ts'
import { isOwnPage, requireOwnPage } from '../call/own-page.ts'
import { createFileReader } from './read-file.ts'
import { inputOf } from './read-input.ts'

/** HTTP as a face of the one door: it only translates. */
export interface FaceParts extends CallDeps {
  authenticator: Authenticator
}

export async function admitRequest(
  parts: FaceParts,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { rest, scope } = operation
  request.surface = rest.surface
  limitHeaders(parts, reply, rateClassOf(request.method, rest.uploads))
  if (scope === null) return
  const caller = await callerOf(parts, request, reply)
  request.caller = caller
  await admit(parts, operation, caller, ({ limit, remaining }) => {
    void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', remaining)
  })
}

/** Scripts and agents bring a key; browsers bring the cookie of their session, and only from our own pages. */
async function callerOf(parts: FaceParts, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { authorization, cookie } = request.headers
  const token = authorization === undefined ? cookiesIn(cookie)[sessionCookie(parts.services.publicUrl())] : undefined
  if (token === undefined) return parts.authenticator.authenticate(authorization, addressOf(request))
  requireOwnPage(request, parts.services)
  const session = await findSession(parts.services.db, token)
  if (!session) throw signedOut(parts.services.publicUrl())
  if (session.newToken) void reply.header('set-cookie', keepSession(session.newToken, parts.services.publicUrl()))
  return session.caller
}

export function limitHeaders({ rateLimiter }: CallDeps, reply: FastifyReply, rateClass: RateClass): void {
  const limit = rateLimiter.limits.key[rateClass]
  void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', limit)
}

export async function answerRequest(
  parts: FaceParts,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const limits = { maxFileBytes, idleTimeoutMs: parts.services.config.uploadIdleMs }
  const key = request.headers['idempotency-key']
  const watch = watchCaller(parts, request)
  try {
    const outcome = await perform(parts, operation, {
      caller: request.caller,
      requestId: request.id,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      path: pathOf(request),
      content: request.body,
      isLarge: request.isLarge,
      input: () => inputOf(operation, request),
      signal: () => watch.signal,
      from: originOf(parts, request),
      afterRestore: saidAfterRestore(request.headers),
      files: operation.rest.form ? createFileReader(request, limits) : null,
      onRehearsal: async () => {
        const counted = request.caller && rateClassOf(request.method, operation.rest.uploads)
        if (request.caller && counted === 'write') await countAsRead(parts, request.caller)
      },
      onIgnored: (fields) => void reply.header('x-ignored-fields', inHeader(fields)),
    })
    if (outcome instanceof Answer) return sendFile(parts, request, reply, outcome)
    return sendValue(parts, operation, reply, outcome)
  } catch (error) {
    if (!operation.unread || !(error instanceof AppError) || error.code !== 'bad_request') throw error
    const path = request.params as Record<string, unknown>
    return sendFile(parts, request, reply, operation.unread(parts.services, path, originOf(parts, request)))
  } finally {
    watch.stop()
  }
}

/** Names are whatever a caller made up: what a header cannot hold is shown as a question mark. */
function inHeader(fields: string[]): string {
  return fields.map((field) => field.replace(/[^!-+\--~]/g, '?')).join(', ')
}

/** Watched only for those who look: most calls are over before anybody could hang up. */
function watchCaller(
  { authenticator }: FaceParts,
  { raw: { socket }, caller }: FastifyRequest,
): { readonly signal: AbortSignal; stop(): void } {
  let gone: AbortController | null = null
  let stopWatching: () => void = () => undefined
  const hangUp = () => gone?.abort(new CallerGone())
  return {
    get signal() {
      if (gone) return gone.signal
      gone = new AbortController()
      if (socket.destroyed) hangUp()
      else socket.once('close', hangUp)
      // Who may no longer do this is answered no more than who has hung up.
      if (caller) stopWatching = authenticator.whenEnded(caller, () => socket.destroy())
      return gone.signal
    },
    stop() {
      socket.off('close', hangUp)
      stopWatching()
    },
  }
}

function sendValue(
  { services }: FaceParts,
  { rest }: Operation,
  reply: FastifyReply,
  { status, value, replayed, headers = {} }: Exclude<Outcome, Answer>,
): FastifyReply {
  void reply.headers(headers)
  if (rest.follow && status === rest.status)
    void reply.header('location', pathIn(services.publicUrl()) + rest.follow({ ...value }))
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return reply.status(status).send(wrapAnswer(rest.surface, value))
}

function sendFile(
  { authenticator }: FaceParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, isEndless }: Answer,
): FastifyReply {
  void reply.status(status).headers(headers)
  if (!(body instanceof Readable)) return reply.send(body)
  if (request.caller)
    body.once(
      'close',
      authenticator.whenEnded(request.caller, () => stopSending(reply, body, isEndless), 'now'),
    )
  if (request.method !== 'HEAD') return reply.send(body)
  // Fastify would read the whole file to throw it away.
  body.on('error', () => undefined).destroy()
  return reply.send(Readable.from([]))
}

/** What has an end and stops before it must not look whole. The company's events have none: whoever reads them asks again. */
function stopSending({ raw }: FastifyReply, body: Readable, isEndless: boolean): void {
  if (!isEndless || !raw.headersSent) return void body.destroy()
  body.unpipe(raw)
  // The body is closed once the end has been sent.
  raw.end()
}

function originOf({ services }: FaceParts, request: FastifyRequest): Origin {
  const { headers } = request
  const cookies = cookiesIn(headers.cookie)
  const session = isOwnPage(request, services) ? (cookies[sessionCookie(services.publicUrl())] ?? null) : null
  const language = languageRead(headers['accept-language'])
  return { address: addressOf(request), browser: headers['user-agent'] ?? null, language, cookies, session }
}
