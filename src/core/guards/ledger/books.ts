import { sql } from 'kysely'
import pMap from 'p-map'
import type { Db } from '../../../db/connect.ts'
import type { KnownAccount } from '../../accounts.ts'
import type { Context } from '../../context.ts'
import type { Answered } from '../read-spend.ts'
import type { GuardDeps } from '../terms.ts'
import { effectIn, effectsOf, unseenSince } from './effects.ts'
import type { EffectRow, KeptEffect } from './effects.ts'
import { grantIn, grantsOf } from './grants.ts'
import type { Grant, GrantRow } from './grants.ts'
import { structureOf } from './kept.ts'
import type { KeptStructure } from './kept.ts'
import { viewOf, withEffects } from './view.ts'
import type { CampaignEntry, View } from './view.ts'

/** How many accounts are asked side by side. */
const atOnce = 6

export type Structures = ReadonlyMap<string, Answered<KeptStructure>>

export function placeOf({ platform, account_id: id }: Pick<KnownAccount, 'platform' | 'account_id'>): string {
  return `${platform} ${id}`
}

/** What is switched on in each of these accounts, as it is kept or read now. */
export async function structuresOf(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  accounts: Iterable<KnownAccount>,
  { anew = false }: { anew?: boolean } = {},
): Promise<Structures> {
  const each = new Map([...accounts].map((account) => [placeOf(account), account]))
  const read = await pMap(
    each,
    async ([place, account]) => [place, await structureOf(deps, context, account, { anew })] as const,
    { concurrency: atOnce },
  )
  return new Map(read)
}

/** What is known of what runs, when it is decided: nobody else is let through meanwhile. */
export interface Books {
  /** What runs in an account, with what our own writes have made of it since; unknown: it could not be read. */
  viewIn(account: KnownAccount): Answered<View>
  grants: Grant[]
}

/** In one statement: a write that is answered between two would be in neither. */
async function load(trx: Db, context: Pick<Context, 'company'>): Promise<{ effects: KeptEffect[]; grants: Grant[] }> {
  const { rows } = await sql<{ effects: EffectRow[] | null; grants: GrantRow[] | null }>`
    SELECT (SELECT jsonb_agg(told ORDER BY told.id) FROM (${effectsOf(context)}) told) AS effects,
      (SELECT jsonb_agg(told ORDER BY told.id) FROM (${grantsOf(context)}) told) AS grants`.execute(trx)
  const { effects, grants } = rows[0]!
  return { effects: (effects ?? []).map(effectIn), grants: (grants ?? []).flatMap((row) => grantIn(row) ?? []) }
}

export async function openBooks(trx: Db, context: Pick<Context, 'company'>, structures: Structures): Promise<Books> {
  const { effects, grants } = await load(trx, context)
  const views = new Map<string, Answered<View>>()
  const viewIn = (account: KnownAccount): Answered<View> => {
    const read = structures.get(placeOf(account)) ?? {
      unknown: `It was not looked at what runs in ${account.account_id}.`,
    }
    if ('unknown' in read) return read
    const { structure, beganAt } = read.known
    return { known: begunIn(withEffects(viewOf(structure), unseenSince(effects, account, beganAt)), grants, account) }
  }
  return {
    grants,
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
