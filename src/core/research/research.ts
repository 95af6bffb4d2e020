import type { ResearchConfig } from '../../config/research.ts'
import { createFairShare } from '../../async/fair-share.ts'
import { PlatformError } from '../../errors.ts'
import { isObject } from '../../lookup.ts'
import { createPlatformHttp } from '../../platforms/kit/http/http.ts'
import { demoSlug } from '../people/companies/companies.ts'
import type { Context } from '../context.ts'
import { brokenAnswer, fromTransport, noResearchTool, noSuchProcedure, refused } from './failures.ts'
import type { ResearchCall } from './failures.ts'
import { entriesOf, entryOf, maxAnswerBytes, readJson } from './read-answer.ts'
import type { ToolReply, Result } from './read-answer.ts'

/** How many procedures one call may name: the usual ones fit into an address so often. */
export const maxBatch = 20

/** Calls that a process has under way at the same time. */
const limits = { places: 48, placesPerCompany: 16, maxWaitMs: 10_000 }

const sandboxPath = '/research/trpc'
const sandboxKey = 'sandbox-research-key'

interface Question {
  kind: ResearchCall['kind']
  procedure: string
  /** As the caller gave it: raw, or inside of `{ json }`; undefined: none. */
  input: unknown
}

interface Questions {
  kind: ResearchCall['kind']
  procedures: string[]
  /** One for each procedure. */
  inputs: unknown[]
}

type Who = Pick<Context, 'company' | 'signal'>

/** The research tool: a tRPC interface of somebody else, of which a few procedures may be called. */
export interface Research {
  procedures: readonly string[]
  /** Where calls go; null: nowhere. */
  address: string | null
  isSandbox: boolean
  /** One call; answers its `{ result }` as it came, and throws what the tool refused. */
  ask(who: Who, question: Question): Promise<{ result: Result }>
  /** Several calls in one; each has its own result or error. */
  askAll(who: Who, questions: Questions): Promise<ToolReply[]>
  close(): Promise<void>
}

export function createResearch(config: ResearchConfig, sandboxUrl: string | null): Research {
  const { procedures, wrapsInput, timeoutMs } = config
  const allowed = new Set(procedures)
  const isSandbox = config.url === null
  const address = config.url ?? (sandboxUrl === null ? null : sandboxUrl + sandboxPath)
  const http = createPlatformHttp('research', timeoutMs)
  const turns = createFairShare({ what: 'Calls to the research tool', ...limits })

  async function send(who: Who, asked: ResearchCall, input: unknown, isBatch: boolean) {
    const unknown = asked.procedures.find((name) => !allowed.has(name))
    if (unknown !== undefined) throw noSuchProcedure(unknown, procedures)
    if (address === null) throw noResearchTool()
    const key = isSandbox ? keyInSandbox(who.company.slug) : config.key
    const request = requestFor(`${address}/${asked.procedures.join(',')}`, asked, input, isBatch)
    const headers = { ...request.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) }
    const isWrite = asked.kind === 'mutation'
    // What changes something goes on to its end: nobody would know what became of it.
    const signal = isWrite ? undefined : who.signal
    const call = () => http.request({ ...request, headers, isWrite, signal, maxBytes: maxAnswerBytes })
    const answer = await turns.run(who.company.id, call, signal).catch((error: unknown) => {
      throw error instanceof PlatformError ? fromTransport(asked, error) : error
    })
    const answered = { ...asked, status: answer.status }
    if (answer.status >= 300 && answer.status < 400) throw brokenAnswer(answered, 'REDIRECTED')
    return { value: readJson(answered, answer.text, key), retryAfter: answer.headers['retry-after'] }
  }

  return {
    procedures,
    address,
    isSandbox,
    async ask(who, { kind, procedure, input }) {
      const asked = { kind, procedures: [procedure] }
      const { value, retryAfter } = await send(who, asked, inputFor(wrapsInput, input), false)
      const entry = entryOf(asked, value)
      if ('error' in entry) throw refused(asked, entry.error, retryAfter)
      return entry
    },
    async askAll(who, { kind, procedures: names, inputs }) {
      const asked = { kind, procedures: names }
      const given = inputs.map((input) => inputFor(wrapsInput, input))
      const { value, retryAfter } = await send(who, asked, { ...given }, true)
      const entries = entriesOf(asked, value)
      if (entries.length === names.length) return entries
      const [first] = entries
      if (first && 'error' in first) throw refused(asked, first.error, retryAfter)
      throw brokenAnswer(asked, 'UNEXPECTED_ANSWER')
    },
    close: () => http.close(),
  }
}

/** In the sandbox every company has boards of its own. */
function keyInSandbox(slug: string): string {
  return slug === demoSlug ? sandboxKey : `${sandboxKey}.${slug}`
}

function requestFor(url: string, { kind }: ResearchCall, input: unknown, isBatch: boolean) {
  const text = input === undefined ? undefined : JSON.stringify(input)
  const query = new URLSearchParams(isBatch ? { batch: '1' } : {})
  if (kind === 'query') {
    if (text !== undefined) query.set('input', text)
    return { method: 'GET' as const, url: withQuery(url, query), headers: {} }
  }
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST' as const, url: withQuery(url, query), headers, ...(text === undefined ? {} : { body: text }) }
}

function withQuery(url: string, query: URLSearchParams): string {
  return query.size > 0 ? `${url}?${query.toString()}` : url
}

/** Callers may wrap what they send or not; the tool gets what it takes. */
function inputFor(wraps: boolean, given: unknown): unknown {
  if (given === undefined) return undefined
  const isWrapped = isWrapper(given)
  if (wraps) return isWrapped ? given : { json: given }
  return isWrapped ? given.json : given
}

/** `{ json }`, and what a transformer puts beside it. */
export function isWrapper(value: unknown): value is { json: unknown } {
  if (!isObject(value) || !Object.hasOwn(value, 'json')) return false
  return Object.keys(value).every((name) => /^(json|meta)$/.test(name))
}
