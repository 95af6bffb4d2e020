import pMap from 'p-map'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { KnownAccount } from '../../accounts.ts'
import type { Context } from '../../context.ts'
import type { Answered } from '../read-spend.ts'
import type { GuardDeps } from '../terms.ts'
import { effectIn, effectsOf, unseenSince } from './effects.ts'
import type { EffectRow, KeptEffect } from './effects.ts'
import { grantIn, grantsOf } from './grants.ts'
import type { Grant, GrantRow } from './grants.ts'
import { ensureRead, readLately, structureIn, structuresOf } from './kept.ts'
import type { StructureRow } from './kept.ts'
import type { Structure } from './structure.ts'
import { viewOf, withEffects } from './view.ts'
import type { CampaignEntry, View } from './view.ts'

/** How many accounts are asked side by side. */
const atOnce = 6

/** Why what runs in an account could not be read, by account; null: it was. */
export type Problems = ReadonlyMap<string, string | null>

export function placeOf({ platform, account_id: id }: Pick<KnownAccount, 'platform' | 'account_id'>): string {
  return `${platform} ${id}`
}

/** Sees to it that what runs in these accounts was read lately. */
export async function readAccounts(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  accounts: Iterable<KnownAccount>,
  { anew = false }: { anew?: boolean } = {},
): Promise<Problems> {
  const each = new Map([...accounts].map((account) => [placeOf(account), account]))
  const fresh = each.size > 0 ? await readLately(deps.db, context, anew) : new Set<string>()
  const problemOf = (place: string, account: KnownAccount) =>
    fresh.has(place) ? null : ensureRead(deps, context, account, { anew })
  const read = await pMap(each, async ([place, account]) => [place, await problemOf(place, account)] as const, {
    concurrency: atOnce,
  })
  return new Map(read)
}

/** What is known of what runs, when it is decided: nobody else is let through meanwhile. */
export interface Books {
  /** What runs in an account, with what our own writes have made of it since; unknown: it could not be read. */
  viewIn(account: KnownAccount): Answered<View>
  grants: Grant[]
  /** Whether something was forgotten since it was read: read it again. */
  isTorn: boolean
}

interface Pages {
  effects: KeptEffect[]
  grants: Grant[]
  structures: Map<string, { structure: Structure; beganAt: Date }>
}

/** In one statement: what happens between two would be in neither. */
async function load(trx: Db, context: Pick<Context, 'company'>, places: string[]): Promise<Pages> {
  const { rows } = await sql<{
    effects: EffectRow[] | null
    grants: GrantRow[] | null
    structures: StructureRow[] | null
  }>`
    SELECT (SELECT jsonb_agg(told ORDER BY told.id) FROM (${effectsOf(context)}) told) AS effects,
      (SELECT jsonb_agg(told ORDER BY told.id) FROM (${grantsOf(context)}) told) AS grants,
      (SELECT jsonb_agg(told) FROM (${structuresOf(context, places)}) told) AS structures`.execute(trx)
  const { effects, grants, structures } = rows[0]!
  return {
    effects: (effects ?? []).map(effectIn),
    grants: (grants ?? []).flatMap((row) => grantIn(row) ?? []),
    structures: new Map((structures ?? []).map(structureIn).filter((kept) => kept !== null)),
  }
}

export async function openBooks(trx: Db, context: Pick<Context, 'company'>, problems: Problems): Promise<Books> {
  const { effects, grants, structures } = await load(trx, context, [...problems.keys()])
  const viewIn = (account: KnownAccount): Answered<View> => {
    const place = placeOf(account)
    const kept = structures.get(place)
    const problem = problems.get(place) ?? (kept ? null : `It was not looked at what runs in ${account.account_id}.`)
    if (!kept || problem !== null) return { unknown: problem ?? '' }
    const effective = withEffects(viewOf(kept.structure), unseenSince(effects, account, kept.beganAt))
    return { known: begunIn(effective, grants, account) }
  }
  const views = new Map<string, Answered<View>>()
  return {
    grants,
    isTorn: [...problems].some(([place, problem]) => problem === null && !structures.has(place)),
    viewIn(account) {
      const place = placeOf(account)
      const view = views.get(place) ?? viewIn(account)
      views.set(place, view)
      return view
    },
  }
}

/**
 * What we made active, switched on or launched into today counts as if it had ads, also where a read shows none yet: whoever
 * lets a budget run means to spend it.
 */
function begunIn(view: View, grants: Grant[], account: KnownAccount): View {
  const begun = new Set(
    grants.filter((grant) => `${grant.platform} ${grant.accountId}` === placeOf(account)).map(({ holder }) => holder),
  )
  if (begun.size === 0) return view
  const keyOf = ({ id, budgetId }: CampaignEntry) => (budgetId === null ? `campaign ${id}` : `budget ${budgetId}`)
  const isBegun = (campaign: CampaignEntry) => begun.has(keyOf(campaign)) || begun.has(`campaign ${campaign.id}`)
  return {
    campaigns: new Map(
      [...view.campaigns].map(([id, each]) => [id, isBegun(each) ? { ...each, isAlone: true } : each]),
    ),
    adSets: new Map(
      [...view.adSets].map(([id, each]) => [id, begun.has(`adset ${id}`) ? { ...each, hasAds: true } : each]),
    ),
  }
}
