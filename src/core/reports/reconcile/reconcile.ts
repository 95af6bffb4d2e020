import { addDays, daysOf, todayIn, windowsOf } from '../../../days.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { AccountTotal, ReportingVerbs } from '../../../platforms/contract/report.ts'
import type { SyncDeps } from '../../deps.ts'
import { recordEvent } from '../../events/record.ts'
import { zoneOf } from '../sync/keep/days.ts'
import { openReporting } from '../sync/open.ts'
import { syncAccount } from '../sync/sync.ts'
import type { ReportAccount } from '../sync/types.ts'
import { differs, isSameTotal, keptDays } from './compare.ts'
import type { KeptDay } from './compare.ts'

/** As far back as platforms correct their figures, without today, which is still being counted. */
const nightlyDays = 28
const waitForOthersMs = 60_000

export interface ReconcileOptions {
  /** Left out: the days that platforms still correct. */
  range?: DayRange
  signal?: AbortSignal
}

/** What was held against the platform's own totals, day by day. */
export interface Reconciled {
  /** false: the platform tells nothing of whole accounts. */
  isReported: boolean
  days: number
  differing: string[]
}

type Verbs = ReportingVerbs & Required<Pick<ReportingVerbs, 'totals'>>

interface Work {
  deps: SyncDeps
  account: ReportAccount
  verbs: Verbs
  signal: AbortSignal | undefined
}

/**
 * Holds what is kept of an account's ads against the totals that its platform has of the account. A day that differs is read again first:
 * what differs even then, while the platform says the same as before, is a difference, and an event says so once.
 */
export async function reconcileAccount(
  deps: SyncDeps,
  account: ReportAccount,
  { range, signal }: ReconcileOptions = {},
): Promise<Reconciled> {
  const verbs = await openReporting(deps, account)
  if (!tellsTotals(verbs)) return { isReported: false, days: 0, differing: [] }
  const yesterday = addDays(todayIn(zoneOf(account, verbs.calendar)), -1)
  const asked = range ?? { from: addDays(yesterday, 1 - nightlyDays), to: yesterday }
  const outcome: Reconciled = { isReported: true, days: 0, differing: [] }
  const days = [...(await keptDays(deps.pool, account, asked)).keys()].filter((day) => day <= yesterday)
  for (const window of windowsOf(days, verbs.daysAtOnce)) {
    if (signal?.aborted) break
    const looked = await look({ deps, account, verbs, signal }, window)
    outcome.days += looked.days.length
    outcome.differing.push(...looked.differing)
  }
  return outcome
}

function tellsTotals(verbs: ReportingVerbs): verbs is Verbs {
  return verbs.totals !== undefined
}

interface Look {
  days: { kept: KeptDay; total: AccountTotal }[]
  differing: string[]
}

async function look(work: Work, window: DayRange): Promise<Look> {
  const first = await holdTogether(work, window)
  const known = await knownDifferences(work, window)
  const off = first.filter((day) => isOff(work, day)).map(({ total: { day } }) => day)
  const fresh = off.filter((day) => !known.has(day))
  const held = fresh.length > 0 ? await readAgain(work, window, fresh) : first
  const before = new Map(first.map(({ total }) => [total.day, total]))
  const differing = held
    .filter((day) => isOff(work, day) && isSameTotal(day.total, required(before.get(day.total.day), 'total before')))
    .map(({ total: { day } }) => day)
  await keep(work, held, differing)
  return { days: held, differing }
}

function isOff({ account: { currency } }: Work, { kept, total }: { kept: KeptDay; total: AccountTotal }): boolean {
  return differs(kept, total, currency)
}

async function holdTogether({ deps, account, verbs, signal }: Work, window: DayRange): Promise<Look['days']> {
  const totals = await verbs.totals(account.accountId, window, signal)
  const byDay = new Map(totals.map((total) => [total.day, total]))
  const kept = await keptDays(deps.pool, account, window)
  const isSilent = totals.length > 0 && totals.every(({ impressions }) => impressions === null)
  const none = isSilent ? null : 0
  return daysOf(window).flatMap((day) => {
    const own = kept.get(day)
    const total = byDay.get(day) ?? { day, spendMicros: 0, impressions: none, clicks: none }
    return own ? [{ kept: own, total }] : []
  })
}

async function readAgain(work: Work, window: DayRange, days: string[]): Promise<Look['days']> {
  const { deps, account, signal } = work
  for (const range of windowsOf(days, work.verbs.daysAtOnce)) {
    await syncAccount(deps, account, range, { waitForOthersMs, ...(signal ? { signal } : {}) })
  }
  return holdTogether(work, window)
}

async function knownDifferences(
  { deps, account: { companyId, key } }: Work,
  { from, to }: DayRange,
): Promise<Set<string>> {
  const rows = await deps.db
    .selectFrom('account_totals')
    .where('company_id', '=', companyId)
    .select('day')
    .where('account_key', '=', key)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('differs_since', 'is not', null)
    .execute()
  return new Set(rows.map(({ day }) => day))
}

/** A difference that is new is told, with all that are new beside it. */
async function keep({ deps, account }: Work, held: Look['days'], differing: string[]): Promise<void> {
  const { companyId, key } = account
  if (held.length === 0) return
  await inTransaction(deps.db, async (trx) => {
    const before = await trx
      .selectFrom('account_totals')
      .where('company_id', '=', companyId)
      .select(['day', 'differs_since'])
      .where('account_key', '=', key)
      .where(
        'day',
        'in',
        held.map(({ total }) => total.day),
      )
      .forUpdate()
      .execute()
    const since = new Map(before.map((row) => [row.day, row.differs_since]))
    const now = new Date()
    const rows = held.map(({ total: { day, spendMicros, impressions, clicks } }) => ({
      ...{ company_id: companyId, account_key: key, day, read_at: now },
      ...{ spend_micros: spendMicros, impressions, clicks },
      differs_since: differing.includes(day) ? (since.get(day) ?? now) : null,
    }))
    await trx
      .insertInto('account_totals')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_key', 'day']).doUpdateSet((row) => ({
          read_at: row.ref('excluded.read_at'),
          spend_micros: row.ref('excluded.spend_micros'),
          impressions: row.ref('excluded.impressions'),
          clicks: row.ref('excluded.clicks'),
          differs_since: row.ref('excluded.differs_since'),
        })),
      )
      .execute()
    const fresh = differing.filter((day) => !since.get(day))
    if (fresh.length > 0) await tell(trx, account, held, fresh)
  })
}

async function tell(trx: Db, account: ReportAccount, held: Look['days'], fresh: string[]): Promise<void> {
  const { platform, accountId, companyId, currency } = account
  const days = held.filter(({ total }) => fresh.includes(total.day))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0) / 1e6
  const data = {
    ...{ platform, accountId, currency, startDate: required(fresh[0], 'day'), endDate: required(fresh.at(-1), 'day') },
    days: fresh.length,
    keptSpend: sum(days.map(({ kept }) => kept.spendMicros)),
    platformSpend: sum(days.map(({ total }) => total.spendMicros)),
  }
  await recordEvent(trx, { id: companyId }, { type: 'sync.differs', data })
}
