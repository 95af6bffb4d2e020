import pMap from 'p-map'
import type { Db } from '../../../db/connect.ts'
import { jsonList, sql } from '../../../db/sql.ts'
import { only } from '../../../lookup.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import type { Answered } from '../read-spend.ts'
import type { GuardDeps } from '../terms.ts'
import { effectsQuery, unseenSince } from './effects.ts'
import type { EffectRow } from './effects.ts'
import { dayGrants, grantsQuery } from './grants.ts'
import type { DayGrants, GrantRows } from './grants.ts'
import type { HeldViews } from './held-views.ts'
import { askForViews, ensureRead, readLately } from './kept.ts'
import type { ReadView, ViewRow } from './kept.ts'
import { copied } from './view.ts'
import type { BudgetEffect, CampaignEntry, View } from './view.ts'
import { withEffects } from './with-effects.ts'

/** How many accounts are asked side by side. */
const atOnce = 6

/** Why what runs in an account could not be read, by account; null: it was. */
export type Problems = ReadonlyMap<string, string | null>

export function placeOf({ platform, account_id: id }: Pick<CachedAccount, 'platform' | 'account_id'>): string {
  return `${platform} ${id}`
}

/** Sees to it that what runs in these accounts was read lately. `lately`: which were, where somebody has asked already. */
export async function readAccounts(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  accounts: Iterable<CachedAccount>,
  { anew = false, lately }: { anew?: boolean; lately?: Promise<Set<string>> } = {},
): Promise<Problems> {
  const each = new Map([...accounts].map((account) => [placeOf(account), account]))
  const fresh = each.size > 0 ? await (lately ?? readLately(deps.db, context, { anew })) : new Set<string>()
  const problemOf = (place: string, account: CachedAccount) =>
    fresh.has(place) ? null : ensureRead(deps, context, account, { anew })
  const read = await pMap(each, async ([place, account]) => [place, await problemOf(place, account)] as const, {
    concurrency: atOnce,
  })
  return new Map(read)
}

/** What is known of what runs, when it is decided: nobody else is let through meanwhile. */
export interface Books {
  /** What runs in an account, with what our own writes have made of it since; unknown: it could not be read. */
  viewIn(account: CachedAccount): Answered<View>
  /**
   * The same before a write: what is only taken to run, and what the write is about, runs when that is done. Else a write that lets it run
   * would add nothing.
   */
  viewBefore(account: CachedAccount, effects: readonly BudgetEffect[]): Answered<View>
  grants: DayGrants
  /** Whether something was forgotten since it was read: read it again. */
  isTorn: boolean
}

interface Pages {
  effects: EffectRow[]
  grants: DayGrants
  structures: Map<string, ReadView>
}

interface PagesRow {
  effects: EffectRow[]
  grants: GrantRows[]
  views: ViewRow[]
}

/**
 * In one statement, as all of it stood at one moment. In two, a write that is answered in between is called by the name it was asked for
 * under in one and by its id in the other, and what a read shows that is kept in between is in neither: it would not count.
 */
async function load(
  db: Db,
  context: Pick<Context, 'company'>,
  places: string[],
  { held, amounts = true }: BooksChoice,
): Promise<Pages> {
  const views = askForViews(context, places, held)
  const mark = amounts ? sql`/* prepared: guards-books */` : sql`/* prepared: guards-books-without-amounts */`
  const { rows } = await sql<PagesRow>`${mark}
    SELECT ${jsonList(effectsQuery(context))} AS effects, ${jsonList(grantsQuery(context, { amounts }))} AS grants, ${jsonList(views.query)} AS views`.execute(
    db,
  )
  const page = only(rows)
  return {
    effects: page.effects,
    grants: dayGrants(page.grants, { amounts }),
    structures: views.viewsIn(page.views),
  }
}

interface BooksChoice {
  held?: HeldViews
  /** Whether somebody counts how much our own writes let run; else only what they let run is looked up. */
  amounts?: boolean
  /**
   * When the write that is judged began to look at what it is about. What was answered since counts too, whatever a read shows: of what is
   * switched off a read shows nothing, and the plan may rest on what was there before.
   */
  plannedAt?: Date
}

export async function openBooks(
  trx: Db,
  context: Pick<Context, 'company'>,
  problems: Problems,
  choice: BooksChoice = {},
): Promise<Books> {
  const { plannedAt } = choice
  const { effects, grants, structures } = await load(trx, context, [...problems.keys()], choice)
  const readIn = (account: CachedAccount): Answered<View> => {
    const place = placeOf(account)
    const kept = structures.get(place)
    const problem = problems.get(place) ?? (kept ? null : `It was not looked at what runs in ${account.account_id}.`)
    if (!kept || problem !== null) return { unknown: problem ?? '' }
    const since = plannedAt && plannedAt < kept.beganAt ? plannedAt : kept.beganAt
    return { known: withEffects(kept.view, unseenSince(effects, account, since)) }
  }
  const reads = new Map<string, { read: Answered<View>; taken: Answered<View> }>()
  const lookIn = (account: CachedAccount) => {
    const place = placeOf(account)
    const known = reads.get(place)
    if (known) return known
    const read = readIn(account)
    const taken = 'known' in read ? { known: begunIn(read.known, grants.holdersIn(account)) } : read
    reads.set(place, { read, taken })
    return { read, taken }
  }
  return {
    grants,
    isTorn: [...problems].some(([place, problem]) => problem === null && !structures.has(place)),
    viewIn: (account) => lookIn(account).taken,
    viewBefore(account, writes) {
      const { read, taken } = lookIn(account)
      // Where nothing is only taken to run, there is nothing to tell apart.
      if ('unknown' in read || 'unknown' in taken || read.known === taken.known) return taken
      const begun = [...grants.holdersIn(account)].filter((key) => !isAbout(read.known, writes, key))
      return { known: begunIn(read.known, new Set(begun)) }
    },
  }
}

/** Whether one of the writes is about what holds this budget, or lies in it. */
function isAbout({ campaigns, adSets }: View, writes: readonly BudgetEffect[], key: string): boolean {
  const campaignOf = (adSetId: string) => adSets.get(adSetId)?.campaignId ?? null
  const [kind, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
  return writes.some((write) => {
    const above = write.level === 'campaign' ? write.id : (campaignOf(write.id) ?? write.campaignId)
    if (kind === 'adset') return write.level === 'campaign' ? campaignOf(id) === write.id : write.id === id
    return kind === 'campaign' ? above === id : above !== null && campaigns.get(above)?.budgetId === id
  })
}

/**
 * What we made active, switched on or launched into today counts as if it had ads, also where a read shows none yet: whoever
 * lets a budget run means to spend it.
 */
function begunIn(view: View, begun: ReadonlySet<string>): View {
  if (begun.size === 0) return view
  const keyOf = ({ id, budgetId }: CampaignEntry) => (budgetId === null ? `campaign ${id}` : `budget ${budgetId}`)
  const campaigns = [...view.campaigns.values()].filter(
    (each) => !each.isAlone && (begun.has(keyOf(each)) || begun.has(`campaign ${each.id}`)),
  )
  const adSets = [...begun].flatMap((key) => {
    const adSet = key.startsWith('adset ') ? view.adSets.get(key.slice('adset '.length)) : undefined
    return adSet && !adSet.hasAds ? [adSet] : []
  })
  if (campaigns.length + adSets.length === 0) return view
  const next = copied(view)
  for (const each of campaigns) next.campaigns.set(each.id, { ...each, isAlone: true })
  for (const each of adSets) next.adSets.set(each.id, { ...each, hasAds: true })
  return next
}
