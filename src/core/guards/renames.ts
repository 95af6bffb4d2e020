import { AppError } from '../../errors.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { guardTitle } from './guard.ts'
import type { Guard } from './guard.ts'
import { forgetNames, keepNames } from './ledger/names.ts'
import { createLook } from './look.ts'
import { matchesPattern } from './pattern.ts'
import { listGuards, mayLoosen } from './store.ts'
import type { GuardDeps, Spending } from './terms.ts'

/** A campaign that is to be called something else. */
interface Renaming {
  opened: OpenAccount
  before: EntityState
  name: string | undefined
}

/**
 * Taking a campaign out of a guard by its name is loosening that guard: a key, a rule or an assistant may not. What a person who may
 * loosen guards calls it otherwise is looked at by that name alone from then on. Answers what to do when it is done.
 */
export async function passRename(
  deps: GuardDeps,
  context: Spending,
  { opened, before, name }: Renaming,
): Promise<() => Promise<void>> {
  const { account } = opened
  if (name === undefined || name === before.name) return () => Promise.resolve()
  const left = await guardsLeft(deps, context, { opened, before, name })
  if (left && !mayLoosen(context.actor)) throw leaves(left, before, name)
  return async () => {
    if (mayLoosen(context.actor)) await forgetNames(deps.db, context, account, before.id)
    else await keepNames(deps.db, context, account, [{ id: before.id, name: before.name }])
    await keepNames(deps.db, context, account, [{ id: before.id, name }])
  }
}

async function guardsLeft(
  deps: GuardDeps,
  context: Spending,
  { opened: { account }, before, name }: Renaming & { name: string },
): Promise<Guard | null> {
  const look = createLook(deps, context)
  for (const guard of await listGuards(deps, context)) {
    if (guard.campaignPattern === null || matchesPattern(guard.campaignPattern, name)) continue
    if (await look.covers(guard, { account, campaign: { id: before.id, name: before.name } })) return guard
  }
  return null
}

function leaves(guard: Guard, { id, name: old }: EntityState, name: string): AppError {
  const text =
    `The ${guardTitle(guard)} looks at campaigns called ${guard.campaignPattern}: calling “${old}” “${name}” would take it out. ` +
    'Only a signed-in admin may do that. Nothing was changed.'
  const { id: guardId, name: title, currency } = guard
  return new AppError('guard_refused', text, {
    ...{ guard: guardId, name: title, limit: 'campaignPattern', currency, entityId: id },
  })
}
