import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError, CallerGone, errorStatus, fromPlatform, PlatformError } from '../errors.ts'
import { MediaError } from '../files/media-error.ts'
import { asOutage } from '../outage.ts'
import { wrapError, wrapMediaError } from './envelope.ts'

interface FailureDeps {
  services: { log: Logger }
  publicUrl: () => string
}

/** Whatever was thrown, as an answer in the envelope of its surface. */
export function sendError(
  { services, publicUrl }: FailureDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const surface = request.surface
  if (thrown instanceof MediaError) {
    reply.removeHeader('connection')
    return reply.status(thrown.status).send(wrapMediaError(surface, thrown, request.id))
  }
  const error = failureOf({ services }, request, reply, thrown)
  return reply
    .status(errorStatus[error.code])
    .headers({ 'x-request-id': request.id, ...error.headers })
    .send(wrapError(surface, error, request.id, publicUrl()))
}

/** Whatever was thrown, in our own codes; what is our own fault is logged. */
export function failureOf(
  { services }: Pick<FailureDeps, 'services'>,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): AppError {
  // The server would hang up on every body it could not parse; what is left of one is read within bounds instead.
  reply.removeHeader('connection')
  const error = asAppError(thrown, request)
  if (isHangUp(request, thrown)) {
    services.log.debug({ requestId: request.id, path: pathOf(request) }, 'the caller hung up')
  } else if (error.code === 'internal_server_error') {
    services.log.error({ requestId: request.id, path: pathOf(request), err: thrown }, 'unexpected failure')
  }
  return error
}

/** What Fastify and its plug-ins throw, in our own codes. */
function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof PlatformError) return fromPlatform(thrown)
  // Whoever was waiting for something was told by an error of its own.
  if ((thrown as Error).cause instanceof CallerGone) return (thrown as Error).cause as CallerGone
  const outage = asOutage(thrown)
  if (outage) return outage
  const { statusCode, message, code } = thrown as { statusCode?: number; message?: string; code?: string }
  if (code === 'FST_ERR_BAD_URL')
    return new AppError('bad_request', 'The address has a % that stands for no letter: write %25 for the sign itself.')
  if (statusCode === 413) {
    const maxSize = request.routeOptions.bodyLimit
    return new AppError('payload_too_large', `The body is larger than ${maxSize} bytes.`, { maxSize })
  }
  if (statusCode === 415) return notJson()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', message ?? 'The request is malformed.')
  }
  return new AppError(
    'internal_server_error',
    'Something went wrong on our side. The request id helps us find out what.',
  )
}

export function notJson(): AppError {
  return new AppError('unsupported_media_type', 'Send the body as application/json (uploads: multipart/form-data).')
}

const brokenOff = new Set(['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/** Work that stopped because nobody waits for it any more; any other failure is one, whoever waits. */
function isHangUp({ raw }: FastifyRequest, thrown: unknown): boolean {
  const { name, code } = thrown as { name?: string; code?: unknown }
  return raw.socket.destroyed && (name === 'AbortError' || (typeof code === 'string' && brokenOff.has(code)))
}

/** Below the path that we live below. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1).join('')
}

/** As the caller wrote it. */
export function askedPathOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.split('?', 1).join('')
}
