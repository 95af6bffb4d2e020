import { brokenRules, PlatformError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { PlannedWrite } from '../../platforms/contract/manage.ts'
import type { Forecast } from '../guards/forecast/shape.ts'
import type { GuardAnswer } from '../guards/gate.ts'
import type { GuardNote } from '../guards/terms.ts'

/** What a rehearsal adds to an answer: nothing was changed, how deep the look went, what guards would have said, and what it costs. */
export interface Rehearsal<Depth extends string = 'rules' | 'platform'> extends Partial<Forecast> {
  dryRun: true
  depth: Depth
  guards?: GuardNote[]
}

/** An answer that is a rehearsal's as well, when it was asked for. */
export type Rehearsable<Depth extends string = 'rules' | 'platform'> = InSandbox & Partial<Rehearsal<Depth>>

/** Of every answer that may cost something: whether all of it is in the sandbox, where nothing does. */
export interface InSandbox {
  sandbox: boolean
}

/** Goes as deep as it can without changing anything, and says how deep that was. */
export async function rehearse(...writes: PlannedWrite[]): Promise<Rehearsal> {
  const questions = writes.flatMap(({ validate }) => (validate ? [validate] : []))
  for (const ask of questions) await ask()
  return { dryRun: true, depth: questions.length > 0 ? 'platform' : 'rules' }
}

/** What it costs, and what guards say, where they say anything. */
export function describeGuards({ notes, forecast }: GuardAnswer): Partial<Forecast> & { guards?: GuardNote[] } {
  return { ...forecast, ...(notes.length > 0 ? { guards: notes } : {}) }
}

/** One entity's failure among several, in a line. */
export interface EntityError {
  code: 'not_found' | 'platform_unavailable' | 'platform_error'
  message: string
  platformCode?: number | string
  platformSubcode?: number | string
  traceId?: string
  retryable: boolean
  hint?: string
}

export function entityError(thrown: unknown): EntityError {
  if (!(thrown instanceof PlatformError)) throw thrown
  const { code, subcode, message, traceId, hint } = thrown.failure
  return {
    code: thrown.retryable ? 'platform_unavailable' : 'platform_error',
    message,
    platformCode: code,
    platformSubcode: subcode,
    traceId,
    retryable: thrown.retryable,
    hint,
  }
}

export function refuseIf(issues: Issue[]): void {
  if (issues.length > 0) throw brokenRules(issues)
}
