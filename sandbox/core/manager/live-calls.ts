import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, CallLog } from '../control/call-log.ts'
import { ControlError } from '../control/error.ts'
import { firstCalls } from './calls-panel.ts'

/** Calls that wait for a page that reads slowly; of more, the oldest are only counted. */
const maxWaiting = 200
const flushMs = 100
const heartbeatMs = 20_000
const maxPages = 50

interface Streamed {
  platform: string | undefined
}

export interface LiveCalls {
  stream(request: FastifyRequest, reply: FastifyReply, about: Streamed): FastifyReply
}

/** Server-sent events: `calls` has the calls since the last one, and how many were left out between. */
export function createLiveCalls(log: CallLog): LiveCalls {
  let pages = 0
  return {
    stream(request, reply, { platform }) {
      if (pages >= maxPages) throw new ControlError('calls', `${maxPages} pages are open already`, 503)
      pages++
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      const queue = createQueue((event) => raw.write(event))
      raw.write(eventOf('first', log.last(firstCalls, platform), 0))
      raw.on('drain', () => queue.flush())
      const unwatch = log.watch((call) => {
        if (platform === undefined || call.platform === platform) queue.add(call)
      })
      const heartbeat = setInterval(() => raw.write(': here\n\n'), heartbeatMs)
      raw.once('close', () => {
        unwatch()
        queue.close()
        clearInterval(heartbeat)
        pages--
      })
      // A page that went away while we got here closes nothing any more.
      if (request.raw.destroyed) raw.destroy()
      return reply
    },
  }
}

function eventOf(name: string, calls: Call[], left: number): string {
  return `event: ${name}\ndata: ${JSON.stringify({ calls, left })}\n\n`
}

/** Gathers calls for a moment: a page that is told of each one alone has no time to draw. */
function createQueue(write: (event: string) => boolean) {
  let waiting: Call[] = []
  let left = 0
  let isFull = false
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    if (isFull || waiting.length === 0) return
    isFull = !write(eventOf('calls', waiting, left))
    waiting = []
    left = 0
  }
  return {
    add(call: Call) {
      waiting.push(call)
      if (waiting.length > maxWaiting) {
        waiting.shift()
        left++
      }
      timer ??= setTimeout(send, flushMs)
    },
    flush() {
      isFull = false
      send()
    },
    close: () => clearTimeout(timer),
  }
}
