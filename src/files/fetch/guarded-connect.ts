import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'

/** Answers all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** The address, or every address of the name, is not on the public internet. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS'

  constructor() {
    super('The host is not on the public internet.')
  }
}

export const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true })

/**
 * A lookup that hands out public addresses only. It runs as part of connecting, and the socket goes to the very
 * addresses that were checked, so a name that answers differently a moment later gains nothing.
 */
export function guardLookup(resolve: Resolve, isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first, ...rest] = addresses.filter(({ address }) => isAllowed(address))
        if (!first) callback(new PrivateAddressError(), [])
        else if (options.all) callback(null, [first, ...rest])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

export interface ConnectorOptions {
  allowPrivateUrls: string[]
  resolve: Resolve
  timeoutMs: number
}

/** Connects to public addresses, and to the named hosts wherever they are. */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivateUrls, resolve, timeoutMs } = options
  const isNamed = createHostList(allowPrivateUrls)
  // HTTP/2 stays off: one connection carries one request and then closes, so every request is checked anew.
  const connectTo = (isAllowed: (ip: string) => boolean) =>
    buildConnector({
      lookup: guardLookup(resolve, isAllowed),
      allowH2: false,
      timeout: timeoutMs,
      maxCachedSessions: 0,
    })
  const connectAnywhere = connectTo(() => true)
  const connectPublicly = connectTo(isPublicAddress)
  return (target, callback) => {
    if (isNamed(target.protocol, target.hostname, target.port)) return connectAnywhere(target, callback)
    const literal = withoutBrackets(target.hostname)
    // Node does not look up what is an address already.
    if (isIP(literal) && !isPublicAddress(literal)) return callback(new PrivateAddressError(), null)
    return connectPublicly(target, callback)
  }
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** Whether a host is one of those that were named. */
export function createHostList(entries: string[]) {
  const names = new Set(entries.map(normaliseEntry))
  return (protocol: string, hostname: string, port: string): boolean => {
    const host = withoutBrackets(hostname).toLowerCase()
    return names.has(host) || names.has(`${host} ${port || defaultPort(protocol)}`)
  }
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80'
}

/** "host", "host:port", "[::1]" and "[::1]:port"; a bare IPv6 address has several colons and no port. */
function normaliseEntry(entry: string): string {
  const trimmed = entry.trim().toLowerCase()
  const [, host = trimmed, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(trimmed) ?? []
  return port === undefined ? withoutBrackets(host) : `${withoutBrackets(host)} ${port}`
}
