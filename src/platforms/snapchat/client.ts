import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { createPlatformHttp } from '../http.ts'
import type { OutboundAnswer } from '../http.ts'
import { multipart } from '../meta/multipart.ts'
import type { FilePart } from '../meta/multipart.ts'
import { MustWait } from '../pacer.ts'
import type { Surroundings } from '../platform.ts'
import { elementFailure, failureIn } from './errors.ts'
import { platformName } from './name.ts'
import { createRate } from './rate.ts'
import { createTokens } from './token.ts'
import { ElementWire, EnvelopeWire } from './wire.ts'
import type { Envelope } from './wire.ts'

export const apiVersion = 'v1'

export type Fields = Record<string, unknown>
export type Params = Record<string, string | number | boolean | undefined>

export interface CallOptions {
  /** Whose allowance the call counts against. */
  accountId: string
  signal?: AbortSignal
  sendBefore?: number
  /** How long to wait for the account's allowance before giving up. */
  maxWaitMs?: number
  timeoutMs?: number
}

/** What the platform calls many of them, and one. */
export const kinds = {
  organization: 'organizations',
  adaccount: 'adaccounts',
  campaign: 'campaigns',
  adsquad: 'adsquads',
  ad: 'ads',
  creative: 'creatives',
  media: 'media',
} as const
export type Kind = keyof typeof kinds

export interface SnapPage<T> {
  items: T[]
  /** The query of the next page; null: this was the last. */
  next: string | null
}

/** The platform's interface: paths and fields in, checked objects out, failures sorted. */
export interface Snap {
  /** A body that is no list of entities. */
  get<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  read<T>(kind: Kind, schema: z.ZodType<T>, id: string, params: Params, options: CallOptions): Promise<T>
  /** Follows the pages until `limit` is reached; `isWhole` tells whether that was everything. */
  list<T>(
    kind: Kind,
    schema: z.ZodType<T>,
    path: string,
    params: Params,
    limit: number,
    options: CallOptions,
  ): Promise<{ items: T[]; isWhole: boolean }>
  page<T>(kind: Kind, schema: z.ZodType<T>, path: string, query: string, options: CallOptions): Promise<SnapPage<T>>
  create<T>(kind: Kind, schema: z.ZodType<T>, path: string, fields: Fields, options: CallOptions): Promise<T>
  /** Writes the whole entity anew: what is left out is gone. */
  replace<T>(kind: Kind, schema: z.ZodType<T>, path: string, fields: Fields, options: CallOptions): Promise<T>
  remove(path: string, options: CallOptions): Promise<void>
  /** A form, with a file or without; `path` may be one that the platform answered. */
  upload<T>(
    schema: z.ZodType<T>,
    path: string,
    fields: Record<string, string>,
    file: FilePart | null,
    options: CallOptions,
  ): Promise<T>
  /** What the connection may do, as far as the platform has said so. */
  scopes(): string[]
  close(): Promise<void>
}

export const smallestPage = 50
export const largestPage = 1000

type Body = { json: Fields } | { form: Record<string, string>; file: FilePart | null } | null

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  body: Body
}

export function createSnap(credentials: Record<string, string>, surroundings: Surroundings): Snap {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs)
  const tokens = createTokens(http, credentials, surroundings)
  // The platform allows 10 calls a second on average for one token.
  const rate = createRate(9, 20)
  const base = `${surroundings.baseUrl}/${apiVersion}`
  const { origin } = new URL(surroundings.baseUrl)

  async function send(request: Request, token: string, options: CallOptions): Promise<OutboundAnswer> {
    const { headers, body } = encodeBody(request.body)
    return http.request({
      method: request.method,
      url: request.url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
      isWrite: request.method !== 'GET',
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      sendBefore: options.sendBefore,
    })
  }

  async function call(request: Request, options: CallOptions): Promise<{ body: unknown; envelope: Envelope | null }> {
    await waitForAllowance(options)
    const isWrite = request.method !== 'GET'
    let answer: OutboundAnswer
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.get()
      await rate(options.signal)
      answer = await send(request, token, options)
      if (attempt > 1) break
      // Nothing has happened: the token has ended, which it does every hour.
      if (answer.status === 401) tokens.drop(token)
      // Known to come and go.
      else if (answer.status !== 403 || isWrite) break
    }
    const body = parseJson(answer.text)
    const envelope = EnvelopeWire.safeParse(body).data ?? null
    const facts = { status: answer.status, isWrite, retryAfter: answer.headers['retry-after'] }
    const failure = failureIn(facts, envelope)
    if (failure?.kind === 'throttled') {
      const blockedForMs = failure.retryAfterMs
      surroundings.pacer.report(options.accountId, { usagePercent: 0, blockedForMs, reason: `code ${failure.code}` })
    }
    if (failure) throw new PlatformError(failure)
    return { body, envelope }
  }

  async function waitForAllowance({ accountId, maxWaitMs = 5_000, signal }: CallOptions): Promise<void> {
    try {
      await surroundings.pacer.ready(accountId, maxWaitMs, signal)
    } catch (error) {
      if (!(error instanceof MustWait)) throw error
      throw new PlatformError({
        platform: platformName,
        kind: 'throttled',
        message: error.message,
        retryAfterMs: error.waitMs,
        hint: 'The platform limits how often it may be called. The call was not made.',
      })
    }
  }

  async function elements<T>(
    request: Request,
    kind: Kind,
    schema: z.ZodType<T>,
    options: CallOptions,
  ): Promise<SnapPage<T>> {
    const { body, envelope } = await call(request, options)
    const isWrite = request.method !== 'GET'
    const list: unknown = envelope?.[kinds[kind]]
    if (!Array.isArray(list)) throw strangeShape(kinds[kind], isWrite)
    const items = list.map((each) => readElement(each, kind, schema, isWrite, envelope?.request_id))
    if (body === null) throw strangeShape('', isWrite)
    const link = envelope?.paging?.next_link
    return { items, next: link ? new URL(link, origin).search : null }
  }

  async function one<T>(request: Request, kind: Kind, schema: z.ZodType<T>, options: CallOptions): Promise<T> {
    const { items } = await elements(request, kind, schema, options)
    const [first] = items
    if (first === undefined) throw strangeShape(kinds[kind], request.method !== 'GET')
    return first
  }

  const page: Snap['page'] = (kind, schema, path, query, options) =>
    elements({ method: 'GET', url: `${base}/${path}${query}`, body: null }, kind, schema, options)

  return {
    async get(schema, path, params, options) {
      const { body } = await call({ method: 'GET', url: `${base}/${path}${queryOf(params)}`, body: null }, options)
      return check(schema, body, false)
    },
    read: (kind, schema, id, params, options) =>
      one({ method: 'GET', url: `${base}/${kinds[kind]}/${id}${queryOf(params)}`, body: null }, kind, schema, options),
    page,
    async list(kind, schema, path, params, limit, options) {
      const size = Math.min(Math.max(limit, smallestPage), largestPage)
      const found: z.output<typeof schema>[] = []
      let query: string | null = queryOf({ ...params, limit: size })
      while (query !== null && found.length < limit) {
        // The rest of the address is ours: a link is followed on the platform's own host only, because a token goes along.
        const { items, next }: SnapPage<z.output<typeof schema>> = await page(kind, schema, path, query, options)
        found.push(...items)
        query = next
      }
      return { items: found.slice(0, limit), isWhole: query === null && found.length <= limit }
    },
    create: (kind, schema, path, fields, options) =>
      one({ method: 'POST', url: `${base}/${path}`, body: { json: { [kinds[kind]]: [fields] } } }, kind, schema, options),
    replace: (kind, schema, path, fields, options) =>
      one({ method: 'PUT', url: `${base}/${path}`, body: { json: { [kinds[kind]]: [fields] } } }, kind, schema, options),
    async remove(path, options) {
      await call({ method: 'DELETE', url: `${base}/${path}`, body: null }, options)
    },
    async upload(schema, path, form, file, options) {
      // Paths that the platform answers start at the root of its host, with a region in front.
      const { pathname, search } = new URL(path.startsWith('/') ? path : `${base}/${path}`, origin)
      const request: Request = { method: 'POST', url: `${origin}${pathname}${search}`, body: { form, file } }
      return check(schema, (await call(request, options)).body, true)
    },
    scopes: () => tokens.scopes(),
    close: () => http.close(),
  }
}

export function queryOf(params: Params): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

function encodeBody(body: Body) {
  if (body === null) return { headers: {}, body: undefined }
  if ('json' in body) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body.json) }
  if (body.file) return multipart(new URLSearchParams(body.form), body.file)
  return formWithoutFile(body.form)
}

function formWithoutFile(fields: Record<string, string>) {
  const boundary = 'flightdeck-fields'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}

function readElement<T>(
  value: unknown,
  kind: Kind,
  schema: z.ZodType<T>,
  isWrite: boolean,
  requestId: string | undefined,
): T {
  const element = ElementWire.safeParse(value).data
  if (!element) throw strangeShape(kinds[kind], isWrite)
  // A call can be answered 200 although what it asked for was refused.
  if (element.sub_request_status !== undefined && element.sub_request_status.toUpperCase() !== 'SUCCESS')
    throw new PlatformError(elementFailure(element.sub_request_error_reason, requestId))
  return check(schema, element[kind], isWrite)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, isWrite: boolean): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw strangeShape(parsed.error.issues.map((issue) => issue.path.join('.')).join(', '), isWrite)
}

/** An answer in a shape we do not know: for a write that means we cannot tell what happened. */
function strangeShape(where: string, isWrite: boolean): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: isWrite ? 'unknown' : 'transient',
    message: `The platform answered in an unexpected shape (${where || 'whole body'}).`,
  })
}
