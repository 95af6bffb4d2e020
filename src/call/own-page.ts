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
export function requireOwnPage({ method, headers }: Asked, services: Reached): void {
  const { host, origin, 'sec-fetch-site': site } = headers
  requireOwnName(host, services)
  if (method === 'GET' || method === 'HEAD') return
  const own = [host, new URL(services.publicUrl()).host]
  const fromHere = origin === undefined ? site === 'same-origin' : own.includes(partsOf(origin).host)
  if (!fromHere) throw refused('A call with a session must come from a page of this service.')
}

/** Programs that are no browsers send no Origin; pages that do are ours, at whichever port of ours they stand. */
export function requireOwnOrigin({ headers: { host, origin } }: Asked, services: Reached): void {
  requireOwnName(host, services)
  if (origin !== undefined && !isOwnName(partsOf(origin).hostname, services))
    throw refused(`Pages of ${origin} may not call this service.`)
}

/** A page in somebody's browser can have its own name lead to a machine behind a firewall, and then talk to it as to itself. */
function requireOwnName(host: string | undefined, services: Reached): void {
  if (isOwnName(partsOf(`http://${host ?? ''}`).hostname, services)) return
  throw refused(`This service is not called ${host ?? 'that'}. Set PUBLIC_URL to the address that it is reached by.`)
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
