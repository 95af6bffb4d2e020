import pTimeout from 'p-timeout'
import type pg from 'pg'
import { AppError, PlatformError } from '../../errors.ts'
import { only } from '../../lookup.ts'
import type { EntityRef } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { CompanyRef } from '../company-ref.ts'
import { daysKnownAt } from '../reports/past/known-at.ts'
import { reportAccounts } from '../reports/sync/all.ts'
import { zoneOf } from '../reports/sync/keep/days.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { addDays, todayIn } from '../../days.ts'
import type { ReportDeps } from '../reports/sync/ensure/readings.ts'

type Deps = Pick<ReportDeps, 'db' | 'pool' | 'readings'>

/** What was spent is good to know; that it ended does not wait for it any longer. */
const mayTakeMs = 20_000

const keyOf = { ad: 'ad_key', adset: 'adset_key', campaign: 'campaign_key' } as const

/**
 * What the platform says was spent after an end that was kept late, in the account's main unit: what its figures have grown by since
 * they were last read before the end. null: it tells by days alone, and the day of the end was not read before the end.
 */
export async function spentSince(
  deps: Deps,
  company: CompanyRef,
  { platform, account }: OpenAccount,
  { entity, end, now }: { entity: EntityRef; end: Date; now: Date },
): Promise<number | null> {
  // Events are read with keys as well.
  if (platform.reportsFor === 'people' || !platform.verbs.includes('reporting')) return null
  const found = await reportAccounts(deps.db, { companyId: company.id, accountId: account.account_id })
  const own = found.find((each) => each.platform === account.platform)
  if (!own) return null
  try {
    const { calendar } = await deps.readings.facts(own)
    const days = daysAfter(zoneOf(own, calendar), end, now)
    const reading = deps.readings.start(own, { from: days.first, to: days.last })
    const read = await pTimeout(reading, { milliseconds: mayTakeMs, fallback: () => null })
    return read?.problem === null ? await grownBy(deps.pool, own, entity, days) : null
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return null
    throw error
  }
}

interface DaysAfter {
  end: Date
  first: string
  last: string
  /** Whether the first of them lies after the end whole. */
  isWhole: boolean
}

function daysAfter(timeZone: string, end: Date, now: Date): DaysAfter {
  const day = todayIn(timeZone, end)
  const last = todayIn(timeZone, now)
  // An end is the last second of a day more often than not.
  const isWhole = todayIn(timeZone, new Date(end.getTime() + 1000)) > day
  return { end, first: isWhole && last > day ? addDays(day, 1) : day, last, isWhole: isWhole && last > day }
}

async function grownBy(
  pool: pg.Pool,
  { key }: ReportAccount,
  { type, id }: EntityRef,
  { end, first, last, isWhole }: DaysAfter,
): Promise<number | null> {
  const own = `known.account_key = $1 AND known.${keyOf[type]} = (
    SELECT key FROM report_entities WHERE account_key = $1 AND level = $2 AND id = $3)`
  const { rows } = await pool.query<{ now: number; before: number; was_read: boolean }>(
    `SELECT
       (SELECT coalesce(sum(spend_micros), 0)::float8 FROM ad_days AS known WHERE ${own} AND day BETWEEN $4 AND $5) AS now,
       (SELECT coalesce(sum(spend_micros), 0)::float8 FROM ${daysKnownAt('$6::timestamptz')} AS known WHERE ${own} AND day = $4) AS before,
       EXISTS (SELECT FROM report_days WHERE account_key = $1 AND day = $4 AND first_read_at <= $6::timestamptz) AS was_read`,
    [key, type, id, first, last, end],
  )
  const { now, before, was_read: wasRead } = only(rows)
  if (isWhole) return now / 1e6
  return wasRead ? Math.max(0, now - before) / 1e6 : null
}
