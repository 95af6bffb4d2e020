import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { createPlatformHttp } from '../http.ts'
import { MustWait } from '../pacer.ts'
import type { Surroundings } from '../platform.ts'
import { failureIn } from './errors.ts'
import { platformName } from './name.ts'
import { usageFrom } from './usage.ts'
import { PageWire } from './wire.ts'

export const apiVersion = 'v26.0'

export type Params = Record<string, unknown>

export interface CallOptions {
  /** Whose allowance the call counts against. */
  accountId: string
  signal?: AbortSignal
  sendBefore?: number
  /** How long to wait for the account's allowance before giving up. */
  maxWaitMs?: number
}

/** The Graph interface: paths and parameters in, checked objects out, failures sorted. */
export interface Graph {
  get<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  /** Follows cursors, never `next`: that address carries the token. Stops as soon as `limit` is reached. */
  list<T>(schema: z.ZodType<T>, path: string, params: Params, limit: number, options: CallOptions): Promise<T[]>
  close(): Promise<void>
}

const largestPage = 200

export function createGraph(credentials: Record<string, string>, surroundings: Surroundings): Graph {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs)
  const { accessToken, appSecret } = credentials
  const proof = appSecret && accessToken ? createHmac('sha256', appSecret).update(accessToken).digest('hex') : null
  const headers = { authorization: `Bearer ${accessToken}` }

  async function call<T>(
    schema: z.ZodType<T>,
    method: 'GET' | 'POST',
    path: string,
    params: Params,
    options: CallOptions,
  ): Promise<T> {
    await waitForAllowance(options)
    const form = encode(proof ? { ...params, appsecret_proof: proof } : params)
    const base = `${surroundings.baseUrl}/${apiVersion}/${path}`
    const isWrite = method === 'POST'
    const answer = await http.request({
      method,
      url: isWrite ? base : `${base}?${form}`,
      headers: isWrite ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers,
      body: isWrite ? form : undefined,
      isWrite,
      signal: options.signal,
      sendBefore: options.sendBefore,
    })
    const usage = usageFrom(answer.headers)
    const body = parseJson(answer.text)
    const failure = failureIn(
      {
        status: answer.status,
        text: answer.text,
        isWrite,
        traceHeader: answer.headers['x-fb-trace-id'],
        regainMs: usage?.blockedForMs,
      },
      body,
    )
    if (failure?.kind === 'throttled') {
      surroundings.pacer.report(options.accountId, {
        usagePercent: 100,
        blockedForMs: failure.retryAfterMs,
        reason: `code ${failure.code}`,
      })
    } else if (usage) surroundings.pacer.report(options.accountId, usage)
    if (failure) throw new PlatformError(failure)
    return read(schema, body, isWrite)
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
        hint: 'The platform limits how often this account may be called. The call was not made.',
      })
    }
  }

  return {
    get: (schema, path, params, options) => call(schema, 'GET', path, params, options),
    post: (schema, path, params, options) => call(schema, 'POST', path, params, options),
    async list(schema, path, params, limit, options) {
      const found: z.output<typeof schema>[] = []
      let after: string | undefined
      while (found.length < limit) {
        const pageSize = Math.min(limit - found.length, largestPage)
        const page = await call(
          PageWire,
          'GET',
          path,
          { ...params, limit: pageSize, ...(after ? { after } : {}) },
          options,
        )
        found.push(...page.data.map((entry) => read(schema, entry, false)))
        after = page.paging?.next ? page.paging.cursors?.after : undefined
        if (!after || page.data.length === 0) break
      }
      return found.slice(0, limit)
    },
    close: () => http.close(),
  }
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An answer in a shape we do not know: for a write that means we cannot tell what happened. */
function read<T>(schema: z.ZodType<T>, body: unknown, isWrite: boolean): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new PlatformError({
    platform: platformName,
    kind: isWrite ? 'unknown' : 'transient',
    message: `The platform answered in an unexpected shape (${where || 'whole body'}).`,
  })
}
