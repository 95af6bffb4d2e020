import { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { Dispatcher, FormData } from 'undici'
import { CallerGone, PlatformError, UnreadableMedia } from '../../../errors.ts'
import { cleanAnswer } from '../clean-text.ts'
import { deadlineIn } from '../time/deadline.ts'
import type { Deadline } from '../time/deadline.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer | FormData | Readable
  /** A write that got no answer may have happened; a read did not. */
  isWrite: boolean
  signal?: AbortSignal
  timeoutMs?: number
  /** Of an answer that is longer nothing is made. */
  maxBytes?: number
  /** When it is over, the request must not leave any more; absent: when its time is. */
  sendBefore?: Deadline
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** The one client for calls to ad platforms: time limits, and failures sorted by what they mean for a write. */
export interface PlatformHttp {
  request(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

/** Errors that come before a single byte of the request has left. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

class TooLateToSend extends Error {
  readonly code = 'TOO_LATE'
}

class TooMuchAnswered extends Error {
  readonly code = 'TOO_LARGE'
}

/** `onWrite` is told of every write that was sent, whatever became of it. */
export function createPlatformHttp(platform: string, timeoutMs: number, onWrite?: () => void): PlatformHttp {
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    connect: { timeout: 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
  }).compose(refuseWhenLate)

  return {
    async request({ method, url, headers, body, isWrite, signal, timeoutMs: ownTimeout, sendBefore, maxBytes }) {
      const limitMs = Math.ceil(ownTimeout ?? timeoutMs)
      const limit = AbortSignal.timeout(limitMs)
      const ends = signal ? AbortSignal.any([limit, signal]) : limit
      const ownFailure = watchBody(body)
      try {
        const { origin, pathname, search } = new URL(url)
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method,
          headers: headers ?? {},
          // Of a process that was stopped and woken no request leaves that has no time left.
          opaque: { sendBefore: sendBefore ?? deadlineIn(limitMs) },
          body: body ?? null,
          signal: ends,
        })
        const text = cleanAnswer(await readText(answer.body, maxBytes))
        // What they say of half a request says nothing about what was asked.
        ownFailure.throwIfMet()
        return { status: answer.statusCode, headers: flatten(answer.headers), text }
      } catch (error) {
        ownFailure.throwIfMet()
        if (!isWrite && signal?.reason instanceof CallerGone) throw signal.reason
        throw failureOf(platform, error, isWrite, limit.aborted)
      } finally {
        if (isWrite) onWrite?.()
      }
    },
    close: () => agent.close(),
  }
}

/** Whether the body failed for a reason of its own; a client whose connection is cut ends it with an error as well. */
function watchBody(body: OutboundRequest['body']) {
  const met: { failure: UnreadableMedia | null } = { failure: null }
  if (body instanceof Readable) {
    body.once('error', (error) => {
      if (error instanceof UnreadableMedia) met.failure = error
    })
  }
  return {
    throwIfMet() {
      if (met.failure) throw met.failure
    },
  }
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number | undefined): Promise<string> {
  if (maxBytes === undefined) return body.text()
  const chunks: Buffer[] = []
  let seen = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    seen += chunk.length
    if (seen > maxBytes) throw new TooMuchAnswered('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * A process that was stopped and woken may hold a request that somebody else has given up on. So the last look at the
 * clock is taken as the request is about to be written to its socket.
 */
function watchClock(handler: Dispatcher.DispatchHandler, sendBefore: Deadline): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      handler.onRequestStart?.(controller, context)
      if (sendBefore.isOver()) controller.abort(new TooLateToSend('The time for this write has passed.'))
    },
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
  }
}

function refuseWhenLate(dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] {
  return (options, handler) => {
    const { opaque } = options as { opaque?: { sendBefore?: Deadline } }
    return dispatch(options, opaque?.sendBefore === undefined ? handler : watchClock(handler, opaque.sendBefore))
  }
}

function failureOf(platform: string, error: unknown, isWrite: boolean, timedOut: boolean): PlatformError {
  const code = codeOf(error)
  if (code === 'TOO_LATE' || beforeSending.has(code)) {
    return new PlatformError({
      platform,
      kind: 'transient',
      code,
      message: `The platform could not be reached (${code}).`,
    })
  }
  const what = timedOut ? 'did not answer in time' : whatBroke(code)
  return new PlatformError({
    platform,
    kind: isWrite ? 'unknown' : 'transient',
    code,
    message: `The platform ${what}.`,
  })
}

function whatBroke(code: string): string {
  return code === 'TOO_LARGE' ? 'answered with more than is read' : `broke the connection (${code})`
}

function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: { code?: unknown } }
  if (typeof code === 'string') return code
  if (typeof cause?.code === 'string') return cause.code
  return name ?? 'UNKNOWN'
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) flat[name] = String(value)
  return flat
}
