import type { Actor, Scope } from '../core/context.ts'
import { AppError } from '../errors.ts'

/** Every scope includes reading; admin includes everything. */
export function requireScope({ kind, scopes }: Actor, scope: Scope): void {
  if (scope === 'read' || scopes.includes(scope) || scopes.includes('admin')) return
  const who = kind === 'key' || kind === 'agent' ? 'This API key' : `This ${kind}`
  throw new AppError('forbidden', `${who} lacks the scope "${scope}".`, { needed: scope, has: scopes })
}
