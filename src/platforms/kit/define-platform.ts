import type { Platform, SessionWith, Surroundings, Verb } from '../contract/platform.ts'

interface Definition<V extends Verb> extends Omit<Platform, 'verbs' | 'open'> {
  verbs: readonly V[]
  open(credentials: Record<string, string>, surroundings: Surroundings): SessionWith<V>
}

/** A platform whose sessions have every verb that it declares and no other: the compiler looks. */
export function definePlatform<const V extends Verb>(definition: Definition<V>): Platform {
  return definition
}
