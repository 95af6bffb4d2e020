import { dayMs } from '../../../days.ts'
import { PlatformError } from '../../../errors.ts'
import type { ConnectionCheck, Session } from '../../../platforms/contract/platform.ts'
import { asText, believable } from '../listed.ts'
import { hideSecrets } from '../../../platforms/kit/hide-secrets.ts'

export const expiringDays = 14
export const soonMs = expiringDays * dayMs

type Credentials = Record<string, string>

/** How a connection is. */
export interface ConnectionVerdict {
  state: 'ok' | 'expiring' | 'broken'
  reason: string | null
  /** null: the platform refused the credentials. */
  check: ConnectionCheck | null
}

/** Asks the platform what the credentials open. A platform that cannot be asked says nothing about them: that throws. */
export async function verdictOf(session: Session, credentials: Credentials): Promise<ConnectionVerdict> {
  try {
    const check = session.check ? await session.check() : await checkByAccounts(session)
    return judge({ ...check, identity: asText(check.identity), accounts: believable(check.accounts) }, new Date())
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error
    return { state: 'broken', reason: reasonIn(error, credentials), check: null }
  }
}

/** What the platform said, without what opens it. */
export function reasonIn({ message, failure }: PlatformError, credentials: Credentials): string {
  return hideSecrets([message, failure.hint].filter(Boolean).join(' '), Object.values(credentials))
}

async function checkByAccounts(session: Session): Promise<ConnectionCheck> {
  const accounts = await session.listAccounts()
  return { identity: '', accounts, scopes: [], missingScopes: [], expiresAt: null }
}

export function judge(check: ConnectionCheck, now: Date): ConnectionVerdict {
  const { expiresAt, missingScopes } = check
  const left = expiresAt ? expiresAt.getTime() - now.getTime() : Infinity
  if (expiresAt && left <= 0) return { state: 'broken', reason: `It ended ${minuteOf(expiresAt)}.`, check }
  if (missingScopes.length > 0) {
    return { state: 'broken', reason: `It lacks these permissions: ${missingScopes.join(', ')}.`, check }
  }
  if (expiresAt && left < soonMs) return { state: 'expiring', reason: `It ends ${minuteOf(expiresAt)}.`, check }
  return { state: 'ok', reason: null, check }
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
