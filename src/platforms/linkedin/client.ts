import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { counted, endingWith, parseJsonOrNull, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions } from '../kit/http/call.ts'
import { wrongCursor } from '../kit/fill-page.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundAnswer, OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn } from './errors.ts'
import { platformName } from './name.ts'
import { createTokenKeeper } from './oauth.ts'
import type { TokenKeeper } from './oauth.ts'
import { encodeQuery } from './restli.ts'
import type { Query } from './restli.ts'
import { createPatience } from './usage.ts'
import type { Patience } from './usage.ts'
import { BatchWire, PageWire } from './wire.ts'

/** Versions come every month and live for about a year. */
export const apiVersion = '202607'
export const versionEndsOn = '2027-07-15'
/** In use by others since autumn 2026; its end is not announced. */
export const alsoKnown = [{ version: '202610', endsOn: null }]

export type { CallOptions, Query }

interface ApiPage<T> {
  items: T[]
  /** null: this was the last page. */
  after: string | null
}

/** Fields that are set to values, and fields that are taken away. */
export interface Patch {
  set?: object
  remove?: string[]
}

/** The platform's interface: paths and objects in, checked objects out, failures sorted. */
export interface Api {
  get<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): Promise<T>
  /** One page of a search; `query` holds its size and token. */
  page<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): Promise<ApiPage<T>>
  /** Follows tokens, or counts on, until `limit` is reached. */
  list<T>(schema: z.ZodType<T>, path: string, query: Query, options: ListOptions): Promise<T[]>
  /** Those of them that there are, by id. */
  batchGet<T>(schema: z.ZodType<T>, path: string, ids: string[], options: CallOptions): Promise<Map<string, T>>
  /** Figures: `fields` names the columns. */
  figures<T>(schema: z.ZodType<T>, query: Query, fields: string[], options: CallOptions): Promise<T[]>
  /** Makes something; its id is told in a header. */
  create(path: string, body: object, options: CallOptions): Promise<string>
  update(path: string, patch: Patch, options: CallOptions): Promise<void>
  remove(path: string, options: CallOptions): Promise<void>
  action<T>(schema: z.ZodType<T>, path: string, action: Action, options: CallOptions): Promise<T>
  /** A call to an address that the platform gave us, outside of its interface: the token stays at home. */
  outside(request: Omit<OutboundRequest, 'headers'> & { headers?: Record<string, string> }): Promise<OutboundAnswer>
  tokens: TokenKeeper
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Api
  close(): Promise<void>
}

interface Action {
  name: string
  body: object
}

interface ListOptions extends CallOptions {
  limit: number
  /** How many the platform gives at once; searches of creatives and posts give fewer than others. */
  pageSize?: number
  /** Lists of people, roles and posts are counted on instead of followed by tokens. */
  isCounted?: boolean
}

const usualPageSize = 500
const maxIdsInCall = 100
/** Longer queries travel in a body: the platform refuses longer addresses. */
const maxQueryLength = 4_000

type Method = 'GET' | 'FINDER' | 'BATCH_GET' | 'CREATE' | 'PARTIAL_UPDATE' | 'DELETE' | 'ACTION'

interface Outgoing {
  method: Method
  path: string
  query: Query
  fields?: string[]
  body?: object
}

const httpMethods: Record<Method, 'GET' | 'POST' | 'DELETE'> = {
  GET: 'GET',
  FINDER: 'GET',
  BATCH_GET: 'GET',
  CREATE: 'POST',
  PARTIAL_UPDATE: 'POST',
  DELETE: 'DELETE',
  ACTION: 'POST',
}

/** What all who call with the same token share. */
interface Shared {
  surroundings: Surroundings
  http: PlatformHttp
  tokens: TokenKeeper
  patience: Patience
}

export function createApi(credentials: Record<string, string>, surroundings: Surroundings): Api {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite)
  const tokens = createTokenKeeper(credentials, surroundings, http)
  return apiOver({ surroundings, http, tokens, patience: createPatience(surroundings) }, null)
}

function isWriting({ method }: Outgoing): boolean {
  return httpMethods[method] !== 'GET'
}

type Call = (outgoing: Outgoing, options: CallOptions) => Promise<Answer>

function callerOf(shared: Shared, caller: AbortSignal | null): Call {
  const { surroundings, tokens } = shared
  return (outgoing, asked) =>
    counted(surroundings, async () => {
      const options = endingWith(asked, caller, isWriting(outgoing))
      await waitForAllowance(platformName, surroundings.pacer, options)
      const token = await tokens.current()
      const first = await exchange(shared, outgoing, token, options)
      // A refused token means that nothing happened: the same call may be made again with a new one.
      const another = first.failure?.kind === 'auth' ? await tokens.renewed(token) : null
      const answer = another ? await exchange(shared, outgoing, another, options) : first
      if (answer.failure) throw new PlatformError(answer.failure)
      return answer
    })
}

function apiOver(shared: Shared, caller: AbortSignal | null): Api {
  const { tokens, http } = shared
  const call = callerOf(shared, caller)

  async function read<T>(schema: z.ZodType<T>, outgoing: Outgoing, options: CallOptions): Promise<T> {
    const { body } = await call(outgoing, options)
    return readWire(platformName, schema, body, isWriting(outgoing))
  }

  async function readPage<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions) {
    const { elements, metadata, paging } = await read(PageWire, { method: 'FINDER', path, query }, options)
    const items = elements.map((element) => readWire(platformName, schema, element, false))
    return { items, after: metadata?.nextPageToken ?? null, total: paging?.total ?? null }
  }

  return {
    get: (schema, path, query, options) => read(schema, { method: 'GET', path, query }, options),
    page: (schema, path, query, options) => readPage(schema, path, query, options).catch(refuseToken(query)),
    list: (schema, path, query, options) =>
      readAll((place, rest) => readPage(schema, path, { ...query, ...place }, rest), options),
    async batchGet(schema, path, ids, options) {
      const found = new Map<string, z.output<typeof schema>>()
      for (const some of chunksOf([...new Set(ids)], maxIdsInCall)) {
        const { results } = await read(BatchWire, { method: 'BATCH_GET', path, query: { ids: some } }, options)
        for (const [id, result] of Object.entries(results)) found.set(id, readWire(platformName, schema, result, false))
      }
      return found
    },
    async figures(schema, query, fields, options) {
      const outgoing = { method: 'FINDER', path: 'adAnalytics', query, fields } as const
      const { elements } = await read(PageWire, outgoing, options)
      return elements.map((element) => readWire(platformName, schema, element, false))
    },
    async create(path, body, options) {
      const { headers } = await call({ method: 'CREATE', path, query: {}, body }, options)
      return createdId(headers)
    },
    async update(path, { set, remove = [] }, options) {
      const patch = { ...(set ? { $set: set } : {}), ...(remove.length > 0 ? { $delete: remove } : {}) }
      await call({ method: 'PARTIAL_UPDATE', path, query: {}, body: { patch } }, options)
    },
    async remove(path, options) {
      await call({ method: 'DELETE', path, query: {} }, options)
    },
    action: (schema, path, { name, body }, options) =>
      read(schema, { method: 'ACTION', path, query: { action: name }, body }, options),
    outside: (request) => http.request(request),
    tokens,
    until: (signal) => apiOver(shared, signal),
    close: () => http.close(),
  }
}

interface ReadPage<T> extends ApiPage<T> {
  /** How many there are in all, where the platform tells. */
  total: number | null
}

async function readAll<T>(
  read: (place: Query, options: CallOptions) => Promise<ReadPage<T>>,
  { limit, pageSize = usualPageSize, isCounted = false, ...options }: ListOptions,
): Promise<T[]> {
  const found: T[] = []
  for (let token: string | undefined; found.length < limit;) {
    const place = isCounted ? { start: found.length, count: pageSize } : { pageSize, pageToken: token }
    const { items, after, total } = await read(place, options)
    found.push(...items)
    token = after ?? undefined
    const isLast = isCounted ? items.length < pageSize || found.length === total : token === undefined
    if (isLast || items.length === 0) break
  }
  return found.slice(0, limit)
}

interface Answer {
  failure: ReturnType<typeof failureIn>
  headers: Record<string, string>
  body: unknown
}

async function exchange(shared: Shared, outgoing: Outgoing, token: string, options: CallOptions): Promise<Answer> {
  const { http, surroundings, patience } = shared
  const isWrite = isWriting(outgoing)
  const answer = await http.request({
    ...requestOf(outgoing, surroundings, token),
    isWrite,
    signal: options.signal,
    sendBefore: options.sendBefore,
  })
  const { status, headers, text } = answer
  const body = text === '' ? null : parseJsonOrNull(text)
  const failure = failureIn({ status, isWrite, headers }, body, (message) => patience.waitFor(message))
  if (failure?.kind === 'throttled') {
    const blocked = { usagePercent: 100, blockedForMs: failure.retryAfterMs, reason: String(failure.code) }
    surroundings.pacer.report(options.accountId, blocked)
  } else if (!failure) {
    patience.answered()
    // The platform tells nothing about what is left.
    surroundings.pacer.report(options.accountId, { usagePercent: 0, isCounted: true })
  }
  return { failure, headers, body }
}

function requestOf(
  { method, path, query, fields, body }: Outgoing,
  { baseUrl, apiVersion: version = apiVersion }: Surroundings,
  token: string,
) {
  const text = encodeQuery(query, fields)
  const address = `${baseUrl}/rest/${path}`
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'linkedin-version': version,
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': method,
  }
  if (text.length > maxQueryLength) {
    const tunnel = { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', url: address, headers: { ...headers, ...tunnel }, body: text } as const
  }
  const url = text === '' ? address : `${address}?${text}`
  if (body === undefined) return { method: httpMethods[method], url, headers } as const
  const typed = { ...headers, 'content-type': 'application/json' }
  return { method: httpMethods[method], url, headers: typed, body: JSON.stringify(body) } as const
}

/** URNs are percent-encoded here on some of the platform's resources, and on others not. */
function createdId(headers: Record<string, string>): string {
  const id = headers['x-restli-id'] ?? headers['x-linkedin-id']
  if (id) return decodeURIComponent(id)
  const message = 'The platform did not say what it made.'
  throw new PlatformError({ platform: platformName, kind: 'unknown', message })
}

/** A token is the caller's to give, so a wrong one is the caller's mistake. */
function refuseToken({ pageToken }: Query) {
  return (error: unknown): never => {
    const isRefused = error instanceof PlatformError && error.kind === 'rejected'
    if (pageToken !== undefined && isRefused && /page ?token/i.test(error.message)) throw wrongCursor()
    throw error
  }
}

/** What is not there, or is not open to the connection, is nothing. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'rejected' && isMissing(error)) return null
  throw error
}

function isMissing({ failure: { code, message } }: PlatformError): boolean {
  return (
    code === 404 ||
    /NOT_FOUND|ACCESS_DENIED|NO_PERMISSION/.test(String(code)) ||
    /could not find|not found/i.test(message)
  )
}

export function chunksOf<T>(all: T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < all.length; start += size) chunks.push(all.slice(start, start + size))
  return chunks
}
