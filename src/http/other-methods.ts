import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import type { Operation } from '../call/operation.ts'
import { AppError } from '../errors.ts'
import { pathOf } from './failures.ts'

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Where an operation answers, in the router's own writing. */
export function routesOf({ rest: { path, alsoAt = [], unlistedAt = [] } }: Operation): string[] {
  return [path, ...alsoAt, ...unlistedAt].map((each) => each.replace(/\{(\w+)\}/g, ':$1').replace(/\/\.\.\.$/, '/*'))
}

/** A path that is known answers a method that it does not take by naming those it does. */
export function refuseOtherMethods(server: FastifyInstance, operations: Operation[]): void {
  const taken = new Map<string, Set<string>>()
  for (const operation of operations) {
    for (const url of routesOf(operation)) taken.set(url, (taken.get(url) ?? new Set()).add(operation.rest.method))
  }
  for (const [url, allowed] of taken) {
    const refuse = async (request: FastifyRequest) => {
      throw notAllowed(request, allowed)
    }
    const others = methods.filter((method) => !allowed.has(method))
    // Before the body is read, like everything that can be refused without it.
    server.route({ method: others, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse })
  }
}

function notAllowed(request: FastifyRequest, taken: Set<string>): AppError {
  const allowed = [...taken].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const text = `${pathOf(request)} does not take ${request.method}. It takes ${allowed.join(', ')}.`
  return new AppError('method_not_allowed', text, { allowed }, { allow: allowed.join(', ') })
}
