import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { counted, endingWith, parseJsonOrNull, readWire, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions } from '../kit/http/call.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { createLogins } from './logins.ts'
import type { Logins } from './logins.ts'
import { failureIn } from './errors.ts'
import { textOf } from './gaql.ts'
import type { Query } from './gaql.ts'
import { readMutation } from './mutation.ts'
import type { Mutated, MutateKind, Mutation } from './mutation.ts'
import { platformName } from './name.ts'
import { createTokenKeeper } from './oauth.ts'
import type { TokenKeeper } from './oauth.ts'
import { countOperations, dailySetting, usualDaily } from './usage.ts'
import type { DailyOperations } from './usage.ts'
import { AccessibleWire, MutateAllWire, MutateWire, PageWire, StreamWire } from './wire.ts'

/** Majors live about a year: this one is switched off in August 2027. */
export const apiVersion = 'v25'
export const versionEndsOn = '2027-08-01'

export type { CallOptions }

/** The platform's interface: queries and operations in, checked rows out, failures sorted. */
export interface Api {
  /** The accounts to which whoever is behind the connection was invited. */
  accessible(): Promise<string[]>
  /** Page by page, for what may be a lot; the pages after the first cost nothing. */
  pages<T>(schema: z.ZodType<T>, query: Query, options: CallOptions): AsyncGenerator<T[]>
  /** All of them. */
  rows<T>(schema: z.ZodType<T>, query: Query, options: CallOptions): Promise<T[]>
  /** All of them in one answer, however many: for figures. */
  stream<T>(schema: z.ZodType<T>, query: Query, options: CallOptions): Promise<T[]>
  /** Writes, or with `validateOnly` only has the platform look. With `partialFailure` each has its own fate. */
  mutate(kind: MutateKind, mutation: Mutation, options: CallOptions): Promise<Mutated>
  logins: Logins
  tokens: TokenKeeper
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Api
  close(): Promise<void>
}

interface Outgoing {
  method: 'GET' | 'POST'
  path: string
  body?: object
  isWrite: boolean
  /** How much of the day's allowance it takes. */
  operations: number
  /** Under which manager the account is reached; null: it is open by itself. */
  loginId: string | null
}

/** What all who call with the same credentials share. */
interface Shared {
  surroundings: Surroundings
  http: PlatformHttp
  tokens: TokenKeeper
  logins: Logins
  daily: DailyOperations
  developerToken: string | undefined
}

/** Calls that belong to no ad account are paced together. */
const noAccount = { accountId: '' }

export function createApi(credentials: Record<string, string>, surroundings: Surroundings): Api {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite)
  const tokens = createTokenKeeper(credentials, surroundings, http)
  const daily = countOperations(Number(surroundings.settings[dailySetting] ?? usualDaily), surroundings.now)
  const logins = createLogins(surroundings, {
    accessible: () => apiOver(shared, null).accessible(),
    clients: (schema, query, loginId) =>
      collect(
        pagesOf((outgoing) => callerOf(shared, null)(PageWire, { ...outgoing, loginId }, { accountId: loginId }), {
          schema,
          query,
          accountId: loginId,
        }),
      ),
  })
  const { developerToken } = credentials
  const shared: Shared = { surroundings, http, tokens, daily, logins, developerToken }
  return apiOver(shared, null)
}

type Caller = <T>(schema: z.ZodType<T>, outgoing: Outgoing, options: CallOptions) => Promise<T>

function callerOf(shared: Shared, caller: AbortSignal | null): Caller {
  const { surroundings, tokens, daily } = shared
  return (schema, outgoing, asked) =>
    counted(surroundings, async () => {
      const options = endingWith(asked, caller, outgoing.isWrite)
      await waitForAllowance(platformName, surroundings.pacer, options, [daily.gate(outgoing.operations)])
      const token = await tokens.current()
      let answer = await exchange(shared, outgoing, token, options)
      // A refused token means that nothing happened: the same call may be made again with a new one.
      const another = answer.status === 401 ? await tokens.renewed(token) : null
      if (another) answer = await exchange(shared, outgoing, another, options)
      if (answer.failure) throw new PlatformError(answer.failure)
      return readWire(platformName, schema, answer.body, outgoing.isWrite)
    })
}

function apiOver(shared: Shared, caller: AbortSignal | null): Api {
  const { logins, tokens, http } = shared
  const call = callerOf(shared, caller)

  /** By the way that is known; where it was kept and the account has moved, once more by the one that leads there now. */
  async function through<T>({ accountId }: CallOptions, work: (loginId: string | null) => Promise<T>): Promise<T> {
    const loginId = await logins.of(accountId)
    try {
      return await work(loginId)
    } catch (error) {
      if (!isDenied(error) || !(await logins.isAnotherLogin(accountId, loginId))) throw error
      return work(await logins.of(accountId))
    }
  }

  const pages: Api['pages'] = (schema, query, options) =>
    pagesOf((outgoing) => through(options, (loginId) => call(PageWire, { ...outgoing, loginId }, options)), {
      schema,
      query,
      accountId: options.accountId,
    })

  return {
    async accessible() {
      const path = 'customers:listAccessibleCustomers'
      const outgoing = { method: 'GET', path, isWrite: false, operations: 1, loginId: null } as const
      const { resourceNames } = await call(AccessibleWire, outgoing, noAccount)
      return resourceNames.map((name) => name.slice('customers/'.length))
    },
    pages,
    rows: (schema, query, options) => collect(pages(schema, query, options)),
    async stream(schema, query, options) {
      const path = `customers/${options.accountId}/googleAds:searchStream`
      const body = { query: textOf(query) }
      const outgoing = { method: 'POST', path, body, isWrite: false, operations: 1 } as const
      const pieces = await through(options, (loginId) => call(StreamWire, { ...outgoing, loginId }, options))
      return pieces.flatMap(({ results }) => results.map((row) => readWire(platformName, schema, row, false)))
    },
    async mutate(kind, { operations, validateOnly = false, partialFailure = false }, options) {
      const isMixed = kind === 'googleAds'
      const body = {
        [isMixed ? 'mutateOperations' : 'operations']: operations,
        ...(validateOnly ? { validateOnly } : {}),
        ...(partialFailure ? { partialFailure } : {}),
      }
      const path = `customers/${options.accountId}/${kind}:mutate`
      const outgoing = { method: 'POST', path, body, operations: operations.length, isWrite: !validateOnly } as const
      const answer = await through<z.output<typeof MutateAllWire | typeof MutateWire>>(options, (loginId) =>
        isMixed
          ? call(MutateAllWire, { ...outgoing, loginId }, options)
          : call(MutateWire, { ...outgoing, loginId }, options),
      )
      return readMutation(answer, operations.length)
    },
    logins,
    tokens,
    until: (signal) => apiOver(shared, signal),
    close: () => http.close(),
  }
}

/** Nothing happened: the account is not open by this way. */
function isDenied(error: unknown): boolean {
  return error instanceof PlatformError && error.failure.code === 'authorizationError.USER_PERMISSION_DENIED'
}

async function* pagesOf<T>(
  ask: (outgoing: Omit<Outgoing, 'loginId'>) => Promise<z.output<typeof PageWire>>,
  { schema, query, accountId }: { schema: z.ZodType<T>; query: Query; accountId: string },
): AsyncGenerator<T[]> {
  const text = textOf(query)
  const path = `customers/${accountId}/googleAds:search`
  for (let pageToken: string | undefined, page = 1; page === 1 || pageToken !== undefined; page++) {
    const body = { query: text, ...(pageToken === undefined ? {} : { pageToken }) }
    const operations = page === 1 ? 1 : 0
    const { results, nextPageToken } = await ask({ method: 'POST', path, body, isWrite: false, operations })
    yield results.map((row) => readWire(platformName, schema, row, false))
    pageToken = nextPageToken === '' ? undefined : nextPageToken
  }
}

async function exchange(shared: Shared, outgoing: Outgoing, token: string, options: CallOptions) {
  const { http, surroundings, developerToken, daily } = shared
  const { method, path, body, isWrite, loginId } = outgoing
  const { status, headers, text } = await http.request({
    method,
    url: `${surroundings.baseUrl}/${apiVersion}/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(developerToken === undefined ? {} : { 'developer-token': developerToken }),
      ...(loginId === null ? {} : { 'login-customer-id': loginId }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    isWrite,
    signal: options.signal,
    sendBefore: options.sendBefore,
  })
  const parsed = parseJsonOrNull(text)
  const failure = failureIn({ status, isWrite, traceHeader: headers['request-id'] }, parsed)
  if (failure?.kind === 'throttled') {
    const blocked = { usagePercent: 100, blockedForMs: failure.retryAfterMs, reason: String(failure.code) }
    surroundings.pacer.report(options.accountId, blocked)
  } else surroundings.pacer.report(options.accountId, { usagePercent: daily.percent(), isCounted: true })
  return { status, failure, body: parsed }
}

async function collect<T>(pages: AsyncGenerator<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) for (const row of page) all.push(row)
  return all
}
