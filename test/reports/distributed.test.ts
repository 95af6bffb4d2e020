import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { pageStatement } from '../../src/core/reports/query/sql.ts'
import { withPieces } from '../../src/core/reports/query/source.ts'
import { parameters } from '../../src/core/reports/query/values.ts'
import { monthsTouched } from '../../src/days.ts'
import { createDatabase } from '../support/harness.ts'
import { questions } from '../support/reports/sums.ts'

/** What would be spread over machines by account, as Citus does it (docs/scaling.md). */
const spread = [
  ...['ad_days', 'ad_tens', 'ad_months', 'ad_quarters', 'campaign_days', 'account_days', 'summed_months'],
  ...['report_days', 'ad_days_superseded', 'account_totals'],
]

const database = await createDatabase()
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
after(async () => {
  await pool.end()
  await database.drop()
})

/** Mentions of such tables that no account stands beside. The condition comes before the next statement or part of a UNION. */
function strays(text: string): string[] {
  const mentions = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (${spread.join('|')})\\b`, 'g')
  return [...text.matchAll(mentions)].flatMap((found) => {
    const part = text.slice(found.index, found.index + 900).split(/UNION ALL/)[0]!
    return /account_key|\$\{own\}|\$\{condition/.test(part) ? [] : [part.slice(0, 90)]
  })
}

/** Mentions of them in what the planner made whose very next words are not which accounts: what stands further on is of another part. */
function unnamed(text: string): string[] {
  const mentions = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (?:${spread.join('|')})\\b.{0,60}`, 'gs')
  return [...text.matchAll(mentions)].flatMap(([found]) => {
    return /^\w+ \w+(?: (\w+))? WHERE (?:\1\.)?account_key = (?:\$\d+|ANY \(\$\d+)/.test(found) ? [] : [found]
  })
}

test('whatever makes rows unique in tables of figures holds the account, so that they can be spread by it', async () => {
  const { rows } = await pool.query<{ name: string; index: string; columns: string[] }>(
    `SELECT t.relname AS name, i.relname AS index, array_agg(a.attname::text) AS columns FROM pg_index x
     JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (x.indkey::int2[])
     WHERE t.relname = ANY ($1) AND x.indisunique GROUP BY 1, 2`,
    [spread],
  )
  assert.deepEqual([...new Set(rows.map(({ name }) => name))].sort(), [...spread].sort())
  assert.deepEqual(
    rows.filter(({ columns }) => !columns.includes('account_key')),
    [],
  )
})

test('tables of figures refer to nothing but companies, accounts and entities, and nothing refers to them', async () => {
  const { rows } = await pool.query<{ one: string; other: string }>(
    `SELECT conrelid::regclass::text AS one, confrelid::regclass::text AS other FROM pg_constraint
     WHERE contype = 'f' AND (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1))`,
    [spread],
  )
  for (const { one, other } of rows) {
    assert.ok(spread.includes(one), `${one} refers to ${other}`)
    assert.ok(['companies', 'ad_accounts', 'report_entities'].includes(other), `${one} refers to ${other}`)
  }
})

test('every part of a statement that the planner makes names its accounts', async () => {
  const keys = [3, 5, 8, 13]
  const known = (months: string[]) =>
    months.flatMap((month) =>
      keys.map((key) => ({
        account_key: key,
        month,
        ...(key === 8 ? { has_ads: false, tens: 2 } : { has_ads: true, tens: 3 }),
        has_quarter: key !== 8,
      })),
    )
  await fc.assert(
    fc.asyncProperty(questions, async ({ question, accounts }) => {
      const summed = {
        query: () => Promise.resolve({ rows: known(monthsTouched(question.range)).filter((_, at) => at % 5 > 0) }),
      }
      const accountKeys = accounts.map((place) => keys[place]!)
      const sources = { accountKeys, people: null, split: null, comparison: null, conversion: null }
      const planned = await withPieces(summed as never, question, sources)
      const { text } = pageStatement(question, planned, parameters())
      assert.ok(spread.some((table) => text.includes(table)))
      assert.deepEqual(unnamed(text), [])
    }),
    { numRuns: 300 },
  )
})

/** Statements over all accounts at once, which a spread table answers from all machines. */
const overAll: Record<string, string> = {
  'src/core/reports/sums/mend.ts': 'looks for months of any account that have no sums yet',
  'src/core/reports/past/months.ts': 'drops whole months',
  'src/core/creatives/states/keep.ts': 'asks whether any account of a company was read',
  'src/core/reports/past/known-at.ts': 'stands for a table, in statements that name the account',
  'src/core/automations/backtest/known/corrections.ts': 'names its accounts in a condition that is put in',
}

test('every statement on tables of figures names an account, or is known to be about all of them', async () => {
  const found: string[] = []
  for await (const file of glob('src/{core,api,jobs}/**/*.ts')) {
    if (file.endsWith('.test.ts') || overAll[file]) continue
    found.push(...strays(await readFile(file, 'utf8')).map((part) => `${file}: ${part}`))
  }
  assert.deepEqual(found, [])
})
