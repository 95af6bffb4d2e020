import { required } from '../../lookup.ts'
import type { BaseSum } from '../../platforms/contract/metrics.ts'
import type { EntityLevel } from '../../platforms/contract/report.ts'
import { measureOf } from '../reports/query/measures.ts'
import type { Sums } from '../reports/query/measures.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import type { Position } from './cursor.ts'
import type { ListQuestion } from './question.ts'
import type { EntityFigures, EntityRow, EntityTotals } from './row-shape.ts'
import { shownColumns, totalColumns } from './statement.ts'
import type { FigureName } from './words.ts'

export interface ListPage {
  rows: EntityRow[]
  totals: EntityTotals[]
  /** How many there are on all pages together. */
  total: number
}

interface PageParts {
  question: ListQuestion
  accounts: ReportAccount[]
  sums: BaseSum[]
}

type Total = { currency: string; count: number } & Record<BaseSum, number | null>

/** A page out of the rows of its statement, and where the list goes on; null: nowhere. */
export function pageFrom(
  read: unknown[][],
  { question, accounts, sums }: PageParts,
): ListPage & { last: Pick<Position, 'value' | 'key'> | null } {
  const [now, before] = required(read[0], 'totals')
  const totals = totalsFrom(question, (now ?? []) as Total[], (before ?? null) as Total[] | null)
  const entities = read.map((row) => row.slice(totalColumns)).filter(([key]) => key !== null)
  const shown = entities.slice(0, question.limit)
  const byKey = new Map(accounts.map((account) => [account.key, account]))
  const last = entities.length > shown.length ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => rowFrom(row, { question, byKey, sums })),
    totals,
    total: totals.reduce((sum, { count }) => sum + count, 0),
    last: last ? { key: Number(last[0]), value: last[shownColumns.indexOf('sort')] as Position['value'] } : null,
  }
}

interface RowParts {
  question: ListQuestion
  byKey: Map<number, ReportAccount>
  sums: BaseSum[]
}

function rowFrom(row: unknown[], { question, byKey, sums }: RowParts): EntityRow {
  const at = (name: (typeof shownColumns)[number]) => row[shownColumns.indexOf(name)]
  const text = (name: (typeof shownColumns)[number]) => at(name) as string | null
  const account = required(byKey.get(Number(at('account_key'))), 'account')
  const from = shownColumns.length
  const sumsAt = (place: number) => sumsFrom(Object.fromEntries(sums.map((sum, index) => [sum, row[place + index]])))
  const earlier = question.before ? sumsAt(from + sums.length) : null
  const level = at('level') as EntityLevel
  return {
    ...{ level, id: String(at('id')), name: text('name') },
    ...{ platform: account.platform, accountId: account.accountId, accountName: account.name },
    currency: account.currency,
    ...{ campaignId: text('campaign_id'), campaignName: text('campaign_name') },
    ...{ adSetId: text('adset_id'), adSetName: text('adset_name') },
    ...{ state: at('state') as EntityRow['state'], status: text('status') },
    dailyBudget: at('daily_budget') as number | null,
    lifetimeBudget: at('lifetime_budget') as number | null,
    learningPhase: at('learning_phase') as EntityRow['learningPhase'],
    createdTime: (at('created_time') as Date | null)?.toISOString() ?? null,
    changedAt: (at('seen_at') as Date | null)?.toISOString() ?? null,
    ...compared(question.figures, sumsAt(from), earlier),
  }
}

function sumsFrom(values: Record<string, unknown>): Sums {
  return values as unknown as Sums
}

function totalsFrom({ level, figures }: ListQuestion, now: Total[], before: Total[] | null): EntityTotals[] {
  return now.map((total) => {
    const { currency, count } = total
    if (level === 'all') return { currency, count, figures: null, before: null, change: null, changePercent: null }
    const earlier = before?.find((each) => each.currency === currency)
    return { currency, count, ...compared(figures, sumsFrom(total), earlier ? sumsFrom(earlier) : null) }
  })
}

function compared(names: FigureName[], sums: Sums, earlier: Sums | null) {
  const figures = figuresOf(names, (name) => measureOf(name).of(sums))
  if (!earlier) return { figures, before: null, change: null, changePercent: null }
  const before = figuresOf(names, (name) => measureOf(name).of(earlier))
  const changed = (share: (change: number, was: number) => number | null) =>
    figuresOf(names, (name) => {
      const [is, was] = [figures[name] ?? null, before[name] ?? null]
      return is === null || was === null ? null : share(is - was, was)
    })
  return {
    figures,
    before,
    change: changed(rounded),
    changePercent: changed((change, was) => (was === 0 ? null : rounded((change * 100) / was))),
  }
}

/** What a subtraction leaves behind the sixth digit is no figure. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function figuresOf(names: FigureName[], of: (name: FigureName) => number | null): EntityFigures {
  return Object.fromEntries(names.map((name) => [name, of(name)]))
}
