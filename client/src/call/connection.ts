import { FlightdeckUnreachable } from '../errors/errors.ts'
import type { CallOptions } from '../operation-types.ts'
import { readFailure } from '../errors/read-failure.ts'
import { startClock } from './clock.ts'
import { pause, pauseBefore } from './retries.ts'
import type { Tries } from './retries.ts'

export interface FlightdeckOptions {
  /** Where the service is, as in `https://flightdeck.example.com`. In a browser `''` is where the page came from. */
  baseUrl: string
  /** An API key (`ak_...`). Left out in browsers that have a session: the page's own cookie goes along then. */
  key?: string
  /** What sends requests; the platform's own fetch unless given. */
  fetch?: typeof globalThis.fetch
  /** How often a call is tried again that met a cut connection, 429, 502, 503 or 504. */
  retries?: number
  /** How long a call waits between its tries at most, all waits together. A longer `Retry-After` is not waited for. */
  maxWaitSeconds?: number
  /** How long one try may take; 0: as long as it takes. */
  timeoutSeconds?: number
  /** Whether cookies go along, as in fetch. */
  credentials?: 'omit' | 'same-origin' | 'include'
  /** Sent with every call. */
  headers?: Record<string, string>
  /** Told before a call is tried again. */
  onRetry?: (retry: Retry) => void
}

export interface Retry {
  /** Why: a FlightdeckError or a FlightdeckUnreachable. */
  error: Error
  /** How often it was tried so far. */
  tries: number
  /** How long it waits before the next try. */
  waitSeconds: number
}

/** Long enough for one whole window of rate limits, and for a service that starts again. */
const usual = { retries: 5, maxWaitSeconds: 90, timeoutSeconds: 120 }

export type Connection = Required<
  Pick<FlightdeckOptions, 'baseUrl' | 'retries' | 'maxWaitSeconds' | 'timeoutSeconds'>
> &
  Pick<FlightdeckOptions, 'credentials' | 'onRetry'> & {
    fetch: typeof globalThis.fetch
    headers: Record<string, string>
  }

export function openConnection(options: FlightdeckOptions): Connection {
  const { key, credentials, onRetry } = options
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('The API key has characters that no key has.')
  return {
    baseUrl: checkedBase(options.baseUrl),
    // Browsers refuse a fetch that was taken off its window.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retries: options.retries ?? usual.retries,
    maxWaitSeconds: options.maxWaitSeconds ?? usual.maxWaitSeconds,
    timeoutSeconds: options.timeoutSeconds ?? usual.timeoutSeconds,
    credentials: credentials ?? (key === undefined ? 'same-origin' : 'omit'),
    headers: { ...options.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    onRetry,
  }
}

function checkedBase(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  const isRelative = base === '' || base.startsWith('/')
  if (isRelative && typeof location !== 'undefined') return base
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new TypeError(`baseUrl must be an address such as http://127.0.0.1:8080, not "${baseUrl}".`)
  }
  return base
}

declare const location: unknown

/** One logical call: what each of its tries sends. */
export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  /** Made anew for each try. */
  body?: () => RequestInit['body']
  /** A repeat does no harm: it reads, or it carries a key. */
  repeatable: boolean
  /** The answer is read later, by whoever gets it: the caller's signal holds until then. */
  streams?: true
}

/** Sends until there is an answer that counts; `read` belongs to the try, because an answer can break off too. */
export async function send<T>(
  connection: Connection,
  request: Request,
  options: CallOptions,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const { signal, retries = connection.retries, maxWaitSeconds = connection.maxWaitSeconds } = options
  const tries: Tries = { failed: 0, waitedMs: 0 }
  for (;;) {
    try {
      return await trySending(connection, request, options, read)
    } catch (error) {
      signal?.throwIfAborted()
      tries.failed += 1
      const wait = request.repeatable ? pauseBefore(error, tries, { retries, maxWaitSeconds }) : null
      if (wait === null) throw error
      connection.onRetry?.({ error: error as Error, tries: tries.failed, waitSeconds: wait / 1000 })
      tries.waitedMs += wait
      await pause(wait, signal)
    }
  }
}

async function trySending<T>(
  connection: Connection,
  request: Request,
  { signal, headers, timeoutSeconds = connection.timeoutSeconds }: CallOptions,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const clock = startClock(signal, timeoutSeconds)
  try {
    const response = await connection.fetch(connection.baseUrl + request.path, {
      method: request.method,
      headers: headers ? { ...request.headers, ...headers } : request.headers,
      credentials: connection.credentials,
      signal: clock.signal,
      ...bodyOf(request),
    })
    if (!response.ok) throw await readFailure(response)
    const answer = await read(response)
    clock.stop(request.streams)
    return answer
  } catch (error) {
    clock.stop()
    const broken = clock.timedOut() ?? (isBroken(error) ? error : null)
    throw broken === null ? error : new FlightdeckUnreachable(connection.baseUrl, broken)
  }
}

/** What is sent as a stream has to say so. */
function bodyOf({ body }: Request): RequestInit & { duplex?: 'half' } {
  const content = body?.()
  if (content === undefined) return {}
  return content instanceof ReadableStream ? { body: content, duplex: 'half' } : { body: content }
}

/** What fetch and the reading of a body throw when a connection fails; a caller's own abort is something else. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError
}
