import { notFound } from '../../errors.ts'
import type { EntityRef, EntityState, EntityType } from '../../platforms/contract/manage.ts'
import type { Context } from '../context.ts'
import { findAccounts, openAccount, openKnown } from './accounts.ts'
import type { OpenAccount } from './accounts.ts'
import type { AccountDeps } from '../deps.ts'
import { requireVerb } from './verbs.ts'

/** For whom something is read. */
export type Reading = Pick<Context, 'company'>

/** Opens the account an entity is in. Where the caller names the account, that is the one it must be in. */
export async function openOwner(
  deps: AccountDeps,
  context: Reading,
  { entity, accountId }: { entity: EntityRef; accountId: string | undefined },
): Promise<OpenAccount> {
  if (accountId !== undefined) return openAccount(deps, context, accountId)
  const opened = await findOwner(deps, context, { entity })
  if (!opened) throw notFound(entityWords[entity.type], entity.id)
  return opened
}

/** Looks on all platforms, or on one; null when none of the company's connections knows the entity. */
export async function findOwner(
  deps: AccountDeps,
  context: Reading,
  { entity, platform }: { entity: EntityRef; platform?: string },
): Promise<OpenAccount | null> {
  const { connections } = deps
  for (const name of platform === undefined ? connections.platforms.names : [platform]) {
    for (const { session } of await connections.openAll(context.company, name)) {
      const owner = await session.ownerOf?.(entity)
      // An account that the caller does not see is not named to them.
      const account = owner && (await findAccounts(deps, context, [owner])).get(owner)
      if (account) return openKnown(deps, context, account)
      if (owner) return null
    }
  }
  return null
}

export const entityWords: Record<EntityType, string> = { ad: 'ad', adset: 'ad set', campaign: 'campaign' }

/** The entity as it is now, or 404. */
export async function readEntity(opened: OpenAccount, entity: EntityRef): Promise<EntityState> {
  const [found] = await requireVerb(opened, 'readEntities')(opened.ref, [entity])
  if (!found) throw notFound(entityWords[entity.type], entity.id)
  return found
}
