import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

interface Asked {
  method: string
  headers: IncomingHttpHeaders
}

type Reached = Pick<Services, 'config' | 'publicUrl'>

/** Names that always mean this machine. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * A browser sends the cookie of a session along whoever's page made the call. So such a call counts only where it came to a
 * name of ours, and, where it changes something, from a page of ours.
 */
export function requireOwnPage(asked: Asked, services: Reached): void {
  requireOwnName(asked.headers.host, services)
  if (!isFromHere(asked, services)) throw refused('A call with a session must come from a page of this service.')
}

/** The same where a session may be there and need not: without a page of ours it counts for none. */
export function isOwnPage(asked: Asked, services: Reached): boolean {
  return isOwnHost(asked.headers.host, services) && isFromHere(asked, services)
}

function isFromHere({ method, headers: { host, origin, 'sec-fetch-site': site } }: Asked, services: Reached): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const own = [host, new URL(services.publicUrl()).host]
  return origin === undefined ? site === 'same-origin' : own.includes(partsOf(origin).host)
}

/** Programs that are no browsers send no Origin; pages that do are ours, at whichever port of ours they stand. */
export function requireOwnOrigin({ headers: { host, origin } }: Asked, services: Reached): void {
  requireOwnName(host, services)
  if (origin !== undefined && !isOwnName(partsOf(origin).hostname, services))
    throw refused(`Pages of ${origin} may not call this service.`)
}

/** A page in somebody's browser can have its own name lead to a machine behind a firewall, and then talk to it as to itself. */
function requireOwnName(host: string | undefined, services: Reached): void {
  if (isOwnHost(host, services)) return
  throw refused(`This service is not called ${host ?? 'that'}. Set PUBLIC_URL to the address that it is reached by.`)
}

function isOwnHost(host: string | undefined, services: Reached): boolean {
  return isOwnName(partsOf(`http://${host ?? ''}`).hostname, services)
}

function isOwnName(name: string, { config, publicUrl }: Reached): boolean {
  const listensAt = config.host.includes(':') ? `[${config.host}]` : config.host.toLowerCase()
  return [...loopback, listensAt, new URL(publicUrl()).hostname].includes(name)
}

function partsOf(address: string): { host: string; hostname: string } {
  return URL.canParse(address) ? new URL(address) : { host: '', hostname: '' }
}

function refused(message: string): AppError {
  return new AppError('forbidden', message, { reason: 'origin' })
}
