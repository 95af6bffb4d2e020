import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type { PlatformFailure } from '../../errors.ts'
import { counted, endingWith, parseJsonOrNull, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions } from '../kit/http/call.ts'
import { multipart } from '../kit/http/form.ts'
import type { FilePart } from '../kit/http/form.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn, reportFailure } from './errors.ts'
import { platformName } from './name.ts'
import { createAllowances, maxErrors } from './usage.ts'
import type { Allowances } from './usage.ts'
import { ReportWire } from './wire.ts'
import type { ReportRow } from './wire.ts'

export const apiAddress = 'https://api.ads.axon.ai'
export const apiVersion = 'v1'
const reportAddress = 'https://r.applovin.com'

type Query = Record<string, string | number | undefined>
export type { CallOptions }

/** The platform's interface: paths and objects in, checked objects out, failures sorted. */
export interface Api {
  /** The accounts that whoever made the connection named: the platform lists none. */
  accountIds: string[]
  get<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, body: object, options: CallOptions): Promise<T>
  upload<T>(schema: z.ZodType<T>, path: string, file: FilePart, options: CallOptions): Promise<T>
  /** Page by page until there is none left. */
  pages<T>(schema: z.ZodType<T>, path: string, query: Query, options: CallOptions): AsyncGenerator<T[]>
  /** One page of a report; an empty one comes after the last. */
  report(query: Query, options: Pick<CallOptions, 'signal' | 'maxWaitMs'>): Promise<ReportRow[]>
  /** A file that the platform turned down counts as an error of the account. */
  noteTurnedDown(accountId: string): void
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Api
  close(): Promise<void>
}

export const largestPage = 100
/** Errors are dear here: only reads are repeated, and seldom. */
const pausesMs = [500, 2_000]
/** The slowest line that an upload is given time for, and what any call has time for. */
const slowestBytesPerSecond = 64 * 1024
const usualMs = 30_000
/** Reports have a key of their own and count against no ad account. */
const noAccount = ''

/** What all who call with the same keys share. */
interface Shared {
  credentials: Record<string, string>
  surroundings: Surroundings
  http: PlatformHttp
  allowances: Allowances
}

type Outgoing = Omit<OutboundRequest, 'url' | 'signal' | 'sendBefore'> & { path: string; query: Query }

export function createApi(credentials: Record<string, string>, surroundings: Surroundings): Api {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite)
  return apiOver({ credentials, surroundings, http, allowances: createAllowances(() => performance.now()) }, null)
}

function apiOver(shared: Shared, caller: AbortSignal | null): Api {
  const { credentials, surroundings, http } = shared

  async function call<T>(schema: z.ZodType<T>, outgoing: Outgoing, asked: CallOptions): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const options = endingWith(asked, caller, outgoing.isWrite)
      try {
        return await counted(surroundings, () => manage(shared, schema, outgoing, options))
      } catch (error) {
        const pauseMs = outgoing.isWrite ? undefined : pausesMs[attempt]
        if (pauseMs === undefined || !(error instanceof PlatformError) || error.kind !== 'transient') throw error
        await delay(pauseMs, undefined, { signal: options.signal })
      }
    }
  }

  const get: Api['get'] = (schema, path, query, options) =>
    call(schema, { method: 'GET', path, query, isWrite: false }, options)

  return {
    accountIds: accountIdsIn(credentials),
    get,
    post: (schema, path, body, options) =>
      call(
        schema,
        {
          method: 'POST',
          path,
          query: {},
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          isWrite: true,
        },
        options,
      ),
    upload(schema, path, file, options) {
      const neededMs = (file.size / slowestBytesPerSecond) * 1000
      const timeoutMs = neededMs > usualMs ? neededMs : undefined
      const form = multipart(new URLSearchParams(), file)
      return call(schema, { method: 'POST', path, query: {}, ...form, isWrite: true, timeoutMs }, options)
    },
    async *pages(schema, path, query, options) {
      for (let page = 1; ; page++) {
        const items = await get(z.array(schema), path, { ...query, page, size: largestPage }, options)
        if (items.length === 0) return
        yield items
      }
    },
    report: (query, asked) => {
      const options = endingWith({ ...asked, accountId: noAccount }, caller, false)
      return counted(surroundings, () => readReport(shared, query, options))
    },
    noteTurnedDown: (accountId) => noteError(shared, accountId),
    until: (signal) => apiOver(shared, signal),
    close: () => http.close(),
  }
}

export function accountIdsIn({ accountIds = '' }: Record<string, string>): string[] {
  return [...new Set(accountIds.split(/[\s,]+/).filter(Boolean))]
}

async function manage<T>(
  shared: Shared,
  schema: z.ZodType<T>,
  { path, query, headers, ...outgoing }: Outgoing,
  options: CallOptions,
): Promise<T> {
  const { credentials, surroundings, http, allowances } = shared
  const { accountId, signal, sendBefore } = options
  await waitForAllowance(platformName, surroundings.pacer, options, [allowances.gate(accountId)])
  const answer = await http.request({
    ...outgoing,
    url: `${surroundings.baseUrl}/manage/${apiVersion}/${path}?${encode({ account_id: accountId, ...query })}`,
    // The key stands alone: the platform knows no word in front of it.
    headers: { ...headers, authorization: credentials.managementKey ?? '' },
    signal,
    sendBefore,
  })
  const failure = failureIn(answer, outgoing.isWrite)
  if (!failure) return readWire(platformName, schema, parseJsonOrNull(answer.text), outgoing.isWrite)
  noteFailure(shared, accountId, failure)
  throw new PlatformError(failure)
}

function noteFailure(shared: Shared, accountId: string, { kind, retryAfterMs, code }: PlatformFailure): void {
  if (kind !== 'throttled') noteError(shared, accountId)
  else
    shared.surroundings.pacer.report(accountId, {
      usagePercent: 100,
      blockedForMs: retryAfterMs,
      reason: `code ${code}`,
    })
}

/** Long before the platform shuts the account for its errors, we leave it alone by ourselves. */
function noteError({ allowances, surroundings }: Shared, accountId: string): void {
  const blockedForMs = allowances.noteError(accountId)
  if (blockedForMs === 0) return
  const reason = `${maxErrors} errors within minutes`
  surroundings.pacer.report(accountId, { usagePercent: 100, blockedForMs, reason })
}

/** The key travels in the address, as the platform wants it; no address of ours is ever logged. */
async function readReport(shared: Shared, query: Query, options: CallOptions): Promise<ReportRow[]> {
  const { credentials, surroundings, http } = shared
  const { baseUrl, pacer } = surroundings
  await waitForAllowance(platformName, pacer, options)
  const asked = { api_key: credentials.reportKey ?? '', report_type: 'advertiser', format: 'json', ...query }
  const address = baseUrl === apiAddress ? reportAddress : baseUrl
  const url = `${address}/report?${encode(asked)}`
  const answer = await http.request({ method: 'GET', url, isWrite: false, signal: options.signal })
  const body = parseJsonOrNull(answer.text)
  const parsed = ReportWire.safeParse(body)
  const failure = reportFailure(answer.status >= 400 ? answer.status : parsed.success ? parsed.data.code : 200)
  if (failure?.kind === 'throttled')
    pacer.report(noAccount, { usagePercent: 100, blockedForMs: failure.retryAfterMs, reason: 'reports' })
  if (failure) throw new PlatformError(failure)
  return readWire(platformName, ReportWire, body, false).results ?? []
}

function encode(query: Query): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) form.append(name, String(value))
  return form.toString()
}
