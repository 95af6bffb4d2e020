import { withField } from '../src/generated/references.gen.ts'
import { FlightdeckUnreachable } from '../src/index.ts'
import type { FlightdeckError } from '../src/index.ts'
import { asOption } from './as-commands.ts'
import { CommandProblem, exitCodes } from './exit.ts'
import type { ExitCode } from './exit.ts'
import { refusalIn } from './refusal.ts'
import type { Session } from './session.ts'

/** What went wrong, for people and for scripts. */
export interface ProblemText {
  message: string
  exitCode: ExitCode
  /** For --json: the word that programs go by, and what else is known. */
  code: string
  details?: unknown
  requestId?: string | null
}

const byCode: Partial<Record<string, ExitCode>> = {
  unauthorized: exitCodes.notAllowed,
  forbidden: exitCodes.notAllowed,
  guard_refused: exitCodes.guarded,
  approval_required: exitCodes.guarded,
  rate_limit_exceeded: exitCodes.unreachable,
  platform_unavailable: exitCodes.unreachable,
  service_unavailable: exitCodes.unreachable,
  unexpected_answer: exitCodes.unreachable,
  platform_error: exitCodes.failed,
  internal_server_error: exitCodes.failed,
}

/** An error as a person should read it; null when it is a fault of ours, and the stack is worth more. */
export async function describeProblem(error: unknown, session: Session | null): Promise<ProblemText | null> {
  if (error instanceof CommandProblem) {
    return { message: error.message, exitCode: error.exitCode, code: 'wrong_usage', details: problemsIn(error) }
  }
  if (error instanceof FlightdeckUnreachable) return unreachable(error, session)
  const refusal = refusalIn(error)
  if (refusal === null) return null
  const { code, details, requestId } = refusal
  const message = await wordsOf(refusal, session)
  return { message, exitCode: byCode[code] ?? exitCodes.wrong, code, details, requestId }
}

function problemsIn(error: CommandProblem): unknown {
  return 'problems' in error ? { problems: error.problems } : undefined
}

function unreachable(error: FlightdeckUnreachable, session: Session | null): ProblemText {
  const at = session?.url ?? 'the address'
  const why = reasonOf(error.cause)
  return {
    message: `There is no Flightdeck to be reached at ${at}${why ? ` (${why})` : ''}. Is it running, and is the address right? \`flightdeck whoami\` says what is set, \`flightdeck login\` sets another.`,
    exitCode: exitCodes.unreachable,
    code: 'unreachable',
    details: { url: at },
  }
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  const { code, message } = (inner ?? {}) as { code?: string; message?: string }
  return code ?? message ?? ''
}

async function wordsOf(error: FlightdeckError, session: Session | null): Promise<string> {
  if (error.is('unauthorized')) {
    return `${error.message} The key for ${session?.url} opens nothing: \`flightdeck login\` takes another.`
  }
  if (error.is('forbidden') && typeof error.details.needed === 'string') return lackingScope(error, session)
  if (error.is('approval_required')) {
    const { approvalId, expiresAt } = error.details
    return `${error.message} Nothing was done yet. It is approval ${approvalId}, open until ${expiresAt}; once a person approves it, it is done by itself: flightdeck approval show ${approvalId}`
  }
  if (error.is('guard_refused')) {
    return `${error.message} Nothing was done. \`flightdeck guard status\` shows what is left; only whoever runs Flightdeck can loosen a guard.`
  }
  const { hint } = error.details as { hint?: unknown }
  const message = withField(error, asOption)
  const said = [message, typeof hint === 'string' && !message.includes(hint) ? hint : '']
  return [...said, ...issueLines(error)].filter(Boolean).join(' ')
}

/** The message names the first of several problems. */
function issueLines(error: FlightdeckError): string[] {
  return error.issues.slice(1, 10).map(({ path, message }) => `\n  ${path ? `${asOption(path)}: ` : ''}${message}`)
}

async function lackingScope(error: FlightdeckError, session: Session | null): Promise<string> {
  const { needed, has } = error.details as { needed: string; has?: string[] }
  const who = await session?.flightdeck.whoAmI({}, { retries: 0 }).catch(() => null)
  const key = who?.key ? `The key "${who.key.name}"` : 'This key'
  const held = has && has.length > 0 ? ` (it has ${has.join(', ')})` : ''
  const company = who?.company.slug ?? '<company>'
  const scopes = [...new Set([...(has ?? ['read']), needed])].join(',')
  return `${key} lacks the scope "${needed}"${held}. Whoever runs Flightdeck makes one that has it: flightdeck key create --company ${company} --name "..." --scopes ${scopes}. Then: flightdeck login`
}
