import type pg from 'pg'
import type { EntityKeys } from '../sync/entities.ts'
import type { DayRows } from '../sync/store-rows.ts'
import type { ReportAccount } from '../sync/types.ts'
import { addFigures, figureColumns, figureTypes, noFigures } from './figures.ts'
import type { FigureSums } from './figures.ts'
import { monthOf } from './settled.ts'
import { tenOf, tensInMonth } from './tens.ts'

/** In front of a transaction that stores days and keeps their sums: otherwise the database corrects them by itself, month by month. */
export const keepsSums = "SET LOCAL flightdeck.keeps_sums = 'tens'"

export interface WrittenDays {
  days: DayRows[]
  /** Those of them that were never read before. */
  fresh: ReadonlySet<string>
  readAt: Date
}

/** What is known of a month after its days were stored. */
interface Month {
  month: string
  /** null: it has no sums. */
  has_ads: boolean | null
  /** Of how many of its tens there are sums by ad. */
  tens: number | null
  days_read: number
}

/** Brings the sums of days up to what was stored of them just now, in the same transaction. */
export async function keepSums(
  client: pg.ClientBase,
  account: ReportAccount,
  keys: EntityKeys,
  written: WrittenDays,
): Promise<void> {
  if (written.days.length === 0) return
  const months = await monthsOf(client, account, written)
  const begun = months.filter((month) => month.has_ads === null && isAllFresh(month, written))
  const kept = months.filter((month) => month.has_ads !== null || begun.includes(month))
  const touched = new Set(kept.map(({ month }) => month))
  if (begun.length > 0) await begin(client, account, begun)
  const days = written.days.filter(({ day }) => touched.has(monthOf(day)))
  if (days.length > 0) await replaceDaySums(client, account, keys, days)
  // Those of other months are made once all of it is there, by whoever looks for missing ones: years are read several times as fast.
  for (const month of kept) await correctAds(client, account, month, written)
}

/** Adds up anew what ads did in those tens of a month that have sums and were written, and then in the month. */
async function correctAds(
  client: pg.ClientBase,
  { companyId, key }: ReportAccount,
  { month, has_ads: hasAds, tens }: Month,
  { days }: WrittenDays,
): Promise<void> {
  const values = [companyId, key, month]
  // Made by a version that knew no tens.
  if (hasAds && tens !== tensInMonth) return void (await client.query('SELECT sum_ads($1, $2, $3)', values))
  const touched = new Set(days.filter(({ day }) => monthOf(day) === month).map(({ day }) => tenOf(day)))
  const places = [...touched].filter((place) => place <= (tens ?? 0))
  if (places.length === 0) return
  const whole = hasAds ? ', sum_month($1, $2, $3)' : ''
  await client.query(`SELECT sum_tens($1, $2, $3, $4)${whole}`, [...values, places])
}

async function monthsOf(client: pg.ClientBase, { key }: ReportAccount, { days }: WrittenDays): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `SELECT asked.month, kept.has_ads, kept.tens, (SELECT count(*) FROM report_days read WHERE read.account_key = $1
       AND read.day >= asked.month AND read.day < asked.month + interval '1 month') AS days_read
     FROM unnest($2::date[]) AS asked (month)
     LEFT JOIN summed_months kept ON kept.account_key = $1 AND kept.month = asked.month ORDER BY asked.month`,
    [key, [...new Set(days.map(({ day }) => monthOf(day)))]],
  )
  return rows
}

/** Whether nothing of the month was there before: what was may have no sums. */
function isAllFresh({ month, days_read: daysRead }: Month, { fresh }: WrittenDays): boolean {
  return [...fresh].filter((day) => monthOf(day) === month).length === daysRead
}

async function begin(client: pg.ClientBase, { companyId, key }: ReportAccount, months: Month[]): Promise<void> {
  await client.query(
    `INSERT INTO summed_months (company_id, account_key, month, has_ads) SELECT $1, $2, month, false FROM unnest($3::date[]) AS month`,
    [companyId, key, months.map(({ month }) => month)],
  )
}

const figureList = figureColumns.join(', ')
const sumList = figureColumns.map((name) => `CASE WHEN count(${name}) = count(*) THEN sum(${name}) END`).join(', ')

const arrays = figureTypes.map((type, place) => `$${place + 6}::${type}[]`).join(', ')
const replacing = figureColumns.map((name) => `${name} = excluded.${name}`).join(', ')

const replaceText = `
  WITH campaigns AS (SELECT * FROM unnest($4::date[], $5::bigint[], ${arrays}) AS coming (day, campaign_key, ${figureList})),
    gone AS (DELETE FROM campaign_days WHERE account_key = $2 AND day = ANY ($3::date[])
      AND (day, campaign_key) NOT IN (SELECT day, campaign_key FROM campaigns)),
    gone_days AS (DELETE FROM account_days WHERE account_key = $2 AND day = ANY ($3::date[]) AND day NOT IN (SELECT day FROM campaigns)),
    kept AS (INSERT INTO campaign_days (company_id, account_key, day, campaign_key, ${figureList})
      SELECT $1, $2, day, campaign_key, ${figureList} FROM campaigns
      ON CONFLICT (account_key, day, campaign_key) DO UPDATE SET ${replacing})
  INSERT INTO account_days (company_id, account_key, day, ${figureList})
  SELECT $1, $2, day, ${sumList} FROM campaigns GROUP BY day
  ON CONFLICT (account_key, day) DO UPDATE SET ${replacing}`

async function replaceDaySums(
  client: pg.ClientBase,
  { companyId, key }: ReportAccount,
  keys: EntityKeys,
  days: DayRows[],
): Promise<void> {
  const texts: string[][] = Array.from({ length: figureColumns.length + 2 }, () => [])
  for (const { day, rows } of days) {
    for (const [campaignKey, sums] of byCampaign(keys, rows)) {
      for (const [place, value] of [day, campaignKey, ...sums].entries()) texts[place]!.push(String(value))
    }
  }
  await client.query({
    name: 'keep_day_sums',
    text: replaceText,
    values: [companyId, key, days.map(({ day }) => day), ...texts.map((values) => `{${values.join(',')}}`)],
  })
}

function byCampaign(keys: EntityKeys, rows: DayRows['rows']): [number, FigureSums][] {
  const sumsById = new Map<string, FigureSums>()
  for (const row of rows.values()) {
    let sums = sumsById.get(row.campaignId)
    if (!sums) sumsById.set(row.campaignId, (sums = noFigures()))
    addFigures(sums, row)
  }
  return [...sumsById].map(([id, sums]) => [keys.keyOf('campaign', id), sums])
}
