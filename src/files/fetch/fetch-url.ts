import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { boundBody } from './bounded-body.ts'
import { createGuardedConnector, resolveBySystem } from './guarded-connect.ts'
import type { Resolve } from './guarded-connect.ts'
import { fileTooLarge, MediaError, urlNotAccessible } from '../media-error.ts'
import { reasonOf } from './url-failure.ts'

export interface UrlFetcherOptions {
  /** Hosts ("host" or "host:port") that may be reached although they are private. */
  allowPrivateUrls: string[]
  maxBytes?: number
  /** From asking to the end of the headers, for each redirect anew; includes name lookup and connecting. */
  headerTimeoutMs?: number
  totalTimeoutMs?: number
  idleTimeoutMs?: number
  maxRedirects?: number
  /** Resolves host names; called while connecting, once for each connection. */
  lookup?: Resolve
}

interface FetchedUrl {
  finalUrl: string
  status: number
  contentType: string | null
  contentLength: number | null
  /** How long it may be taken for what it is, as its server says. */
  cacheControl: string | null
  body: Readable
}

export interface UrlFetcher {
  fetch(url: string, signal?: AbortSignal): Promise<FetchedUrl>
  close(): Promise<void>
}

type Settings = Required<Omit<UrlFetcherOptions, 'lookup' | 'allowPrivateUrls'>>

const defaults: Settings = {
  maxBytes: 104_857_600,
  headerTimeoutMs: 15_000,
  totalTimeoutMs: 300_000,
  idleTimeoutMs: 20_000,
  maxRedirects: 5,
}

/** Fetches URLs that users give, without letting them reach what only this machine or its network can reach. */
export function createUrlFetcher(options: UrlFetcherOptions): UrlFetcher {
  const settings = { ...defaults, ...withoutUndefined(options) }
  // An explicit agent: no proxy from the environment, no cookies, no kept connections, and only our own timers.
  const agent = new Agent({
    connect: createGuardedConnector({
      allowPrivateUrls: options.allowPrivateUrls,
      resolve: options.lookup ?? resolveBySystem,
      timeoutMs: settings.headerTimeoutMs,
    }),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32 * 1024,
  })
  return {
    fetch: (url, signal) => fetchUrl(agent, settings, url, signal),
    close: () => agent.destroy(),
  }
}

function withoutUndefined(options: UrlFetcherOptions): Partial<Settings> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

async function fetchUrl(agent: Agent, settings: Settings, url: string, signal?: AbortSignal): Promise<FetchedUrl> {
  const stop = new AbortController()
  const abortWith = (reason: string) => stop.abort(urlNotAccessible(url, reason))
  const onAbort = () => abortWith('aborted')
  if (signal?.aborted) throw urlNotAccessible(url, 'aborted')
  signal?.addEventListener('abort', onAbort, { once: true })
  const total = setTimeout(abortWith, settings.totalTimeoutMs, 'timeout')
  const release = () => {
    clearTimeout(total)
    signal?.removeEventListener('abort', onAbort)
  }
  try {
    const { response, finalUrl } = await follow(agent, settings, url, stop)
    return describe(response, finalUrl, { url, settings, stop, release })
  } catch (error) {
    release()
    throw toMediaError(error, url, stop.signal)
  }
}

/** What stopped us says more than the error that being stopped caused. */
function toMediaError(error: unknown, url: string, signal: AbortSignal): MediaError {
  if (signal.reason instanceof MediaError) return signal.reason
  return error instanceof MediaError ? error : urlNotAccessible(url, reasonOf(error), error)
}

async function follow(agent: Agent, settings: Settings, url: string, stop: AbortController) {
  let current = parseTarget(url, undefined, url)
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(agent, settings, current, { url, stop })
    const location = redirectOf(response)
    if (location === undefined) return { response, finalUrl: current.href }
    response.body.on('error', () => undefined).destroy()
    if (redirects === settings.maxRedirects) throw urlNotAccessible(url, 'too_many_redirects')
    current = parseTarget(location, current, url)
  }
}

/** The WHATWG parser turns decimal, octal and hexadecimal hosts into the plain addresses that are then checked. */
function parseTarget(target: string, base: URL | undefined, url: string): URL {
  const parsed = URL.parse(target, base?.href)
  if (!parsed) throw urlNotAccessible(url, 'bad_url')
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw urlNotAccessible(url, 'bad_scheme')
  if (parsed.username || parsed.password) throw urlNotAccessible(url, 'credentials')
  parsed.hash = ''
  return parsed
}

interface Attempt {
  url: string
  stop: AbortController
}

async function request(agent: Agent, settings: Settings, target: URL, { url, stop }: Attempt) {
  const timer = setTimeout(() => stop.abort(urlNotAccessible(url, 'timeout')), settings.headerTimeoutMs)
  try {
    return await agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Flightdeck' },
      signal: stop.signal,
    })
  } finally {
    clearTimeout(timer)
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectOf(response: Dispatcher.ResponseData): string | undefined {
  return redirectStatuses.has(response.statusCode) ? headerOf(response, 'location') : undefined
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

interface Fetching {
  url: string
  settings: Settings
  stop: AbortController
  release: () => void
}

function describe(response: Dispatcher.ResponseData, finalUrl: string, fetching: Fetching): FetchedUrl {
  const { url, settings, stop, release } = fetching
  const contentLength = lengthOf(response)
  const refusal = refusalOf(response, contentLength, fetching)
  if (refusal) {
    response.body.on('error', () => undefined).destroy()
    throw refusal
  }
  const body = boundBody(response.body, settings, {
    tooLarge: (seen) => fileTooLarge(seen, settings.maxBytes),
    idle: () => urlNotAccessible(url, 'timeout'),
    failed: (error) => toMediaError(error, url, stop.signal),
    closed: release,
  })
  const contentType = headerOf(response, 'content-type') ?? null
  const cacheControl = headerOf(response, 'cache-control') ?? null
  return { finalUrl, status: response.statusCode, contentType, contentLength, cacheControl, body }
}

function lengthOf(response: Dispatcher.ResponseData): number | null {
  const value = headerOf(response, 'content-length')
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null
}

function refusalOf(response: Dispatcher.ResponseData, contentLength: number | null, { url, settings }: Fetching) {
  if (response.statusCode !== 200) return urlNotAccessible(url, `status_${response.statusCode}`)
  const encoding = headerOf(response, 'content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') return urlNotAccessible(url, 'encoded_body')
  if (contentLength !== null && contentLength > settings.maxBytes) return fileTooLarge(contentLength, settings.maxBytes)
  return undefined
}
