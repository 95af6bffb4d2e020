import type { Actor } from '../../../core/context.ts'

type Person = Extract<Actor, { kind: 'user' }>

/** Who is signed in. Operations for people are let in for nobody else. */
export function personBehind(actor: Actor): Person {
  if (actor.kind !== 'user') throw new Error('An operation for people was let in for somebody else.')
  return actor
}
