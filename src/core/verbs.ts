import { AppError } from '../errors.ts'
import type { Session, Verb } from '../platforms/contract/platform.ts'
import type { Platforms } from '../platforms/registry.ts'
import type { OpenConnection } from './connections.ts'

/** The verb of a platform's session, or 501 where the platform has no such operation. */
export function requireVerb<V extends Verb>(
  { session, platform, platforms }: Pick<OpenConnection, 'session' | 'platform' | 'platforms'>,
  verb: V,
): NonNullable<Session[V]> {
  const found = session[verb]
  if (found) return found
  throw lacks(platforms, platform.name, verb, 'has no such operation')
}

/** 501, with the platforms that could. */
export function lacks(platforms: Pick<Platforms, 'able'>, platform: string, verb: Verb, what: string): AppError {
  const able = platforms.able(verb)
  const instead = able.length > 0 ? `; it is there on ${able.join(', ')}` : ''
  return new AppError('unsupported_operation', `${platform} ${what}${instead}.`, {
    platform,
    operation: verb,
    platforms: able,
  })
}
