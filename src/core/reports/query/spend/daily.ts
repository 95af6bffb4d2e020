import type pg from 'pg'
import { entryOf } from '../../../../lookup.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Context } from '../../../context.ts'
import { companyCurrency } from '../../../currency/company-currency.ts'
import { showRate } from '../../../currency/convert.ts'
import { ratesOn } from '../../../currency/rates.ts'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import { ensureDays } from '../../sync/ensure/days.ts'
import type { UnlistedPlatform } from '../accounts.ts'
import { missingAccounts, missingDays } from '../metadata.ts'
import type { Missing } from '../metadata.ts'
import { addUpSpend } from './totals.ts'
import type { AccountSpend, Total } from './totals.ts'
import { pageWithinMs, withFigures } from '../read-figures.ts'
import { accountCondition } from '../source.ts'
import { parameters } from '../values.ts'
import { piecesFor, relationOf } from '../../sums/pieces.ts'
import type { FigureDeps } from '../read-figures.ts'
import type { ReportDeps } from '../../sync/ensure/readings.ts'
import type { ReportAccount } from '../../sync/types.ts'

interface SpendDay {
  date: string
  accountId: string
  accountName: string
  platform: string
  currency: string
  spend: number
}

export interface DailySpend {
  days: SpendDay[]
  /** null: read from the database itself. */
  asOf: string | null
  totalSpend: Total
  knownSpend: number
  /** null: the company has no account yet. */
  currency: string | null
  rates: ReturnType<typeof showRate>[]
  byPlatform: Record<string, Total>
  byCurrency: Record<string, number>
  missing: Missing[]
}

/** Which accounts, and what is known to be missing before anybody looked: accounts that could not even be listed. */
export interface SpendQuestion {
  accounts: ReportAccount[]
  range: DayRange
  unlisted: UnlistedPlatform[]
}

/** What each account spent on each day that was read. A day without delivery is 0; a day that was not read has no row. */
export async function dailySpend(
  deps: FigureDeps,
  { company }: Pick<Context, 'company'>,
  { accounts, range, unlisted }: SpendQuestion,
): Promise<DailySpend> {
  const coverage = await ensureDays(deps, accounts, range)
  const { result: rows, asOf } = await spendRows(deps, accounts, range)
  const byKey = new Map(accounts.map((account) => [account.key, account]))
  const spent = new Map<number, bigint>()
  const days = rows.map(({ key, day, micros }): SpendDay => {
    const { accountId, name, platform, currency } = entryOf(byKey, key, 'account')
    spent.set(key, (spent.get(key) ?? 0n) + BigInt(micros))
    return { date: day, accountId, accountName: name, platform, currency, spend: Number(micros) / 1e6 }
  })
  const missing = [...missingAccounts(unlisted, range), ...missingDays(coverage)]
  const read = accounts.map((account): AccountSpend => ({ account, micros: spent.get(account.key) ?? null }))
  return { days, asOf: asOf?.toISOString() ?? null, ...(await totals(deps, company, { spends: read, range, missing })) }
}

interface SpendRow {
  key: number
  day: string
  micros: string
}

async function spendRows(deps: FigureDeps, accounts: ReportAccount[], range: DayRange) {
  const accountKeys = accounts.map(({ key }) => key)
  if (accountKeys.length === 0) return { result: [], asOf: null }
  const make = async (pool: pg.Pool) => {
    const values = parameters()
    const among = accountCondition(accountKeys, values)
    const days = `BETWEEN ${values.put(range.from, 'date')} AND ${values.put(range.to, 'date')}`
    const pieces = await piecesFor(pool, { accountKeys, range, level: 'account', byDay: true })
    const figures = relationOf(pieces, {
      accounts: (keys) => accountCondition(keys, values),
      day: (day) => values.put(day, 'date'),
    })
    const text = `SELECT read.account_key AS key, read.day, coalesce(spent.micros, 0)::text AS micros
      FROM report_days read
      LEFT JOIN (
        SELECT d.account_key, d.day, sum(d.spend_micros) AS micros FROM ${figures} GROUP BY d.account_key, d.day
      ) spent ON spent.account_key = read.account_key AND spent.day = read.day
      WHERE read.account_key ${among} AND read.day ${days}
      ORDER BY read.day, read.account_key`
    return (await pool.query<SpendRow>(text, values.list)).rows
  }
  return withFigures(deps, { accountKeys, range }, make, pageWithinMs)
}

async function totals(
  { db, connections }: ReportDeps,
  company: CompanyRef,
  { spends, range, missing }: { spends: AccountSpend[]; range: DayRange; missing: Missing[] },
): Promise<Omit<DailySpend, 'days' | 'asOf'>> {
  const currency = await companyCurrency({ db }, { company }, connections.platforms.names)
  const from = spends.filter(({ micros }) => micros).map(({ account }) => account.currency)
  const rates = await ratesOn({ db }, { company }, { from, to: currency ?? '', day: range.to })
  const { unconverted, ...sums } = addUpSpend(spends, rates, missing)
  return {
    ...sums,
    currency,
    rates: [...rates.byCurrency.values()].map(showRate),
    missing: [...missing, ...unconverted.map(({ account, reason }) => withoutRate(account, reason, range))],
  }
}

function withoutRate({ accountId, platform }: ReportAccount, reason: string, range: DayRange): Missing {
  return { accountId, platform, reason, days: [range] }
}
