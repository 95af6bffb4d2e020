import type { Actor, Scope } from '../core/context.ts'
import { AppError } from '../errors.ts'

/** Every scope includes reading; admin includes everything. */
export function mayCall({ scopes }: Pick<Actor, 'scopes'>, scope: Scope | null): boolean {
  return scope === null || scope === 'read' || scopes.includes(scope) || scopes.includes('admin')
}

/** What somebody needs to call an operation: a key may need more than a person. */
export function scopeFor({ kind }: Pick<Actor, 'kind'>, { scope, keyScope }: Needs): Scope | null {
  return kind === 'user' ? scope : (keyScope ?? scope)
}

interface Needs {
  scope: Scope | null
  keyScope?: Scope
}

export function requireScope(actor: Actor, scope: Scope): void {
  if (mayCall(actor, scope)) return
  const { kind, scopes } = actor
  const who = kind === 'key' || kind === 'agent' ? 'This API key' : `This ${kind}`
  throw new AppError('forbidden', `${who} lacks the scope "${scope}".`, { needed: scope, has: scopes })
}

/** What decides over keys, people and limits is for somebody who has signed in: a key that leaked must not reach it. */
export function requirePerson({ kind }: Actor, how: true | string): void {
  if (kind === 'user') return
  const otherwise = how === true ? '' : ` The operator: ${how}.`
  const text = `This is for people who are signed in: an API key cannot do it, whatever its scopes.${otherwise}`
  throw new AppError('forbidden', text, { needed: 'a signed-in person' })
}
