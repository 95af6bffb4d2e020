import pg from 'pg'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import type { Bench, Figure } from '../figure.ts'
import { benchService } from '../service.ts'
import { adsByHand, campaignsByHand, convertedByHand, fillRates, twelveMetrics } from './by-hand.ts'
import { addDays } from '../../src/days.ts'
import { compareWithDuckDb } from './duckdb.ts'
import type { WideQuestion } from './duckdb.ts'
import { exportFigures } from './export.ts'
import { accountId, fillAccounts, fillDays, fillSums, rowsPerAccount, span } from './fill.ts'
import { reportsLoadBench } from './load.ts'
import { inTurns, readsOf } from './ask.ts'
import type { ReportsFixture } from './fixture.ts'

/** How many accounts are in the table when the questions are asked; each has 50,005 rows. 1, 3 and 10 million in all. */
const sizes = [20, 60, 200]
const maxRows = Number(process.env.REPORT_ROWS ?? 10_000_000)
const steps = sizes.filter((accounts) => accounts * rowsPerAccount <= maxRows * 1.01)
const watched = 7
/** What `./flightdeck serve` tells Node. */
const asLaunched = '--max-semi-space-size=8'
const twenty = Array.from({ length: 20 }, (_, index) => index + 1)

/** Reports over HTTP against SQL written by hand, on the same database, in turns. */
export const reportsBench: Bench = {
  name: 'reports',
  about: `reports over ${steps.map((accounts) => millions(accounts)).join(', ')} million daily rows (REPORT_ROWS sets the most)`,
  async run(say) {
    // Figures that are there are never asked of a platform, so nothing answers at this address.
    const service = await benchService({ SANDBOX_URL: 'http://127.0.0.1:9', NODE_OPTIONS: asLaunched }, ['serve'])
    const { url, key, dataDir } = service
    const pool = new pg.Pool({ ...(await embeddedConnection(dataDir))!, max: 4 })
    const fixture = { pool, ask: readsOf(url, key), servicePid: service.child.pid!, url, key }
    try {
      const figures = await measure(fixture, say)
      return [...figures, ...(await reportsLoadBench.run(say))]
    } finally {
      await pool.end()
      await service.remove()
    }
  },
}

async function measure(fixture: ReportsFixture, say: (line: string) => void): Promise<Figure[]> {
  const client = await fixture.pool.connect()
  const { rows } = await client.query<{ id: number }>("SELECT id FROM companies WHERE slug = 'demo'")
  const companyId = rows[0]!.id
  await fillAccounts(client, companyId)
  await fillRates(client, companyId, span().from, span().to)
  const figures: Figure[] = []
  const growth: { accounts: number; ms: number; ratio: number }[] = []
  let filled = 0
  for (const accounts of steps) {
    const from = performance.now()
    await fillDays(client, companyId, { first: filled + 1, last: accounts })
    filled = accounts
    say(`${millions(accounts)} million rows are there after ${Math.round((performance.now() - from) / 1000)} s`)
    const summing = performance.now()
    await fillSums(fixture.pool)
    say(`sums of them after ${Math.round((performance.now() - summing) / 1000)} s`)
    const { ours, theirs } = await oneAccount(fixture)
    growth.push({ accounts, ms: ours, ratio: ours / theirs })
    say(`one account, 30 days by ad: ${ours.toFixed(2)} ms, by hand ${theirs.toFixed(2)} ms`)
  }
  client.release()
  const first = growth[0]!
  const last = growth.at(-1)!
  figures.push({ what: '(a) one account, 30 days, by ad, top 50 / by hand', value: last.ratio, unit: '', atMost: 1.3 })
  const many = await manyAccounts(fixture)
  say(`20 accounts, 365 days by campaign: ${many.ours.toFixed(0)} ms, by hand ${many.theirs.toFixed(0)} ms`)
  figures.push({
    ...{
      what: '(b) 20 accounts, 365 days, by campaign / by hand',
      value: many.ours / many.theirs,
      unit: '',
      atMost: 1.3,
    },
  })
  for (const level of ['campaign', 'ad'] as const) {
    const { ours, theirs } = await converted(fixture, level)
    const note = `${ours.toFixed(0)} ms, by hand ${theirs.toFixed(0)} ms`
    const what = `(h) 20 accounts, 365 days, by ${level}, in another currency / by hand`
    figures.push({ what, value: ours / theirs, unit: '', atMost: 1.5, note })
  }
  figures.push(...(await exportFigures(fixture, twenty.slice(0, 10), say)))
  figures.push({
    what: `(e) query (a) at ${millions(last.accounts)} million rows / at ${millions(first.accounts)} million`,
    ...{ value: last.ms / first.ms, unit: '', atMost: 1.5 },
    note: growth.map(({ accounts, ms }) => `${millions(accounts)} million: ${ms.toFixed(2)} ms`).join(', '),
  })
  const month = lastMonth()
  figures.push(
    ...(await compareWithDuckDb(
      fixture.pool,
      { month, watched, twenty, one: last.ms, wide: wideQuestions(fixture) },
      say,
    )),
  )
  return figures
}

function oneAccount({ pool, ask }: ReportsFixture) {
  const { from, to } = lastMonth()
  return inTurns(
    60,
    () => ask(queryFor([watched], from, to, 'adId')),
    () => adsByHand(pool, watched, from, to),
  )
}

function manyAccounts({ pool, ask }: ReportsFixture) {
  const { from, to } = span()
  return inTurns(
    7,
    () => ask(queryFor(twenty, from, to, 'campaignName')),
    () => campaignsByHand(pool, twenty, from, to),
  )
}

function converted({ pool, ask }: ReportsFixture, level: 'ad' | 'campaign') {
  const { from, to } = span()
  return inTurns(
    7,
    () => ask(`${queryFor(twenty, from, to, `${level}Id`)}&currency=EUR`),
    () => convertedByHand(pool, level, twenty, { from, to }),
  )
}

/** Over a year to yesterday, and over days that begin and end in the middle of months. */
function wideQuestions({ ask }: ReportsFixture): WideQuestion[] {
  const year = span()
  const odd = { from: addDays(year.from, 41), to: addDays(year.to, -47) }
  const bounds = { campaign: 1.5, ad: 2 } as const
  return [year, odd].flatMap((days) =>
    (['campaign', 'ad'] as const).map((level) => ({
      ...{ ...days, level, atMost: bounds[level] },
      what: `20 accounts, ${days === year ? 'a year' : 'days from the middle of months'}, by ${level}`,
      ask: () => ask(queryFor(twenty, days.from, days.to, `${level}Id`)),
    })),
  )
}

function lastMonth(): { from: string; to: string } {
  const { to } = span()
  return { from: new Date(Date.parse(to) - 29 * 86_400_000).toISOString().slice(0, 10), to }
}

function queryFor(accounts: number[], from: string, to: string, groupBy: string): string {
  const ids = accounts.map(accountId).join(',')
  return `/v1/reports/query?accountIds=${ids}&startDate=${from}&endDate=${to}&groupBy=${groupBy}&metrics=${twelveMetrics}&limit=50`
}

function millions(accounts: number): number {
  return Math.round((accounts * rowsPerAccount) / 1e6)
}
