import { badRequest, notFound } from '../../errors.ts'
import { required } from '../../lookup.ts'
import type { EntityRef, EntityState, EntityType } from '../../platforms/contract/manage.ts'
import type { Context } from '../context.ts'
import { findAccounts, openAccount, openCached } from './accounts.ts'
import type { OpenAccount } from './accounts.ts'
import type { AccountDeps, OpenConnection } from '../deps.ts'
import { placesOf } from './positions/positions.ts'
import type { CachedPosition } from './positions/positions.ts'
import { requireVerb } from './verbs.ts'
import { isWorking, requireWorking } from './working.ts'

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

/** The account of one entity; null when none of the company's connections knows it. */
export async function findOwner(
  deps: AccountDeps,
  context: Reading,
  { entity, platform }: { entity: EntityRef; platform?: string },
): Promise<OpenAccount | null> {
  const found = await findOwned(deps, context, { type: entity.type, ids: [entity.id], platform })
  return found.get(entity.id)?.opened ?? null
}

/** An entity and the account that it is in. */
export interface FoundEntity {
  opened: OpenAccount
  entity: EntityState
}

interface Sought {
  type: EntityType
  ids: readonly string[]
  /** Looked for there alone; absent: wherever it may be. */
  platform?: string | undefined
}

/**
 * Finds entities by their ids alone: where they were seen before, and otherwise on every platform whose ids look like that. An id that two
 * platforms have given is the caller's to place.
 */
export async function findOwned(
  deps: AccountDeps,
  context: Reading,
  sought: Sought,
): Promise<Map<string, FoundEntity>> {
  const { type } = sought
  const ids = [...new Set(sought.ids)]
  const places = await placesOf(deps.db, context, { level: type, ids, platform: sought.platform })
  const found = await findRemembered(deps, context, type, places)
  let missing = ids.filter((id) => !found.has(id))
  for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
    const entity = { type, id }
    const opened = await askPlatforms(deps, context, entity, platformsFor(deps, entity, sought.platform, places))
    if (!opened) continue
    // Its neighbours in the list are most often in the same account.
    const states = await readStates(opened, type, [id, ...missing])
    for (const [each, state] of states) found.set(each, { opened, entity: state })
    const { platform, account } = opened
    const place = { platform: platform.name, accountId: account.account_id, level: type, ids: [...states.keys()] }
    deps.connections.noteSeen(context.company, place, true)
    missing = missing.filter((each) => !found.has(each))
  }
  return found
}

/** What is where it was seen. An account that the caller does not see is not asked. */
async function findRemembered(
  deps: AccountDeps,
  context: Reading,
  type: EntityType,
  places: CachedPosition[],
): Promise<Map<string, FoundEntity>> {
  const found = new Map<string, FoundEntity>()
  const reached = places.filter((place) => place.is_reached)
  const byAccount = Map.groupBy(reached, (place) => `${place.platform} ${place.account_id}`)
  for (const [first, ...more] of byAccount.values()) {
    const opened = await openCached(deps, context, required(first, 'place'))
    const ids = [first, ...more].map((place) => required(place, 'place').entity_id)
    for (const [id, entity] of await readStates(opened, type, ids)) {
      const other = found.get(id)
      if (other) throw ambiguous(entity, [other.opened, opened])
      found.set(id, { opened, entity })
    }
  }
  return found
}

function ambiguous({ type, id }: EntityState, opened: OpenAccount[]): Error {
  const places = opened.map(({ account, platform }) => `${account.account_id} (${platform.title})`).join(' and ')
  const message = `is required: there is ${entityWords[type] === 'ad set' || type === 'ad' ? 'an' : 'a'} ${entityWords[type]} ${id} in ${places}`
  return badRequest([{ path: 'accountId', message }])
}

/** What is in an opened account, by id. */
export async function readStates(
  opened: OpenAccount,
  type: EntityType,
  ids: string[],
): Promise<Map<string, EntityState>> {
  const states = await requireVerb(opened, 'readEntities')(
    opened.ref,
    ids.map((id) => ({ type, id })),
  )
  return new Map(states.flatMap((state, index) => (state ? [[required(ids[index], 'id'), state]] : [])))
}

/** Who may have given the id: first where it was seen, in whatever account. */
function platformsFor(
  { connections: { platforms } }: Pick<AccountDeps, 'connections'>,
  { id }: EntityRef,
  only: string | undefined,
  places: CachedPosition[],
): string[] {
  const seen = places.filter((place) => place.entity_id === id).map((place) => place.platform)
  const alike = platforms.all.filter((platform) => platform.isEntityId?.(id) ?? true).map(({ name }) => name)
  return [...new Set([...seen, ...alike])].filter((name) => only === undefined || name === only)
}

/** Asks one platform after the other; null when none of the company's connections knows the entity. */
async function askPlatforms(
  deps: AccountDeps,
  context: Reading,
  entity: EntityRef,
  names: string[],
): Promise<OpenAccount | null> {
  const { connections } = deps
  const refused: OpenConnection[] = []
  for (const name of names) {
    for (const way of await connections.openAll(context.company, name)) {
      if (!way.session.ownerOf) continue
      if (!(await isWorking(way))) {
        refused.push(way)
        continue
      }
      const owner = await way.session.ownerOf(entity)
      // An account that the caller does not see is not named to them.
      const account = owner && (await findAccounts(deps, context, [owner])).get(owner)
      if (account) return openCached(deps, context, account)
      if (owner) return null
    }
  }
  // It may be where nobody can look now.
  for (const way of refused) await requireWorking(way)
  return null
}

export const entityWords: Record<EntityType, string> = { ad: 'ad', adset: 'ad set', campaign: 'campaign' }

/** The entity as it is now, or 404. */
export async function readEntity(opened: OpenAccount, entity: EntityRef): Promise<EntityState> {
  const [found] = await requireVerb(opened, 'readEntities')(opened.ref, [entity])
  if (!found) throw notFound(entityWords[entity.type], entity.id)
  return found
}
