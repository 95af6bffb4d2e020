import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ControlError } from './error.ts'

/** Who may steer the sandbox: programs on the machines it listens for, not web pages that happen to be open there. */
export interface ControlDoor {
  /** The address it listens on. */
  host: string
  /** The address that callers were given, when it is another one. */
  publicUrl: string | undefined
}

/** Throws for a call that a web page of somebody else may have made. */
export function checkControlCall(door: ControlDoor, request: FastifyRequest): void {
  if (hasBody(request) && !isJson(request.headers['content-type'])) {
    throw new ControlError('content-type', 'Send the body as application/json', 415)
  }
  checkCaller(door, request)
}

/** The same for the sandbox's own pages, whose forms are forms. */
export function checkPageCall(door: ControlDoor, request: FastifyRequest): void {
  checkCaller(door, request)
  const { 'sec-fetch-site': site } = request.headers
  if (request.method === 'POST' && site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new ControlError('sec-fetch-site', 'Pages of others may not steer the sandbox', 403)
  }
}

function checkCaller(door: ControlDoor, request: FastifyRequest): void {
  const { host, origin } = request.headers
  // A name that somebody else made point here is not ours, although the call arrives.
  if (!isOurName(door, nameOf(`http://${host ?? ''}`))) {
    throw new ControlError('host', `The sandbox is not known as "${host ?? ''}"; --public-url gives it a name`, 403)
  }
  if (origin !== undefined && origin !== `http://${host}` && origin !== originOf(door.publicUrl)) {
    throw new ControlError('origin', `Pages of ${origin} may not steer the sandbox`, 403)
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '')
}

function isOurName({ host, publicUrl }: ControlDoor, name: string | null): boolean {
  if (name === null) return false
  if (isLoopback(name) || name === host.toLowerCase() || name === nameOf(publicUrl)) return true
  // Where it listens for everybody, any address of the machine will do; a name could be anybody's.
  return (host === '0.0.0.0' || host === '::') && isIP(name) !== 0
}

function isLoopback(name: string): boolean {
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
