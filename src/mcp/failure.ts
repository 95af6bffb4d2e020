import type { Logger } from 'pino'
import { AppError, fromPlatform, PlatformError } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { MediaError } from '../files/media-error.ts'
import { asOutage } from '../outage.ts'
import type { Spoken } from './answer.ts'
import type { Tool } from './tools/tool.ts'

/** As many problems as a model can mend at once. */
const maxProblems = 20

interface FailureDeps {
  log: Logger
  requestId: string
}

/** A failure that a model can mend: which argument, what is expected, what it would look like. */
export function failedWith({ log, requestId }: FailureDeps, tool: Tool, thrown: unknown): Spoken {
  const error = asFailure(thrown)
  if (error.code === 'internal_server_error')
    log.error({ err: thrown, requestId, tool: tool.name }, 'unexpected failure')
  const { issues, ...details } = (error.details ?? {}) as { issues?: Issue[] } & Record<string, unknown>
  const wait = error.headers['retry-after']
  const told = {
    error: {
      code: error.code,
      message: error.message,
      ...(issues ? { problems: issues.slice(0, maxProblems).map(problemOf) } : {}),
      ...(details.platform === undefined ? details : { platform: details }),
      ...(wait ? { retryAfterSeconds: Number(wait) } : {}),
      requestId,
    },
    ...(issues && tool.example ? { example: tool.example } : {}),
    next: nextAfter(error, tool),
  }
  return { json: JSON.stringify(told), isError: true }
}

function problemOf({ path, message, expected }: Issue) {
  return { argument: path || 'the arguments as a whole', problem: message, ...(expected ? { expected } : {}) }
}

function asFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof PlatformError) return fromPlatform(thrown)
  if (thrown instanceof MediaError) {
    return new AppError('unprocessable_entity', thrown.message, { ...thrown.details, error: thrown.code })
  }
  return (
    asOutage(thrown) ?? new AppError('internal_server_error', 'The service itself failed; its log has the request id.')
  )
}

/** What to do about a failure, by its code. */
function nextAfter({ code, headers, details }: AppError, { name }: Tool): string {
  if (details?.reason === 'changed') return 'Plan it again, look at the new plan, then run that.'
  if (headers['retry-after']) return `Call ${name} again with the same arguments after retryAfterSeconds.`
  switch (code) {
    case 'bad_request':
    case 'unprocessable_entity':
      return `Mend the arguments that problems names and call ${name} again.`
    case 'forbidden':
      return 'Ask the operator for an API key with the scope that is needed: flightdeck key create --name agent --scopes read,launch,manage'
    case 'guard_refused':
      return 'A spend guard stands against it, and no tool changes one. Ask for less, or tell the person in charge.'
    case 'not_found':
      return 'Look the id up again: list_ad_accounts, list_campaigns, list_ad_sets, list_ads or list_batches.'
    case 'platform_error':
      return 'The platform refused. Its code, message and hint say why; the same call again will not help.'
    default:
      return 'Tell the person what went wrong, with the request id.'
  }
}
