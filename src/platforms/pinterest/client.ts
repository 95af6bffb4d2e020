import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { counted, endingWith, parseJsonOrNull, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions } from '../kit/http/call.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundAnswer, OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn, itemFailure } from './errors.ts'
import { platformName } from './name.ts'
import { createTokenKeeper } from './oauth.ts'
import type { TokenKeeper } from './oauth.ts'
import { allowanceIn, categoryOf, createAllowances } from './usage.ts'
import { BatchWire, PageWire } from './wire.ts'
import { wrongCursor } from '../kit/fill-page.ts'

export const apiVersion = 'v5'
export const apiAddress = 'https://api.pinterest.com'

/** Lists travel as repeated keys. */
export type Query = Record<string, string | number | boolean | string[] | undefined>

export type { CallOptions }

export interface ApiPage<T> {
  items: T[]
  /** null: this was the last page. */
  after: string | null
}

/** The platform's interface: paths and objects in, checked objects out, failures sorted. */
export interface Api {
  get<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): Promise<T>
  /** `isWrite: false` for what is sent with POST but changes nothing. */
  post<T>(
    schema: z.ZodType<T>,
    path: string,
    body: unknown,
    options: CallOptions & { query?: Query; isWrite?: boolean },
  ): Promise<T>
  /** Makes or changes one thing through a batch of one; a refusal told inside of a good answer is thrown. */
  writeOne<T>(
    schema: z.ZodType<T>,
    write: { method: 'POST' | 'PATCH'; path: string; item: object },
    options: CallOptions,
  ): Promise<T>
  /** Follows bookmarks until `limit` is reached. */
  list<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions & { limit: number }): Promise<T[]>
  /** One page and no more; `query` holds its size and bookmark. */
  page<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): Promise<ApiPage<T>>
  /** A call to an address that the platform gave us, outside of its interface: the token stays at home. */
  outside(request: Omit<OutboundRequest, 'headers'> & { headers?: Record<string, string> }): Promise<OutboundAnswer>
  tokens: TokenKeeper
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Api
  close(): Promise<void>
}

export const largestPage = 250

interface Outgoing {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query: Query
  body?: unknown
  isWrite: boolean
}

/** What its verbs work with. */
export type Deps = Api & Pick<Surroundings, 'now' | 'isSandbox'>

/** What all who call with the same token share. */
interface Shared {
  surroundings: Surroundings
  http: PlatformHttp
  tokens: TokenKeeper
  allowances: ReturnType<typeof createAllowances>
}

export function createApi(credentials: Record<string, string>, surroundings: Surroundings): Api {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite)
  const tokens = createTokenKeeper(credentials, surroundings, http, apiVersion)
  return apiOver({ surroundings, http, tokens, allowances: createAllowances(() => performance.now()) }, null)
}

function apiOver(shared: Shared, caller: AbortSignal | null): Api {
  const { surroundings, http, tokens, allowances } = shared

  const call: typeof callOnce = (...given) => counted(surroundings, () => callOnce(...given))

  async function callOnce<T>(schema: z.ZodType<T>, outgoing: Outgoing, asked: CallOptions) {
    const options = endingWith(asked, caller, outgoing.isWrite)
    const category = categoryOf(outgoing.method, outgoing.path)
    await waitForAllowance(platformName, surroundings.pacer, options, [allowances.gate(category)])
    const { failure, body, trace } = await attempt(outgoing, options).finally(() => allowances.landed(category))
    if (failure) throw new PlatformError(failure)
    return { value: read(schema, body, outgoing.isWrite), trace }
  }

  async function attempt(outgoing: Outgoing, options: CallOptions) {
    const token = await tokens.current()
    const first = await exchange(shared, outgoing, token, options)
    // A refused token means that nothing happened: the same call may be made again with a new one.
    const another = first.failure?.kind === 'auth' ? await tokens.renewed(token) : null
    return another ? exchange(shared, outgoing, another, options) : first
  }

  async function readPage<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions) {
    const outgoing = { method: 'GET', path, query, isWrite: false } as const
    const { value } = await call(PageWire, outgoing, options)
    const items = value.items.map((entry) => read(schema, entry, false))
    return { items, after: value.bookmark ?? null }
  }

  return {
    get: async (schema, path, query, options) =>
      (await call(schema, { method: 'GET', path, query, isWrite: false }, options)).value,
    post: async (schema, path, body, { query = {}, isWrite = true, ...options }) =>
      (await call(schema, { method: 'POST', path, query, body, isWrite }, options)).value,
    async writeOne(schema, { method, path, item }, options) {
      const outgoing = { method, path, query: {}, body: [item], isWrite: true }
      const { value, trace } = await call(BatchWire, outgoing, options)
      return readItem(schema, value.items[0], method, trace)
    },
    async list(schema, path, query, { limit, ...options }) {
      const found: z.output<typeof schema>[] = []
      let bookmark: string | undefined
      while (found.length < limit) {
        const size = Math.min(limit - found.length, largestPage)
        const page = await readPage(schema, path, { ...query, page_size: size, bookmark }, options)
        found.push(...page.items)
        if (page.after === null || page.items.length === 0) break
        bookmark = page.after
      }
      return found.slice(0, limit)
    },
    page: (schema, path, query, options) => readPage(schema, path, query, options).catch(refuseBookmark(query)),
    outside: (request) => http.request(request),
    tokens,
    until: (signal) => apiOver(shared, signal),
    close: () => http.close(),
  }
}

async function exchange(
  { http, allowances, surroundings }: Shared,
  outgoing: Outgoing,
  token: string,
  options: CallOptions,
) {
  const { baseUrl, pacer } = surroundings
  const { method, path, query, body, isWrite } = outgoing
  const text = encode(query)
  const answer = await http.request({
    method,
    url: `${baseUrl}/${apiVersion}/${path}${text ? `?${text}` : ''}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    isWrite,
    signal: options.signal,
    sendBefore: options.sendBefore,
  })
  const allowance = allowanceIn(answer.headers)
  const trace = answer.headers['x-pinterest-rid']
  const parsed = parseJsonOrNull(answer.text)
  const failure = failureIn({ status: answer.status, isWrite, traceHeader: trace, allowance }, parsed)
  if (failure?.kind === 'throttled') {
    const blocked = { usagePercent: 100, blockedForMs: failure.retryAfterMs, reason: `code ${failure.code}` }
    pacer.report(options.accountId, blocked)
  } else if (allowance) {
    allowances.note(categoryOf(method, path), allowance)
    pacer.report(options.accountId, { usagePercent: allowances.fullestPercent(), isCounted: true })
  }
  return { failure, body: parsed, trace }
}

type BatchItem = z.output<typeof BatchWire>['items'][number]

function readItem<T>(
  schema: z.ZodType<T>,
  item: BatchItem | undefined,
  method: 'POST' | 'PATCH',
  trace: string | undefined,
): T {
  const problem = item?.exceptions[0]
  if (!problem) return read(schema, item?.data, true)
  const failure = itemFailure(problem, trace)
  // A complaint beside something that has an id: only a look at the list tells whether it was made.
  const mayExist = method === 'POST' && schema.safeParse(item.data).success
  throw new PlatformError(mayExist ? { ...failure, kind: 'unknown' } : failure)
}

/** A bookmark is the caller's to give, so a wrong one is the caller's mistake. */
function refuseBookmark({ bookmark }: Query) {
  return (error: unknown): never => {
    if (bookmark !== undefined && error instanceof PlatformError && error.failure.code === 1) {
      throw wrongCursor()
    }
    throw error
  }
}

function encode(query: Query): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [String(value)]) form.append(name, each)
  }
  return form.toString()
}

export function read<T>(schema: z.ZodType<T>, body: unknown, isWrite: boolean): T {
  return readWire(platformName, schema, body, isWrite)
}
