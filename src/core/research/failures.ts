import { AppError } from '../../errors.ts'
import type { PlatformError } from '../../errors.ts'
import { isObject } from '../../lookup.ts'

/** What was asked of the research tool, for whoever has to say that it did not work. */
export interface ResearchCall {
  kind: 'query' | 'mutation'
  procedures: string[]
  /** Under which status it answered. */
  status?: number
}

const words = {
  NOT_JSON: 'answered with something that is no JSON',
  UNEXPECTED_ANSWER: 'answered in a shape that tRPC does not have',
  ANSWER_TOO_LARGE: 'answered with more than is read',
  REDIRECTED: 'answered with another address, which is not followed',
  TIMEOUT: 'did not answer in time',
  UNREACHABLE: 'could not be reached, or broke the connection',
} as const

export type BrokenAnswer = keyof typeof words

/** The tool gave no answer, or none that can be used. */
export function brokenAnswer(asked: ResearchCall, code: BrokenAnswer, more: Record<string, unknown> = {}): AppError {
  const { kind, procedures, status } = asked
  const details = {
    code,
    procedure: procedures.join(','),
    // It may have done what it was asked to, and only its answer was lost.
    mayHaveHappened: kind === 'mutation',
    ...(status === undefined ? {} : { status }),
    ...more,
  }
  return new AppError('platform_error', `The research tool ${words[code]}.`, details)
}

export function fromTransport(asked: ResearchCall, { failure }: PlatformError): AppError {
  const more = { mayHaveHappened: failure.kind === 'unknown', reason: failure.code }
  if (failure.code === 'TOO_LARGE') return brokenAnswer(asked, 'ANSWER_TOO_LARGE')
  if (failure.code === 'TimeoutError') return brokenAnswer(asked, 'TIMEOUT')
  return brokenAnswer(asked, 'UNREACHABLE', more)
}

const maxMessageLength = 1_000

/** What the tool says is wrong, in tRPC's shape of errors: `{ message, code, data: { code, httpStatus, path } }`. */
export function refused(asked: ResearchCall, error: Record<string, unknown>, retryAfter: string | undefined): AppError {
  // With a transformer, an error is wrapped as well.
  const { message, code, data } = isObject(error.json) ? error.json : error
  const word = isObject(data) && typeof data.code === 'string' ? data.code : code
  const status = isObject(data) && typeof data.httpStatus === 'number' ? data.httpStatus : undefined
  const said = typeof message === 'string' ? message.slice(0, maxMessageLength) : 'it gave no reason'
  const details = {
    code: typeof word === 'string' || typeof word === 'number' ? word : 'UNKNOWN',
    procedure: asked.procedures.join(','),
    message: said,
    ...(status === undefined ? {} : { status }),
  }
  const headers = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? { 'retry-after': retryAfter } : undefined
  const text = `The research tool refused ${asked.procedures.join(', ')}: ${said}`
  return new AppError('platform_error', text, details, headers)
}

export function noSuchProcedure(name: string, procedures: readonly string[]): AppError {
  const text = `There is no procedure "${name.slice(0, 100)}" of the research tool that may be called. There are: ${procedures.join(', ')}.`
  return new AppError('not_found', text, { procedures })
}

export function noResearchTool(): AppError {
  const text = 'There is no research tool: set RESEARCH_URL, or let the sandbox run.'
  return new AppError('platform_unavailable', text, undefined, { 'retry-after': '60' })
}
