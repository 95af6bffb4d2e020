import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'

/** Names that always mean this machine. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The names that this service is reached by. */
export function hostsOf({ publicUrl, listensAt }: { publicUrl: string; listensAt: string }): Set<string> {
  const name = listensAt.includes(':') ? `[${listensAt}]` : listensAt
  return new Set([...loopback, name.toLowerCase(), new URL(publicUrl).hostname])
}

/**
 * A page in somebody's browser can have its own name lead to a machine behind a firewall, and then talk to it as to itself.
 * Its name stands in Host, and where it came from in Origin; programs that are no browsers send no Origin.
 */
export function refuseOtherHosts({ host, origin }: IncomingHttpHeaders, allowed: Set<string>): void {
  if (!allowed.has(withoutPort(host ?? '')))
    throw new AppError(
      'forbidden',
      `This service is not called ${host ?? 'that'}. Set PUBLIC_URL to the address that it is reached by.`,
    )
  if (origin !== undefined && !allowed.has(hostnameOf(origin)))
    throw new AppError('forbidden', `Pages of ${origin} may not call this service.`)
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}
