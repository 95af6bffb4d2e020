import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { isObject } from '../../../lookup.ts'
import { listEntries } from '../../audit/read.ts'
import type { AuditRow } from '../../audit/read.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import { inReach } from '../../reach.ts'
import type { LaunchedAds, ReadEntry } from './reading.ts'

type Within = Pick<Context, 'company'>

/** More of one time is nothing that anybody reads, and takes long. */
const maxEntries = 2000

interface PastEntries {
  /** Oldest first. */
  entries: ReadEntry[]
  /** Since when all of them are here. */
  since: Date
}

/** What was done since then by these operations, with the accounts that it was in; the newest, where they are many. */
export async function readPast(
  { db }: { db: Db },
  context: Within,
  { actions, accounts, from }: { actions: readonly string[]; accounts: readonly CachedAccount[]; from: Date },
): Promise<PastEntries> {
  const wanted = { actions, outcome: 'done', from, order: 'newest', limit: maxEntries } as const
  const found = await listEntries({ db }, context, wanted)
  const isAll = found.length < maxEntries
  const done = found.toReversed().filter(({ asked }) => !isObject(asked) || asked.dryRun !== true)
  const [placeOf, launchedIn] = await Promise.all([
    placesOf(db, context, { entries: done, accounts }),
    launchesOf(db, context, { entries: done, accounts }),
  ])
  const oldest = found.at(-1)
  return {
    entries: done.map((entry) => ({ entry, account: placeOf(entry), launched: launchedIn(entry) })),
    since: isAll || !oldest ? from : new Date(oldest.at),
  }
}

/** Ids may be given without what a platform puts before them. */
function byId(accounts: readonly CachedAccount[], id: string): CachedAccount | null {
  return (
    accounts.find((each) => each.account_id === id) ?? accounts.find((each) => each.account_id.endsWith(id)) ?? null
  )
}

const entityWords = new Set(['entity', 'campaign', 'adset', 'ad', 'adSquad', 'originalAdSet'])

/** In which account an entry was: it was named, or the things that it was about were seen there. */
async function placesOf(
  db: Db,
  { company }: Within,
  { entries, accounts }: { entries: AuditRow[]; accounts: readonly CachedAccount[] },
): Promise<(entry: AuditRow) => CachedAccount | null> {
  const named = ({ targets }: AuditRow) => targets.find((target) => target.startsWith('account:'))?.slice(8)
  const idsOf = ({ targets }: AuditRow) =>
    targets.map((target) => target.split(':')).flatMap(([word = '', id = '']) => (entityWords.has(word) ? [id] : []))
  const unnamed = [...new Set(entries.filter((entry) => named(entry) === undefined).flatMap(idsOf))]
  const { rows } = await sql<{ entity_id: string; platform: string; account_id: string }>`
    SELECT DISTINCT ON (entity_id) entity_id, platform, account_id FROM seen_entities
    WHERE company_id = ${company.id} AND entity_id = ANY (${unnamed}::text[])`.execute(db)
  const seen = new Map(rows.map((row) => [row.entity_id, row]))
  return (entry) => {
    const id = named(entry)
    if (id !== undefined) return byId(accounts, id)
    const place = idsOf(entry).flatMap((each) => seen.get(each) ?? [])[0]
    if (!place) return null
    return accounts.find((each) => each.platform === place.platform && each.account_id === place.account_id) ?? null
  }
}

interface LaunchRow {
  batch_id: number
  platform: string
  account_id: string
  ad_set_id: string
  ads: number
  runs: boolean
  name: string
  campaign_id: string | null
  campaign_name: string | null
}

/** What each entry launched. A batch that is launched again counts as often, by as many ads as that was told to be. */
async function launchesOf(
  db: Db,
  { company }: Within,
  { entries, accounts }: { entries: AuditRow[]; accounts: readonly CachedAccount[] },
): Promise<(entry: AuditRow) => LaunchedAds[]> {
  const ids = [...new Set(entries.flatMap(batchesIn))]
  const { rows } = await sql<LaunchRow>`
    SELECT item.*, campaign.id AS campaign_id, campaign.name AS campaign_name FROM (
      SELECT batch_id, platform, account_id, ad_set_id, count(*)::int AS ads, min(ad_name) AS name,
        bool_or(NOT coalesce((ad ->> 'launchPaused')::boolean, false)) AS runs
      FROM batch_items WHERE company_id = ${company.id} AND ${inReach(company, 'batch_items')} AND batch_id = ANY (${ids}::bigint[])
      GROUP BY batch_id, platform, account_id, ad_set_id
    ) item
    LEFT JOIN ad_accounts account ON account.company_id = ${company.id} AND account.platform = item.platform
      AND account.account_id = item.account_id
    LEFT JOIN report_entities adset ON adset.account_key = account.id AND adset.level = 'adset' AND adset.id = item.ad_set_id
    LEFT JOIN report_entities campaign ON campaign.key = adset.campaign_key
    ORDER BY item.batch_id, item.ad_set_id`.execute(db)
  const firstEntry = new Map(entries.toReversed().flatMap((entry) => batchesIn(entry).map((id) => [id, entry])))
  const partsOf = (id: number) =>
    rows.flatMap((row): LaunchedAds[] => {
      const account = accounts.find((each) => each.platform === row.platform && each.account_id === row.account_id)
      if (Number(row.batch_id) !== id || !account) return []
      const campaign = { id: row.campaign_id, name: row.campaign_name }
      return [{ account, adSetId: row.ad_set_id, campaign, count: row.ads, runs: row.runs, name: row.name }]
    })
  return (entry) =>
    batchesIn(entry).flatMap((id) => {
      const parts = partsOf(id)
      if (firstEntry.get(id) === entry) return parts
      const again = isObject(entry.after) && typeof entry.after.totalAds === 'number' ? entry.after.totalAds : 0
      return again > 0 ? parts.slice(0, 1).map((part) => ({ ...part, count: again })) : []
    })
}

/** The batches that an answer names, by itself or in a list. */
function batchesIn({ after }: AuditRow): number[] {
  if (!isObject(after)) return []
  const listed = Object.values(after).flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []))
  return [after, ...listed].flatMap((one: unknown) =>
    isObject(one) && typeof one.adBatchId === 'number' ? [one.adBatchId] : [],
  )
}
