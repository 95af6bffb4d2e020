import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import { required } from '../lookup.ts'

/**
 * A request names the host it is meant for once. Of two names a proxy in front of us may have gone by the other one; so
 * what was checked for one host would be answered for another.
 */
export function requireOneHost({ httpVersion, headers: { host }, rawHeaders, url = '/' }: IncomingMessage): void {
  if (host === undefined && httpVersion === '1.1') throw refused('The header Host is missing.')
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = required(rawHeaders[at], 'raw header')
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw refused('The header Host was sent more than once.')
  // Proxies are asked with the whole address; whoever asks us so must mean us.
  if (url.startsWith('/') || url === '*') return
  if (!URL.canParse(url) || new URL(url).host !== host?.toLowerCase())
    throw refused('The address of the request and its header Host name different hosts.')
}

function refused(message: string): AppError {
  return new AppError('bad_request', message)
}
