import type { Logger } from 'pino'
import { AppError, fromPlatform, PlatformError } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { MediaError } from '../files/media-error.ts'
import { asOutage } from '../outage.ts'
import { marked } from './answer.ts'
import type { Spoken } from './answer.ts'
import { nextAfter } from './next.ts'
import type { Tool } from './tools/tool.ts'

/** As many problems as a model can mend at once. */
const maxProblems = 20

interface FailureDeps {
  log: Logger
  requestId: string
  /** What the tool was called with. */
  given: Record<string, unknown>
}

/** A failure that a model can mend: which argument, what is expected, what it would look like. */
export function failedWith({ log, requestId, given }: FailureDeps, tool: Tool, thrown: unknown): Spoken {
  const error = asFailure(thrown)
  if (error.code === 'internal_server_error')
    log.error({ err: thrown, requestId, tool: tool.name }, 'unexpected failure')
  const { issues, ...details } = (error.details ?? {}) as { issues?: Issue[] } & Record<string, unknown>
  const wait = error.headers['retry-after']
  const described = {
    error: {
      code: error.code,
      message: error.message,
      ...(issues ? { problems: issues.slice(0, maxProblems).map(problemOf) } : {}),
      ...(details.platform === undefined ? details : { platform: details }),
      ...(wait ? { retryAfterSeconds: Number(wait) } : {}),
      requestId,
    },
    ...(issues ? { example: tool.example(given) } : {}),
    next: nextAfter(error, tool.name),
  }
  return { json: JSON.stringify(marked(described)), isError: true, missing: missingIn(issues ?? []) }
}

function problemOf({ path, message, expected }: Issue) {
  return { argument: path || 'the arguments as a whole', problem: message, ...(expected ? { expected } : {}) }
}

export function asFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof PlatformError) return fromPlatform(thrown)
  if (thrown instanceof MediaError) {
    return new AppError('unprocessable_entity', thrown.message, { ...thrown.details, error: thrown.code })
  }
  return (
    asOutage(thrown) ?? new AppError('internal_server_error', 'The service itself failed; its log has the request id.')
  )
}

/** Arguments that stand by themselves, and were not given. */
function missingIn(issues: Issue[]): string[] {
  return issues
    .filter(({ path, message }) => message.startsWith('is required') && /^\w+$/.test(path))
    .map(({ path }) => path)
}
