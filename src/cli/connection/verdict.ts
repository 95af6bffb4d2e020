import { reasonIn, verdictOf } from '../../core/connections/state/verdict.ts'
import type { ConnectionVerdict } from '../../core/connections/state/verdict.ts'
import { PlatformError } from '../../errors.ts'
import type { Session } from '../../platforms/contract/platform.ts'
import type { Credentials } from './input.ts'
import { CommandProblem } from '../problem.ts'

/** Asks the platform what the credentials open. A platform that cannot be asked says nothing about them: that throws. */
export async function askPlatform(session: Session, credentials: Credentials): Promise<ConnectionVerdict> {
  return verdictOf(session, credentials).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error
    throw new CommandProblem(`The platform cannot be asked right now: ${reasonIn(error, credentials)}`)
  })
}
