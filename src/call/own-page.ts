import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

interface PageRequest {
  method: string
  headers: IncomingHttpHeaders
}

type Reached = Pick<Services, 'config' | 'publicUrl'>

/** Names that always mean this machine. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * A browser sends the cookie of a session along whoever's page made the call. So such a call counts only where it came to a
 * name of ours and from a page of ours; where nothing is changed, also where it came from no page, or somebody followed a link.
 */
export function requireOwnPage(asked: PageRequest, services: Reached): void {
  requireOwnName(asked.headers.host, services)
  if (!isFromHere(asked, services)) throw refused('A call with a session must come from a page of this service.')
}

/** The same where a session may be there and need not: without a page of ours it counts for none. */
export function isOwnPage(asked: PageRequest, services: Reached): boolean {
  return isOwnHost(asked.headers.host, services) && isFromHere(asked, services)
}

function isFromHere({ method, headers }: PageRequest, services: Reached): boolean {
  return method === 'GET' || method === 'HEAD' ? mayRead(headers) : mayWrite(headers, services)
}

function mayWrite({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders, services: Reached): boolean {
  return origin === undefined ? site === 'same-origin' : ownOrigins(host, services).includes(origin)
}

/** Another port of our own name is another page, although browsers call it the same site. Programs and older browsers say nothing. */
function mayRead({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': kind,
}: IncomingHttpHeaders): boolean {
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  // A link that somebody follows is shown to them, and to no page.
  return mode === 'navigate' && kind === 'document'
}

/** Programs that are no browsers send no Origin; pages that do are ours alone. */
export function requireOwnOrigin({ headers: { host, origin } }: PageRequest, services: Reached): void {
  requireOwnName(host, services)
  if (origin !== undefined && !ownOrigins(host, services).includes(origin))
    throw refused(`Pages of ${origin} may not call this service.`)
}

/** Where our own pages stand: at the public address, and, without a proxy in between, where the call came to. */
function ownOrigins(host: string | undefined, { publicUrl }: Reached): string[] {
  const known = new URL(publicUrl())
  const { hostname, port, host: asked } = partsOf(`http://${host ?? ''}`)
  if (asked === known.host) return [known.origin]
  const names = loopback.includes(hostname) ? loopback : [hostname]
  return [known.origin, ...names.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)]
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

function partsOf(address: string): { host: string; hostname: string; port: string } {
  return URL.canParse(address) ? new URL(address) : { host: '', hostname: '', port: '' }
}

function refused(message: string): AppError {
  return new AppError('forbidden', message, { reason: 'origin' })
}
