import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, errorStatus } from '../errors.ts'
import { wrapError } from './envelope.ts'

/** How long a request line with its headers may take to arrive, and how often the server looks for those that did not. */
const maxHeadersMs = 15_000
const lookEveryMs = 1_000

/** How long a whole JSON body may take to arrive, however steadily it trickles in. */
const maxBodyMs = 300_000

export const socketOptions = {
  headersTimeout: maxHeadersMs,
  connectionsCheckingInterval: lookEveryMs,
  // We look ourselves, because we have something to say.
  requireHostHeader: false,
}

/** What may still come of a body that nobody reads any more before we hang up. */
export interface Rest {
  maxBytes: number
  maxMs: number
}

export const strangersRest: Rest = { maxBytes: 1_048_576, maxMs: 5_000 }
/** A file of the largest size is still on its way when its sender is told that it cannot be used. */
export const callersRest: Rest = { maxBytes: 256 * 1024 * 1024, maxMs: 60_000 }

/**
 * An answer often comes while the body is still on its way. Clients that send everything before they read would be cut
 * off before they see it, so the rest is read and thrown away, within bounds.
 */
export function drainRest(raw: IncomingMessage, { maxBytes, maxMs }: Rest): void {
  if (raw.complete || raw.destroyed) return
  const hangUp = () => raw.socket.destroy()
  const timer = setTimeout(hangUp, maxMs)
  timer.unref()
  let seen = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > maxBytes) hangUp()
  })
  raw.on('error', () => undefined)
  raw.resume()
  // Says at once that somebody reads: a server that thinks otherwise throws the rest away uncounted.
  raw.read(0)
  raw.once('close', () => clearTimeout(timer))
}

/** Calls back when a body that is waited for stays silent for that long, or never comes to its end. */
export function watchBody(raw: IncomingMessage, idleMs: number, giveUp: () => void): void {
  const { socket } = raw
  const startedAt = performance.now()
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const isSilent = socket.bytesRead === seen
    seen = socket.bytesRead
    if (!isSilent && performance.now() - startedAt < maxBodyMs) return
    stop()
    giveUp()
  }, idleMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}

/** Gives up an answer of which nothing was taken for that long. One that is still being made may take its time. */
export function watchReader(response: ServerResponse, idleMs: number): void {
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
  response.socket?.setTimeout(idleMs)
}

/** The latest answer on each connection of a server. */
export interface LatestAnswers {
  track(server: Server): void
  /** Whether an answer is half way out: a second one in the midst of it would be read as its content. */
  isUnderWay(socket: Socket): boolean
}

export function createLatestAnswers(): LatestAnswers {
  const answers = new WeakMap<Socket, ServerResponse>()
  return {
    track(server) {
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        answers.set(request.socket, response)
      })
    },
    isUnderWay(socket) {
      const answer = answers.get(socket)
      return answer !== undefined && answer.headersSent && !answer.writableFinished
    },
  }
}

/** A request that is no HTTP, is cut off or never finished gets an answer in our own words where one can still be given. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { answers, requestId, publicUrl }: { answers: LatestAnswers; requestId: string; publicUrl: string },
): void {
  const isLost = socket.destroyed || !socket.writable || error.code === 'ECONNRESET'
  // Browsers open connections ahead of what they may ask. An answer to nothing would be read as the one to what is asked next.
  const isUnused = socket.bytesRead === 0
  if (isLost || isUnused || answers.isUnderWay(socket)) return void socket.destroy()
  socket.write(plainAnswer(brokenRequest(error.code), requestId, publicUrl))
  socket.destroySoon()
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('payload_too_large', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('bad_request', `The headers did not arrive within ${maxHeadersMs / 1000} seconds.`)
  }
  return new AppError('bad_request', 'This is not a valid HTTP request.')
}

function plainAnswer(error: AppError, id: string, publicUrl: string): string {
  const status = errorStatus[error.code]
  const body = JSON.stringify(wrapError('v1', error, id, publicUrl))
  const lines = [
    `HTTP/1.1 ${status} ${status === 413 ? 'Payload Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    `X-Request-Id: ${id}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/**
 * A caller that asks before it sends its body (Expect: 100-continue) is told to go on only once the body is wanted, so
 * that what is refused is never sent. `send` does so, and nothing for all others.
 */
export function holdContinues(server: Server): { send(raw: IncomingMessage, response: ServerResponse): void } {
  const waiting = new WeakSet<IncomingMessage>()
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  // Other expectations are none of ours.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  return {
    send(raw, response) {
      if (waiting.delete(raw)) response.writeContinue()
    },
  }
}
