import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceIn } from '../trace/tracing.ts'
import type { Tracing } from '../trace/tracing.ts'
import { whenEnded } from './answer-end.ts'
import { routeOf } from './other-methods.ts'

/** Every request as a span, part of the trace that its caller is in. It is called by its route, never by its path. */
export function traceRequests(server: FastifyInstance, { tracing }: { tracing: Tracing }): void {
  if (!tracing.isOn) return
  server.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers } = request
    const attributes = { 'http.request.method': method, 'flightdeck.request_id': id }
    const span = tracing.begin({ name: method, kind: 'server', parent: traceIn(headers), attributes })
    request.span = span
    whenEnded(reply, ({ status, hungUp }) => {
      const route = routeOf(request)
      span.rename(`${method} ${route}`)
      span.set({ 'http.route': route, 'http.response.status_code': status })
      if (hungUp) span.set({ 'flightdeck.hung_up': true })
      span.end(status >= 500 ? new ServerFailure() : undefined)
    })
    done()
  })
}

class ServerFailure extends Error {
  override readonly name = 'ServerFailure'
}

/** What is done for the request belongs to it. */
export function asSpan<T>({ span }: FastifyRequest, work: () => T): T {
  return span ? span.within(work) : work()
}
