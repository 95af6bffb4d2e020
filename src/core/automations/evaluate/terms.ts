import type pg from 'pg'
import { entryOf, required } from '../../../lookup.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { ensureTermsOf } from '../../reports/query/splits/search-terms.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { CheckAccount, Unreadable } from './calendar.ts'
import type { Needs } from './needs.ts'
import { columns } from './figure-sql.ts'
import { accountsTable, tableOf, termColumns, withSiblings } from './rows.ts'
import { rangeIn } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'
import { madeOf } from '../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { rateSql } from './rates.ts'
import type { RuleRates } from './rates.ts'

/** What people searched for in one span, as the platforms answered. */
interface TermAnswer {
  accountKey: number
  /** Of the account. */
  currency: string
  /** The place of the span among the needs. */
  span: number
  rows: unknown
}

export interface Terms {
  answers: TermAnswer[]
  /** Accounts of which every span was answered. */
  answered: Set<number>
  freshAt: Date | null
  missing: Unreadable[]
}

/** Searches are not kept day by day: the platforms are asked, once for each span. */
export async function readTerms(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: CheckAccount[],
  needs: Needs,
): Promise<Terms> {
  const terms: Terms = { answers: [], answered: new Set(), freshAt: null, missing: [] }
  const failed = new Set<number>()
  // Amounts become those of one currency day by day.
  const isDaily = convertedIn(needs).length > 0
  const currencies = new Map(accounts.map(({ key, currency }) => [key, currency]))
  for (const [index, { span }] of [...needs.values()].entries()) {
    for (const group of groupsOf(accounts, span)) {
      const { today, historyFrom } = required(group[0], 'account of the group')
      const range = rangeIn(span, today, historyFrom)
      if (!range) continue
      const found = await ensureTermsOf(deps, company, group, { level: 'adset', range, isDaily })
      for (const { account, reason } of found.failed) {
        failed.add(account.key)
        const unable = `${account.platform} does not tell what people searched for.`
        terms.missing.push({ accountId: account.accountId, reason: reason ?? unable })
      }
      if (found.freshAt && (!terms.freshAt || found.freshAt < terms.freshAt)) terms.freshAt = found.freshAt
      const kept = await deps.pool.query<{ account_key: number; rows: unknown }>(
        'SELECT account_key, rows FROM report_answers WHERE company_id = $1 AND account_key = ANY ($2) AND question = $3',
        [company.id, found.answered, found.asked],
      )
      terms.answers.push(
        ...kept.rows.map(({ account_key, rows }) => ({
          accountKey: account_key,
          currency: entryOf(currencies, account_key, 'account'),
          span: index,
          rows,
        })),
      )
    }
  }
  for (const { key } of accounts) if (!failed.has(key)) terms.answered.add(key)
  return terms
}

function groupsOf(accounts: CheckAccount[], span: Span): CheckAccount[][] {
  return [
    ...Map.groupBy(accounts, (account) => JSON.stringify(rangeIn(span, account.today, account.historyFrom))).values(),
  ]
}

const partsTable = 'rule_term_parts'

function convertedIn(needs: Needs): RuleSum[] {
  const all = new Set([...needs.values()].flatMap(({ sums }) => [...sums]))
  return [...all].filter((sum) => madeOf(sum).currency !== null)
}

const amountsOfTerms = { spend: `v."spendMicros"`, value: `v."conversionValueMicros"` }

/** An amount of a search on one day in another currency; without a rate it is unknown. */
function convertedTerm(sum: RuleSum, currency: string, rates: RuleRates): string {
  const { base, currency: to } = madeOf(sum)
  const rate = to === null ? null : rateSql(rates, to, { currency, day: 'v.day' })
  const amount = amountsOfTerms[base as keyof typeof amountsOfTerms]
  return `coalesce(${amount}${rate === null ? '' : ` * ${rate}`}, 'NaN')`
}

interface TermRows {
  terms: Terms
  needs: Needs
  rates: RuleRates
}

/** One row for each search in each ad group, in the same columns as those of other levels. */
export async function makeTermRows(client: pg.ClientBase, { terms, needs, rates }: TermRows): Promise<void> {
  const converted = convertedIn(needs)
  await client.query(`CREATE TEMP TABLE ${partsTable} (account_key bigint, adset_id text, term text, span int, spend float8,
    impressions float8, clicks float8, conversions float8, value float8, results float8,
    ${converted.map((sum) => `${sum} float8, `).join('')}plays3s float8 DEFAULT 'NaN', plays15s float8 DEFAULT 'NaN', thruplays float8 DEFAULT 'NaN') ON COMMIT DROP`)
  for (const { accountKey, currency, span, rows } of terms.answers.filter((answer) =>
    terms.answered.has(answer.accountKey),
  )) {
    await client.query(
      `INSERT INTO ${partsTable} SELECT $1, v.id, v."searchTerm", $2, v."spendMicros", v.impressions, v.clicks, coalesce(v.conversions, 'NaN'),
         coalesce(v."conversionValueMicros", 'NaN'), coalesce(v.results, 'NaN')
         ${converted.map((sum) => `, ${convertedTerm(sum, currency, rates)}`).join('')}
       FROM jsonb_to_recordset($3::jsonb) AS v ("searchTerm" text, id text, day date, "spendMicros" bigint, impressions bigint, clicks bigint,
         conversions float8, "conversionValueMicros" float8, results float8)`,
      [accountKey, span, JSON.stringify(rows)],
    )
  }
  const sums = sumsBySpan(needs)
  const rows = `SELECT NULL::bigint AS key, x.account_key, coalesce(x.adset_id, '') || '/' || x.term AS id, x.term AS name, lower(x.term) AS lower_name,
      NULL::text AS state, NULL::text AS status, NULL::text AS learning_phase, NULL::float8 AS daily_budget,
      NULL::float8 AS lifetime_budget, NULL::float8 AS age_days, c.hour, c.weekday, e.campaign_key, e.key AS adset_key
      ${termColumns(needs)
        .map((column) => `, ${column}`)
        .join('')}
    FROM (SELECT p.account_key, p.adset_id, p.term${sums.map((sum) => `, ${sum}`).join('')}
      FROM ${partsTable} p GROUP BY p.account_key, p.adset_id, p.term) x
    JOIN ${accountsTable} c ON c.account_key = x.account_key
    LEFT JOIN report_entities e ON e.account_key = x.account_key AND e.level = 'adset' AND e.id = x.adset_id`
  await client.query(tableOf('searchTerm', withSiblings(rows, needs, 'b.adset_key')))
}

/** Over parts `p`, each of which belongs to one span. */
function sumsBySpan(needs: Needs): string[] {
  return [...needs.values()].flatMap(({ span, sums }, place) =>
    [...sums].map((sum) => `sum(p.${sum}) FILTER (WHERE p.span = ${place}) AS ${columns.own(sum, span)}`),
  )
}
