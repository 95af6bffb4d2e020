import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import { entryOf, required } from '../../lookup.ts'
import type { EntityRef, EntityState, EntityType, StatusChange } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { dropEnd, dropIfFree, endsOf, endsWithin, namedEnd, putEndBack, setEnd } from './store.ts'
import type { KeptEnd, NamedEnd } from './store.ts'

type Acting = Pick<Context, 'company' | 'actor'>

/** An entity in its account, with the end that we keep of it. */
export interface WithEnd {
  opened: OpenAccount
  entity: EntityState
  kept?: KeptEnd
}

/** What a change of its status means for the end that we keep: it is set, dropped, or left as it is. */
export type EndChange = { does: 'set'; end: Date } | { does: 'drop-first' | 'drop-after' | 'nothing' }

/** Where we keep the end of something, its state has it as if the platform did: guards and the audit log go by it. */
export async function withKeptEnds(
  db: Db,
  { company }: Pick<Context, 'company'>,
  type: EntityType,
  found: Map<string, Omit<WithEnd, 'kept'>>,
): Promise<Map<string, WithEnd>> {
  const byAccount = Map.groupBy(found.values(), ({ opened }) => opened.account)
  const kept = new Map<EntityState, KeptEnd>()
  for (const [account, all] of byAccount) {
    const ends = await endsOf(db, company, account, { type, ids: all.map(({ entity }) => entity.id) })
    for (const { entity } of all) if (ends.has(entity.id)) kept.set(entity, entryOf(ends, entity.id, 'end'))
  }
  return new Map(
    [...found].map(([id, { opened, entity }]) => {
      const end = kept.get(entity)
      return [id, end ? { opened, entity: { ...entity, endTime: end.end_at }, kept: end } : { opened, entity }]
    }),
  )
}

export function endingOf({ entity, kept }: WithEnd, { status, endTime }: StatusChange, now: Date): EndChange {
  if (endTime && endTime > now && entity.hasNoEnd) return { does: 'set', end: endTime }
  if (!kept) return { does: 'nothing' }
  // It ends now, or by the platform.
  if (endTime) return { does: 'drop-after' }
  return { does: status === 'active' && kept.end_at <= now ? 'drop-first' : 'nothing' }
}

/**
 * Changes the end around the write, so that whoever dies in between leaves nothing running without an end: something that is switched
 * on has its end by then, and something that is resumed after its end is not paused once more. A write that surely came to nothing
 * leaves the end as it was.
 */
export async function withEnding<T>(
  { db }: { db: Db },
  context: Acting,
  { opened: { account }, entity, kept, ending }: WithEnd & { ending: EndChange },
  write: () => Promise<T>,
): Promise<T> {
  if (ending.does === 'set') await setEnd(db, context, account, { entity, end: ending.end })
  if (ending.does === 'drop-first') await dropEnd(db, context.company, required(kept, 'kept end'))
  try {
    const result = await write()
    if (ending.does === 'drop-after') await dropEnd(db, context.company, required(kept, 'kept end'))
    return result
  } catch (error) {
    const isNothing = error instanceof PlatformError && error.kind !== 'unknown'
    const isChanged = ending.does === 'set' || ending.does === 'drop-first'
    const { platform, account_id } = account
    if (isNothing && isChanged) await putEndBack(db, context.company, kept, { ...entity, platform, account_id })
    throw error
  }
}

/** The ends that are no longer kept because something is deleted: its own, and those of what lies in it. */
export async function endsLost(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { opened: { account }, entity }: { opened: Pick<OpenAccount, 'account'>; entity: EntityRef },
  { isRehearsal }: { isRehearsal: boolean },
): Promise<NamedEnd[]> {
  const ends = await endsWithin(db, company, account, entity)
  // One that is being kept in this moment finds that there is nothing left to end.
  if (!isRehearsal) for (const end of ends) await dropIfFree(db, company, end)
  return ends.map(namedEnd)
}
