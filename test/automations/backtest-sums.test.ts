import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalOf } from '../../src/core/currency/decimal.ts'
import { dayNumber, dayText } from '../../src/core/automations/backtest/known/days.ts'
import { daysQuestion, earlierQuestion, putTogether } from '../../src/core/automations/backtest/known/figures.ts'
import type { FiguresInput, PastFigures } from '../../src/core/automations/backtest/known/figures.ts'
import { readPacked } from '../../src/core/automations/backtest/known/packed.ts'
import { dayPieces, earlierPieces } from '../../src/core/automations/backtest/known/pieces.ts'
import { Places } from '../../src/core/automations/backtest/known/places.ts'
import { noRates } from '../../src/core/automations/evaluate/rates.ts'
import type { RuleRates } from '../../src/core/automations/evaluate/rates.ts'
import { sumIn } from '../../src/core/automations/rule/compiled/rule-sum.ts'
import { sumMissing } from '../../src/core/reports/sums/mend.ts'
import type { FigurePiece } from '../../src/core/reports/sums/pieces.ts'
import type { ReportAccount } from '../../src/core/reports/sync/types.ts'
import { addDays, daysOf, todayIn } from '../../src/days.ts'
import { baseSums } from '../../src/platforms/contract/metrics.ts'
import { liveWithSums } from '../support/reports/sums.ts'
import { startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const { pool } = sync.fixture
const today = todayIn('UTC')
const last = dayNumber(today)

interface Asked {
  level: FiguresInput['level']
  chosen: number[]
  ago: number
  length: number
  bases: (typeof baseSums)[number][]
  isInOne: boolean
}

const asked = fc.record({
  level: fc.constantFrom('ad', 'adset', 'campaign', 'account'),
  chosen: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  ago: fc.integer({ min: 0, max: 260 }),
  length: fc.integer({ min: 0, max: 120 }),
  bases: fc.subarray([...baseSums], { minLength: 1 }),
  isInOne: fc.boolean(),
})

/** What amounts are worth in euros, day by day, since long ago. */
function ratesOf(accounts: ReportAccount[]): RuleRates {
  const range = { from: addDays(today, -400), to: addDays(today, 130) }
  const others = [...new Set(accounts.map(({ currency }) => currency))].filter((currency) => currency !== 'EUR')
  const rateOn = (currency: string, date: string, place: number) => {
    return { currency, date, rate: decimalOf(`0.${currency.charCodeAt(0)}${100 + (place % 37)}`)!, source: 'test' }
  }
  const rates = others.map(
    (currency) => [currency, daysOf(range).map((day, place) => rateOn(currency, day, place))] as const,
  )
  return new Map([['EUR', { to: 'EUR', range, rates: new Map(rates) }]])
}

/** The figures of a backtest, from where it reads them and from the days of ads alone. */
async function bothWays(accounts: ReportAccount[], { level, chosen, ago, length, bases, isInOne }: Asked) {
  const own = chosen.map((place) => accounts[place]!)
  const accountKeys = own.map(({ key }) => key)
  const byCurrency = Map.groupBy(own, ({ currency }) => currency)
  const { rows } = await pool.query<{ key: number }>('SELECT key FROM report_entities WHERE account_key = ANY ($1)', [
    accountKeys,
  ])
  const request = {
    ...{ level, accountKeys, from: last - ago, to: last - ago + length, withEarlier: true },
    sums: bases.map((base) => sumIn(base, isInOne ? 'EUR' : undefined)),
    rates: isInOne ? ratesOf(accounts) : noRates(),
    currencies: new Map([...byCurrency].map(([currency, its]) => [currency, its.map(({ key }) => key)])),
  }
  const raw = (from: number, to: number): FigurePiece[] => {
    return [{ table: 'ad_days', accountKeys, range: { from: dayText(from), to: dayText(to) } }]
  }
  const client = await pool.connect()
  const read = async (days: FigurePiece[], earlier: FigurePiece[]) =>
    putTogether(
      { ...request, places: new Places(level === 'account' ? accountKeys : rows.map(({ key }) => key)) },
      await readPacked(client, daysQuestion(request, days)),
      await readPacked(client, earlierQuestion(request, earlier)),
    )
  const pieces = { days: await dayPieces(client, request), earlier: await earlierPieces(client, request) }
  const ours = await read(pieces.days, pieces.earlier)
  const theirs = await read(raw(request.from, request.to), raw(0, request.from - 1))
  client.release()
  return { ours, theirs, tables: [...pieces.days, ...pieces.earlier].map(({ table }) => table) }
}

/** Converted amounts are rounded to millionths where they are read: of each ad or of all. */
const crumbs = 200

function assertAlike(ours: PastFigures, theirs: PastFigures, isInOne: boolean): void {
  assert.deepEqual(ours.gaps, theirs.gaps)
  for (const held of ['running', 'earlier'] as const) {
    for (const [sum, values] of ours[held].entries()) {
      const others = theirs[held][sum]!
      if (!isInOne) assert.deepEqual(values, others)
      for (const [cell, value] of values.entries()) {
        const isAlike = Number.isNaN(value) ? Number.isNaN(others[cell]) : Math.abs(value - others[cell]!) < crumbs
        assert.ok(isAlike, `${value} and ${others[cell]}`)
      }
    }
  }
}

test('a backtest reads the same of sums as of the days of ads: any level, days, figures and currency', async () => {
  const accounts = await liveWithSums(sync, 21)
  await sumMissing(sync.fixture)
  const used = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(asked, async (question) => {
      const { ours, theirs, tables } = await bothWays(accounts, question)
      assertAlike(ours, theirs, question.isInOne)
      for (const table of new Set(tables)) used.set(table, (used.get(table) ?? 0) + 1)
    }),
    { numRuns: 150 },
  )
  for (const table of ['ad_days', 'campaign_days', 'account_days', 'ad_months', 'ad_tens', 'ad_quarters']) {
    assert.ok((used.get(table) ?? 0) > 5, `${table}: ${used.get(table)}`)
  }
})
