import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Names that always mean this machine. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * A browser sends the cookie of a session along whoever's page made the call. So such a call counts only where it came to a
 * name of ours (a stranger's name can be made to lead here), and, where it changes something, from a page of ours.
 */
export function requireOwnPage(
  request: FastifyRequest,
  { config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>,
): void {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers
  const own = new URL(publicUrl())
  const name = hostOf(`http://${host}`)
  if (![...loopback, config.host, own.hostname].includes(name.hostname)) {
    throw refused(`This service is not called ${host}. Set PUBLIC_URL to the address that it is reached by.`)
  }
  if (request.method === 'GET' || request.method === 'HEAD') return
  const fromHere = origin === undefined ? site === 'same-origin' : [host, own.host].includes(hostOf(origin).host)
  if (!fromHere) throw refused('A call with a session must come from a page of this service.')
}

function hostOf(address: string): { host: string; hostname: string } {
  return URL.canParse(address) ? new URL(address) : { host: '', hostname: '' }
}

function refused(message: string): AppError {
  return new AppError('forbidden', message, { reason: 'origin' })
}
