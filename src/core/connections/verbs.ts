import { AppError } from '../../errors.ts'
import type { Session, Verb } from '../../platforms/contract/platform.ts'
import type { Platforms } from '../../platforms/registry.ts'
import type { OpenConnection } from '../deps.ts'

/** The verb of a platform's session, or 501 where the platform has no such operation. */
export function requireVerb<V extends Verb>(
  { session, platform, platforms }: Pick<OpenConnection, 'session' | 'platform' | 'platforms'>,
  verb: V,
): NonNullable<Session[V]> {
  const found = session[verb]
  if (found) return found
  throw lacks(platforms, platform.name, verb, 'has no such operation')
}

/** Verbs that answer the same question, each on other platforms: who can speak in an ad. */
const alike: Verb[][] = [['listProfiles', 'identities']]

/** 501, with the platforms that could, and what this one has instead. */
export function lacks(platforms: Pick<Platforms, 'able'>, platform: string, verb: Verb, what: string): AppError {
  const able = platforms.able(verb)
  const instead = able.length > 0 ? `; it is there on ${able.join(', ')}` : ''
  return new AppError('unsupported_operation', `${platform} ${what}${instead}.`, {
    platform,
    operation: verb,
    platforms: able,
    ...insteadOf(platforms, platform, verb),
  })
}

function insteadOf(platforms: Pick<Platforms, 'able'>, platform: string, verb: Verb): { instead?: Verb } {
  const others = alike.find((verbs) => verbs.includes(verb)) ?? []
  const instead = others.find((other) => other !== verb && platforms.able(other).includes(platform))
  return instead ? { instead } : {}
}
