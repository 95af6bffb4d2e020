import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { whenEnded } from './answer-end.ts'
import { routeOf } from './other-methods.ts'

/** Where nobody counts or logs them, answers pass as they are. */
export function callCounter({ metrics, accessLog }: Services): (request: FastifyRequest, reply: FastifyReply) => void {
  if (!metrics && !accessLog) return () => undefined
  return (request, reply) =>
    whenEnded(reply, ({ status, hungUp, ms }) => {
      const { id: requestId, caller, method } = request
      const operation = routeOf(request)
      metrics?.countRequest(operation, method, status, ms)
      const company = caller?.company.slug
      accessLog?.({ requestId, company, operation, method, status, hungUp, ms })
    })
}
