import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { counted, endingWith, parseJsonOrNull, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions as PlainCallOptions } from '../kit/http/call.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn, limitsOneObject } from './errors.ts'
import type { FeatureName } from './features.ts'
import { multipart } from '../kit/http/form.ts'
import type { FilePart } from '../kit/http/form.ts'
import { platformName } from './name.ts'
import { allowancesIn, usageIn } from './usage.ts'
import { BatchWire, PageWire } from './wire.ts'
import { wrongCursor } from '../kit/fill-page.ts'

export const apiVersion = 'v26.0'
export const apiAddress = 'https://graph.facebook.com'

export type Params = Record<string, unknown>

export interface CallOptions extends PlainCallOptions {
  /** A page's own token, where the connection's will not do. */
  token?: string
  /** Sent along with the parameters, as a form of several parts. Only with post. */
  file?: FilePart
  timeoutMs?: number
  /** The feature that the call is for, where that needs permissions of its own. */
  needs?: FeatureName
}

export interface GraphPage<T> {
  items: T[]
  before: string | null
  /** null: this was the last page. */
  after: string | null
}

interface BatchRead {
  path: string
  params: Params
}

/** The Graph interface: paths and parameters in, checked objects out, failures sorted. */
export interface Graph {
  get<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  /** Follows cursors, never `next`: that address carries the token. Stops as soon as `limit` is reached. */
  list<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions & { limit: number }): Promise<T[]>
  /** One page and no more; `params` holds its limit and cursor. */
  page<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<GraphPage<T>>
  remove<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  /** Many reads in few calls, answered in their order; one that failed does not spoil the others. */
  readMany<T>(schema: z.ZodType<T>, reads: BatchRead[], options: CallOptions): Promise<(T | PlatformError)[]>
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Graph
  close(): Promise<void>
}

export const largestPage = 200
const largestBatch = 50

/** What all who call with the same token share. */
interface Shared {
  http: PlatformHttp
  credentials: Record<string, string>
  surroundings: Surroundings
}

interface Outgoing {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: Params
  /** Absent: everything but GET writes. */
  isWrite?: boolean
}

type Call = <T>(schema: z.ZodType<T>, outgoing: Outgoing, options: CallOptions) => Promise<T>

export function createGraph(credentials: Record<string, string>, surroundings: Surroundings): Graph {
  return graphOver(
    { http: createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite), credentials, surroundings },
    null,
  )
}

function graphOver(shared: Shared, caller: AbortSignal | null): Graph {
  const call: Call = (schema, outgoing, asked) =>
    counted(shared.surroundings, async () => {
      const { isWrite = outgoing.method !== 'GET' } = outgoing
      const options = endingWith(asked, caller, isWrite)
      await waitForAllowance(platformName, shared.surroundings.pacer, options)
      return read(schema, await exchange(shared, { ...outgoing, isWrite }, options), isWrite)
    })

  return {
    get: (schema, path, params, options) => call(schema, { method: 'GET', path, params }, options),
    post: (schema, path, params, options) => call(schema, { method: 'POST', path, params }, options),
    async list(schema, path, params, { limit, ...options }) {
      const found: z.output<typeof schema>[] = []
      let after: string | undefined
      while (found.length < limit) {
        const pageSize = Math.min(limit - found.length, largestPage)
        const asked = { ...params, limit: pageSize, ...(after ? { after } : {}) }
        const page = await call(PageWire, { method: 'GET', path, params: asked }, options)
        found.push(...page.data.map((entry) => read(schema, entry, false)))
        after = page.paging?.next ? page.paging.cursors?.after : undefined
        if (!after || page.data.length === 0) break
      }
      return found.slice(0, limit)
    },
    async page(schema, path, params, options) {
      const { data, paging } = await call(PageWire, { method: 'GET', path, params }, options).catch(refuseCursor)
      const { before = null, after = null } = paging?.cursors ?? {}
      return { items: data.map((entry) => read(schema, entry, false)), before, after: paging?.next ? after : null }
    },
    remove: (schema, path, params, options) => call(schema, { method: 'DELETE', path, params }, options),
    async readMany(schema, reads, options) {
      const found: (z.output<typeof schema> | PlatformError)[] = []
      for (let start = 0; start < reads.length; start += largestBatch) {
        found.push(...(await readBatch(call, schema, reads.slice(start, start + largestBatch), options)))
      }
      return found
    },
    until: (signal) => graphOver(shared, signal),
    close: () => shared.http.close(),
  }
}

/** Makes the call and answers its body, or throws what it says went wrong; either way the pacer hears of it. */
async function exchange(
  { http, credentials, surroundings }: Shared,
  outgoing: Required<Outgoing>,
  options: CallOptions,
): Promise<unknown> {
  const { isWrite } = outgoing
  const answer = await http.request({
    ...encoded(outgoing, credentials, options, surroundings.baseUrl),
    isWrite,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    sendBefore: options.sendBefore,
  })
  const allowances = allowancesIn(answer.headers)
  const usage = usageIn(allowances)
  const body = parseJsonOrNull(answer.text)
  const failure = failureIn(
    {
      status: answer.status,
      text: answer.text,
      isWrite,
      traceHeader: answer.headers['x-fb-trace-id'],
      allowances,
      needs: options.needs,
    },
    body,
  )
  if (failure?.kind === 'throttled' && !limitsOneObject(failure)) {
    surroundings.pacer.report(options.accountId, {
      usagePercent: 100,
      blockedForMs: failure.retryAfterMs,
      reason: `code ${failure.code}`,
    })
  } else if (usage) surroundings.pacer.report(options.accountId, usage)
  if (failure) throw new PlatformError(failure)
  return body
}

/** The call as it travels: with its token, a proof that we know the app's secret, and what it says in a form. */
function encoded(
  { method, path, params }: Outgoing,
  { accessToken = '', appSecret }: Record<string, string>,
  { token = accessToken, file }: CallOptions,
  baseUrl: string,
): Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'> {
  const proof = appSecret && createHmac('sha256', appSecret).update(token).digest('hex')
  const form = encode(proof ? { ...params, appsecret_proof: proof } : params)
  const url = `${baseUrl}/${apiVersion}/${path}`
  const headers = { authorization: `Bearer ${token}` }
  if (method !== 'POST') return { method, url: `${url}?${form}`, headers, body: undefined }
  const upload = file && multipart(new URLSearchParams(form), file)
  const formHeaders = upload?.headers ?? { 'content-type': 'application/x-www-form-urlencoded' }
  return { method, url, headers: { ...headers, ...formHeaders }, body: upload?.body ?? form }
}

async function readBatch<T>(call: Call, schema: z.ZodType<T>, reads: BatchRead[], options: CallOptions) {
  const batch = reads.map(({ path, params }) => ({ method: 'GET', relative_url: `${path}?${encode(params)}` }))
  // Sent with POST, but nothing in it writes: an answer that got lost may be asked for again.
  const params = { batch, include_headers: false }
  const parts = await call(BatchWire, { method: 'POST', path: '', params, isWrite: false }, options)
  return reads.map((_, index): T | PlatformError => {
    const part = parts[index]
    if (!part) return noAnswer()
    const body = parseJsonOrNull(part.body)
    const facts = { status: part.code, text: part.body, isWrite: false, traceHeader: undefined, allowances: null }
    const failure = failureIn(facts, body)
    if (failure) return new PlatformError(failure)
    const parsed = schema.safeParse(body)
    return parsed.success ? parsed.data : noAnswer()
  })
}

/** A cursor is the caller's to give, so a wrong one is the caller's mistake. */
function refuseCursor(error: unknown): never {
  if (error instanceof PlatformError && error.failure.code === 2642) {
    throw wrongCursor()
  }
  throw error
}

function noAnswer(): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'transient',
    message: 'The platform left this part of the question unanswered.',
  })
}

/** Lists and objects travel as JSON text inside a form. */
export function encode(params: Params): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form.toString()
}

function read<T>(schema: z.ZodType<T>, body: unknown, isWrite: boolean): T {
  return readWire(platformName, schema, body, isWrite)
}
