import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { counted, endingWith, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions as PlainCallOptions } from '../kit/http/call.ts'
import { createWindows, gateOf } from '../kit/http/gate.ts'
import type { Gate } from '../kit/http/gate.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import { multipart } from '../kit/http/form.ts'
import type { FilePart } from '../kit/http/form.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn } from './errors.ts'
import { parseExactly } from './exact-json.ts'
import { platformName } from './name.ts'
import { createThrottleWaits } from './usage.ts'
import { DataWire, PageWire } from './wire.ts'

export const apiVersion = 'v1.3'
export const apiAddress = 'https://business-api.tiktok.com'

export type Params = Record<string, unknown>

export interface CallOptions extends PlainCallOptions {
  timeoutMs?: number
}

interface ApiPage<T> {
  items: T[]
  isLast: boolean
}

/** The platform's interface: paths such as `ad/get` and parameters in, the checked `data` out, failures sorted. */
export interface Api {
  get<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, body: Params, options: CallOptions): Promise<T>
  upload<T>(
    schema: z.ZodType<T>,
    path: string,
    form: { fields: Params; file: FilePart },
    options: CallOptions,
  ): Promise<T>
  /** One page of a list; `params` holds `page` and `page_size`. */
  page<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<ApiPage<T>>
  /** Reads pages until the end or until `limit` is reached. */
  list<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions & { limit: number }): Promise<T[]>
  /** Which day it is (YYYY-MM-DD), as its last answer said. */
  today(): string
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Api
  close(): Promise<void>
}

const largestPage = 1000
const largestPages: Record<string, number> = {
  'smart_plus/ad/get': 100,
  'smart_plus/material_report/overview': 100,
  'smart_plus/material_report/breakdown': 100,
}

/**
 * What the lowest tier allows the whole app, and the making of ads. No answer tells how near a limit is, and calls arrive
 * less evenly than they leave: so the windows are a little longer than the platform's.
 */
const second = 1_100
const minute = 61_000
const appLimits = [
  { max: 10, windowMs: second },
  { max: 600, windowMs: minute },
]
const adCreationLimits = [
  { max: 5, windowMs: second },
  { max: 150, windowMs: minute },
]
/** Reports in the background: the whole app may ask for one each second, whatever its tier. */
const reportLimits = [
  { max: 1, windowMs: second },
  { max: 60, windowMs: minute },
]
const reportDownload = 'report/task/download'
const briefWaitMs = 1_000

type Outgoing = Pick<OutboundRequest, 'method' | 'body' | 'headers'> & { path: string; query?: Params }

/** What all who call with the same token share. */
interface Shared {
  surroundings: Surroundings
  accessToken: string
  http: PlatformHttp
  gateFor(path: string): Gate
  throttles: ReturnType<typeof createThrottleWaits>
  /** When the platform's last answer was given, by its own clock; null: there was none. */
  answeredAt: Date | null
}

export function createApi(credentials: Record<string, string>, surroundings: Surroundings): Api {
  const app = createWindows(appLimits)
  const anyCall = gateOf([app])
  const ownGates = new Map([
    ['ad/create', gateOf([createWindows(adCreationLimits), app])],
    ['smart_plus/ad/create', gateOf([createWindows(adCreationLimits), app])],
    ['report/task/create', gateOf([createWindows(reportLimits), app])],
  ])
  const shared: Shared = {
    surroundings,
    accessToken: credentials.accessToken ?? '',
    http: createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite),
    gateFor: (path) => ownGates.get(path) ?? anyCall,
    throttles: createThrottleWaits(),
    answeredAt: null,
  }
  return apiOver(shared, null)
}

function apiOver(shared: Shared, caller: AbortSignal | null): Api {
  const { surroundings } = shared

  const call = <T>(schema: z.ZodType<T>, outgoing: Outgoing, asked: CallOptions) =>
    counted(surroundings, async () => {
      const isWrite = outgoing.method !== 'GET'
      const options = endingWith(asked, caller, isWrite)
      await waitForAllowance(platformName, surroundings.pacer, options, [shared.gateFor(outgoing.path)])
      return read(schema, await exchange(shared, outgoing, options), isWrite)
    })

  /** Others use the same app: a read that met the limit of a second is asked once more in the next one. */
  const get: Api['get'] = async (schema, path, query, options) => {
    const ask = () => call(schema, { path, method: 'GET', query }, options)
    return ask().catch((error: unknown) => {
      const isBrief = error instanceof PlatformError && error.kind === 'throttled' && error.failure.code !== undefined
      if (isBrief && (error.failure.retryAfterMs ?? Infinity) <= briefWaitMs) return ask()
      throw error
    })
  }

  async function page<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions) {
    const { list, page_info: info } = await get(PageWire, path, params, options)
    const items = list.map((entry) => read(schema, entry, false))
    return { items, isLast: !info || info.page >= info.total_page || items.length === 0 }
  }

  return {
    get,
    page,
    post: (schema, path, body, options) =>
      call(
        schema,
        { path, method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        options,
      ),
    upload(schema, path, { fields, file }, options) {
      const { headers, body } = multipart(new URLSearchParams(encode(fields)), file)
      return call(schema, { path, method: 'POST', body, headers }, options)
    },
    async list(schema, path, params, { limit, ...options }) {
      const found: z.output<typeof schema>[] = []
      const size = Math.min(limit, largestPages[path] ?? largestPage)
      for (let number = 1; found.length < limit; number++) {
        const { items, isLast } = await page(schema, path, { ...params, page: number, page_size: size }, options)
        found.push(...items)
        if (isLast) break
      }
      return found.slice(0, limit)
    },
    today: () => (shared.answeredAt ?? surroundings.now()).toISOString().slice(0, 10),
    until: (signal) => apiOver(shared, signal),
    close: () => shared.http.close(),
  }
}

/** Makes the call and answers its data, or throws what it says went wrong; either way the pacer hears of it. */
async function exchange(
  shared: Shared,
  { path, method, query, headers = {}, body }: Outgoing,
  { accountId, signal, sendBefore, timeoutMs }: CallOptions,
): Promise<unknown> {
  const { surroundings, http, accessToken, throttles } = shared
  const isWrite = method !== 'GET'
  const answer = await http.request({
    method,
    // Without the slash at its end every path is unknown.
    url: `${surroundings.baseUrl}/open_api/${apiVersion}/${path}/${query ? `?${encode(query)}` : ''}`,
    headers: { ...headers, 'access-token': accessToken },
    body,
    isWrite,
    timeoutMs,
    signal,
    sendBefore,
  })
  const answeredAt = new Date(answer.headers['date'] ?? '')
  if (!Number.isNaN(answeredAt.getTime())) shared.answeredAt = answeredAt
  // A finished report comes as it is; whatever else comes from there is in the usual envelope.
  const isReport = path === reportDownload && answer.status === 200
  const envelope = parseExactly(answer.text) ?? (isReport ? { code: 0, data: answer.text } : null)
  const facts = { status: answer.status, isWrite, traceHeader: answer.headers['x-tt-logid'] }
  const failure = failureIn(facts, envelope)
  if (failure?.kind === 'throttled') {
    const blockedForMs = throttles.refused(accountId)
    surroundings.pacer.report(accountId, { usagePercent: 100, blockedForMs, reason: `code ${failure.code}` })
    throw new PlatformError({ ...failure, retryAfterMs: blockedForMs })
  }
  if (failure) throw new PlatformError(failure)
  throttles.passed(accountId)
  surroundings.pacer.report(accountId, { usagePercent: 0 })
  return DataWire.parse(envelope).data
}

/** Plain values stay as they are; lists and objects travel as JSON text. */
function encode(params: Params): string {
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
