import type { Platform, Session, SessionWith, Surroundings, Verb } from '../contract/platform.ts'
import type { Pacer } from './http/pacer.ts'

interface Definition<V extends Verb> extends Omit<Platform, 'verbs' | 'open'> {
  verbs: readonly V[]
  open(credentials: Record<string, string>, surroundings: Surroundings): SessionWith<V>
}

/** A platform whose sessions have every verb that it declares and no other: the compiler looks. */
export function definePlatform<const V extends Verb>(definition: Definition<V>): Platform {
  const idOf = (accountId: string) => definition.fullAccountId?.(accountId) ?? accountId
  return {
    ...definition,
    open(credentials, surroundings) {
      return withAllowance(definition.open(credentials, surroundings), surroundings.pacer, idOf)
    },
  }
}

/** All platforms are paced alike, so what is left of an allowance is known alike. */
function withAllowance(session: Session, pacer: Pacer, idOf: (accountId: string) => string): Session {
  return {
    ...session,
    allowanceLeft: (accountId) => pacer.left(idOf(accountId)),
    until: session.until && ((caller) => withAllowance(session.until!(caller), pacer, idOf)),
  }
}
