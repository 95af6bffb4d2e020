import { once } from 'node:events'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/** What was taken and is not answered yet. */
export interface CallsInHand {
  /** Takes no further connection, and lets those in hand come to their end; who is late is told to come back. */
  finish(withinMs: number): Promise<void>
}

/** What follows events never ends by itself. */
const endless = /^text\/event-stream/

export function holdCalls(server: FastifyInstance): CallsInHand {
  const replies = new Set<FastifyReply>()
  /** Callers that were let in and have not spoken yet: what they say may be on its way. */
  const silent = new Set<Socket>()
  let isEnding = false
  server.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.addHook('onRequest', (request, reply, done) => {
    silent.delete(request.raw.socket)
    replies.add(reply)
    reply.raw.once('close', () => replies.delete(reply))
    if (isEnding) reply.raw.setHeader('connection', 'close')
    done()
  })
  const inHand = () =>
    [...replies].filter(({ raw }) => !raw.headersSent || !endless.test(String(raw.getHeader('content-type'))))

  return {
    async finish(withinMs) {
      isEnding = true
      server.server.close()
      for (const { raw } of replies) if (!raw.headersSent) raw.setHeader('connection', 'close')
      const late = AbortSignal.timeout(withinMs)
      const until = async (...ends: [EventEmitter, string][]) => {
        const heard = new AbortController()
        const signal = AbortSignal.any([late, heard.signal])
        await Promise.race(ends.map(([what, name]) => once(what, name, { signal }))).catch(() => undefined)
        // Nobody listens on for what did not happen: there may be hundreds to wait for.
        heard.abort()
      }
      while (!late.aborted) {
        const [next] = inHand()
        const [quiet] = silent
        if (next) await until([next.raw, 'close'])
        else if (quiet) await until([quiet, 'close'], [server.server, 'request'])
        else break
      }
      const left = inHand().filter(({ raw }) => !raw.headersSent)
      for (const reply of left) void reply.header('retry-after', '2').send(stopping())
      await Promise.all(left.map(async ({ raw }) => raw.destroyed || once(raw, 'close')))
    },
  }
}

function stopping(): AppError {
  return new AppError('service_unavailable', 'The service is stopping, and the call was not done in time. Try again.')
}
