import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ControlError } from './error.ts'

/** Whose calls are for the sandbox: programs on the machines it listens for, not web pages that happen to be open there. */
export interface ServerAddress {
  /** The address it listens on. */
  host: string
  /** Other names by which callers reach it. */
  names: string[]
  /** The address that callers were given, when it is another one. */
  publicUrl: string | undefined
}

/** Throws for a call that a web page of somebody else may have made, whatever it asks for. Looks at nothing but its headers. */
export function checkCaller(serverAddress: ServerAddress, request: FastifyRequest): void {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  // A name that somebody else made point here is not ours, although the call arrives.
  if (!isOurName(serverAddress, nameOf(`http://${host ?? ''}`))) {
    const mend = 'SANDBOX_NAMES (or --names) lists the other names that it goes by'
    throw new ControlError('host', `The sandbox is not known as "${host ?? ''}"; ${mend}`, 403)
  }
  if (origin !== undefined && origin !== `http://${host}` && origin !== originOf(serverAddress.publicUrl)) {
    throw new ControlError('origin', `Pages of ${origin} may not call the sandbox`, 403)
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isShown(request)) {
    throw new ControlError('sec-fetch-site', 'Pages of others may not call the sandbox', 403)
  }
}

/** Throws for what steers the sandbox and is no JSON: pages can send everything else without being asked about it first. */
export function checkControlCall(request: FastifyRequest): void {
  if (hasBody(request) && !isJson(request.headers['content-type'])) {
    throw new ControlError('content-type', 'Send the body as application/json', 415)
  }
}

/** A picture in a page, or a link that somebody followed: a person sees what comes of it, and the page does not. */
function isShown({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': kind, 'sec-fetch-mode': mode } = headers
  if (method !== 'GET' && method !== 'HEAD') return false
  return ['image', 'video', 'audio'].includes(String(kind)) || (kind === 'document' && mode === 'navigate')
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '')
}

function isOurName({ host, names, publicUrl }: ServerAddress, name: string | null): boolean {
  if (name === null) return false
  const given = [host, ...names].map((each) => each.toLowerCase())
  if (isLoopback(name) || given.includes(name) || name === nameOf(publicUrl)) return true
  // Where it listens for everybody, any address of the machine will do; a name could be anybody's.
  return (host === '0.0.0.0' || host === '::') && isIP(name) !== 0
}

export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/** The host of an address, without brackets and port. */
function nameOf(address: string | undefined): string | null {
  const url = URL.parse(address ?? '')
  return url && url.hostname !== '' ? url.hostname.replace(/^\[|\]$/g, '').toLowerCase() : null
}

function originOf(address: string | undefined): string | null {
  return URL.parse(address ?? '')?.origin ?? null
}
