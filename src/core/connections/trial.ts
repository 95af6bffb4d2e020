import { AppError, PlatformError } from '../../errors.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { Connections } from '../deps.ts'
import { reasonIn, verdictOf } from './state/verdict.ts'
import type { ConnectionVerdict } from './state/verdict.ts'

/** What a platform said of credentials. */
interface Trial {
  /** It may have replaced them while it was asked. */
  credentials: Record<string, string>
  /** null: it could not be asked. */
  verdict: ConnectionVerdict | null
  /** Why it could not be asked, without what opens it. */
  problem: string | null
}

/** Asks the platform what credentials open, before they are stored. */
export async function tryCredentials(
  connections: Connections,
  platform: Platform,
  given: Record<string, string>,
  isSandbox: boolean,
): Promise<Trial> {
  let credentials = given
  const replaced = (fresh: Record<string, string>) => void (credentials = fresh)
  const session = connections.openWith(platform, { credentials: given, replaced }, isSandbox)
  try {
    const verdict = await verdictOf(session, given)
    return { credentials, verdict, problem: null }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return { credentials, verdict: null, problem: reasonIn(error, { ...given, ...credentials }) }
  }
}

export function refusedWords({ title }: Platform, { reason }: Pick<ConnectionVerdict, 'reason'>): string {
  return `${title} refused these credentials; nothing was stored. ${reason ?? ''}`.trim()
}

/** 503: it says nothing about the credentials. */
export function notAsked({ name, title }: Platform, problem: string, what: string): AppError {
  const text = `${title} cannot be asked right now: ${problem} ${what}`
  return new AppError('platform_unavailable', text, { platform: name }, { 'retry-after': '60' })
}
