import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a call comes from: what a proxy that is trusted says, where it says an address at all; else who is at the other end. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip
}
