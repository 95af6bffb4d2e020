import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '../call/operation.ts'
import { AppError } from '../errors.ts'
import { askedPathOf, pathOf } from './failures.ts'

/** Where an operation answers, in the router's own writing. */
export function routesOf({ rest: { path, alsoAt = [], unlistedAt = [] } }: Operation): string[] {
  return [path, ...alsoAt, ...unlistedAt].map((each) => each.replace(/\{(\w+)\}/g, ':$1').replace(/\/\.\.\.$/, '/*'))
}

/** The path of the route that a request came to, never the one it was sent to. */
export function routeOf(request: FastifyRequest): string {
  // Noted by the route itself: what the server tells of routes is gathered anew whenever somebody asks, at two hundredths of a short call.
  return request.route ?? request.routeOptions.url ?? 'none'
}

interface TakenPath {
  url: string
  parts: string[]
  methods: Set<string>
}

/**
 * A path that is known answers a method that it does not take by naming those it does. Answers what to say where no route was found, null
 * where nobody knows the path: a route for each of these would be most of what there is, and most of a start.
 */
export function refuseOtherMethods(
  server: FastifyInstance,
  operations: Operation[],
): (request: FastifyRequest) => AppError | null {
  const paths = takenPaths(operations)
  // Without an open part a path takes nothing but itself.
  const open = paths.filter(({ parts }) => openParts(parts) > 0)
  for (const path of paths) refuseShadowed(server, path, open)
  return (request) => {
    const asked = partsOf(pathOf(request))
    const found = paths.find(({ parts }) => fits(parts, asked))
    // What the router does not take for a path that it knows is none: it reads odd ones more strictly.
    return !found || found.methods.has(request.method) ? null : notAllowed(request, found.methods)
  }
}

/** Those that say more exactly which path they are come first. */
function takenPaths(operations: Operation[]): TakenPath[] {
  const taken = new Map<string, Set<string>>()
  for (const operation of operations) {
    for (const url of routesOf(operation)) taken.set(url, (taken.get(url) ?? new Set()).add(operation.rest.method))
  }
  return [...taken]
    .map(([url, methods]): TakenPath => ({ url, parts: url.split('/'), methods }))
    .toSorted((one, other) => openParts(one.parts) - openParts(other.parts))
}

function openParts(parts: string[]): number {
  return parts.filter((part) => part.startsWith(':') || part === '*').length
}

/** A word in a path is no id: what only a path with an id in its place takes is refused too. */
function refuseShadowed(server: FastifyInstance, { url, parts, methods: allowed }: TakenPath, open: TakenPath[]): void {
  const refuse = async (request: FastifyRequest) => {
    throw notAllowed(request, allowed)
  }
  const wider = open.filter((other) => other.url !== url && fits(other.parts, parts))
  const method = [...new Set(wider.flatMap(({ methods }) => [...methods]))].filter((each) => !allowed.has(each))
  // Before the body is read, like everything that can be refused without it.
  if (method.length > 0) server.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse })
}

function partsOf(path: string): string[] {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  try {
    return decodeURI(plain).split('/')
  } catch {
    return plain.split('/')
  }
}

function fits(parts: string[], asked: string[]): boolean {
  const isOpen = parts.at(-1) === '*'
  if (isOpen ? asked.length < parts.length : asked.length !== parts.length) return false
  return parts.every((part, place) => {
    return part === asked[place] || (part.startsWith(':') && asked[place] !== '') || (isOpen && part === '*')
  })
}

function notAllowed(request: FastifyRequest, taken: Set<string>): AppError {
  const allowed = [...taken].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const text = `${askedPathOf(request)} does not take ${request.method}. It takes ${allowed.join(', ')}.`
  return new AppError('method_not_allowed', text, { allowed }, { allow: allowed.join(', ') })
}
