import { AppError } from '../errors.ts'
import type { Session } from '../platforms/contract/platform.ts'

/** The verb of a platform's session, or 501 where the platform has no such operation. */
export function requireVerb<V extends keyof Session>(
  session: Session,
  platform: string,
  verb: V,
): NonNullable<Session[V]> {
  const found = session[verb]
  if (found) return found
  throw new AppError('unsupported_operation', `${platform} has no such operation.`, { platform, operation: verb })
}
