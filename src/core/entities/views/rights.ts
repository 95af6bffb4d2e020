import { AppError, brokenRules } from '../../../errors.ts'
import { keyIdOf, userIdOf } from '../../context.ts'
import type { Actor, Context } from '../../context.ts'
import type { SavedView } from './view.ts'

type Acting = Pick<Context, 'actor'>

/** Who made something, in the words of the audit log. */
export function makerOf(actor: Actor): string {
  const userId = userIdOf(actor)
  if (userId !== null) return `user:${userId}`
  const keyId = keyIdOf(actor)
  return keyId === null ? actor.kind : `key:${keyId}`
}

/** Whoever has views of their own is a person, or acts for one. */
export function requireOwner({ actor }: Acting): number {
  const userId = userIdOf(actor)
  if (userId !== null) return userId
  const message = 'this key belongs to no person, so it has no views of its own: send true to save it for the company'
  throw brokenRules([{ path: 'forCompany', message }])
}

/** Their own; and the company's, for those who may manage. */
export function requireMayChange({ actor }: Acting, { ownerId }: Pick<SavedView, 'ownerId'>): void {
  if (ownerId !== null && ownerId === userIdOf(actor)) return
  if (ownerId === null && manages(actor)) return
  const text =
    ownerId === null
      ? "Changing the company's views needs the scope manage."
      : 'This view is of somebody who left: an admin can delete it, and nobody change it.'
  throw new AppError('forbidden', text, { needed: ownerId === null ? 'manage' : 'its owner' })
}

/** What one made oneself; of others, an admin does. */
export function requireMayDelete(context: Acting, view: Pick<SavedView, 'ownerId' | 'madeBy'>): void {
  const { actor } = context
  if (actor.scopes.includes('admin')) return
  if (view.ownerId !== null && view.ownerId === userIdOf(actor)) return
  if (view.ownerId === null && manages(actor) && view.madeBy === makerOf(actor)) return
  throw new AppError('forbidden', 'Only an admin deletes a view of the company that somebody else made.', {
    needed: 'admin',
  })
}

function manages({ scopes }: Actor): boolean {
  return scopes.includes('manage') || scopes.includes('admin')
}
