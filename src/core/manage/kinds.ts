import { badRequest } from '../../errors.ts'
import { only, required } from '../../lookup.ts'
import type { EntityPosition, EntityType } from '../../platforms/contract/manage.ts'
import { findAccounts, openAccount } from '../connections/accounts.ts'
import { entityWords } from '../connections/owner.ts'
import { placesOf as rememberedPlaces } from '../connections/positions/positions.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import { openAllWorking } from '../connections/working.ts'

interface Named {
  ids: string[]
  type: EntityType | undefined
  accountId: string | undefined
  /** What is meant where nobody can tell; absent: the caller is asked. */
  usual?: EntityType
}

interface Settled {
  type: EntityType
  accountId: string | undefined
}

/**
 * What ids name, where the caller did not say: what was seen of them before, else what a platform tells whose ids say it. Only
 * what is in the company's own accounts counts. What nobody can tell for certain is the caller's to say.
 */
export async function settleKind(
  deps: AccountDeps,
  context: Reading,
  { ids, type, accountId, usual }: Named,
): Promise<Settled> {
  if (type !== undefined) return { type, accountId }
  const places = await placesOf(deps, context, ids, accountId)
  const kinds = new Set([...places.values()].map((place) => place.type))
  const accounts = new Set([...places.values()].map((place) => place.accountId))
  const [kind, second] = kinds
  if (second !== undefined) {
    const list = [...kinds].map((each) => `${entityWords[each]}s`).join(' and ')
    throw badRequest([
      { path: 'entityType', message: `is required: the ids are of ${list}, and one call is about one kind` },
    ])
  }
  if (kind === undefined) {
    if (usual) return { type: usual, accountId }
    throw badRequest([{ path: 'entityType', message: 'is required: the ids alone do not tell it' }])
  }
  const isAll = places.size === new Set(ids).size
  return { type: kind, accountId: accountId ?? (isAll && accounts.size === 1 ? [...accounts][0] : undefined) }
}

async function placesOf(
  deps: AccountDeps,
  context: Reading,
  ids: string[],
  accountId: string | undefined,
): Promise<Map<string, EntityPosition>> {
  const only = accountId === undefined ? undefined : (await openAccount(deps, context, accountId)).account.account_id
  const seen = await seenPlaces(deps, context, ids, only)
  const rest = ids.filter((id) => !seen.has(id))
  if (rest.length === 0) return seen
  const placesOfUnknown = await placesFromPlatform(deps, context, rest)
  const own = await findAccounts(
    deps,
    context,
    [...placesOfUnknown.values()].map((place) => place.accountId),
  )
  for (const [id, place] of placesOfUnknown)
    if (own.has(place.accountId) && (only === undefined || only === place.accountId)) seen.set(id, place)
  return seen
}

/** By where they were seen before. An id that was seen as two things tells nothing. */
async function seenPlaces(
  { db }: AccountDeps,
  context: Reading,
  ids: string[],
  accountId: string | undefined,
): Promise<Map<string, EntityPosition>> {
  const rows = (await rememberedPlaces(db, context, { ids })).filter(
    (row) => row.is_reached && (accountId === undefined || row.account_id === accountId),
  )
  const places = new Map<string, EntityPosition>()
  for (const [id, found] of Map.groupBy(rows, (row) => row.entity_id))
    if (found.length === 1) {
      const { level, account_id: accountId } = only(found)
      places.set(id, { type: level, accountId })
    }
  return places
}

/** By the platforms whose ids tell it. */
async function placesFromPlatform(
  { connections }: AccountDeps,
  { company }: Reading,
  ids: string[],
): Promise<Map<string, EntityPosition>> {
  const places = new Map<string, EntityPosition>()
  const telling = connections.platforms.all.filter(({ verbs }) => verbs.includes('kindsOf'))
  for (const { name } of telling)
    for (const { session } of await openAllWorking(connections, company, name)) {
      const open = ids.filter((id) => !places.has(id))
      const answered = open.length > 0 ? ((await session.kindsOf?.(open)) ?? []) : []
      answered.forEach((place, index) => place && places.set(required(open[index], 'id'), place))
    }
  return places
}
