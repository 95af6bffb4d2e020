import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysIn } from '../../kit/time/days.ts'
import type { Api, Query } from '../client.ts'
import type { FigureRow } from '../wire.ts'
import { microsIn } from '../map.ts'
import { dayOf, maxRows, readRows } from './rows.ts'

interface Parts {
  year: number
  month: number
  day: number
}
const dayIn = ({ year, month, day }: Parts) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** A platform whose campaigns each have so many rows a day, and which cuts its answers as the real one does. */
function platformWith(campaigns: number, rowsEach: number) {
  const asked: Query[] = []
  const urns = Array.from({ length: campaigns }, (_, n) => `urn:li:sponsoredCampaign:${n + 1}`)
  const figures = (_schema: unknown, query: Query): Promise<FigureRow[]> => {
    asked.push(query)
    const { start, end } = query.dateRange as unknown as { start: Parts; end: Parts }
    const named = (query.campaigns as string[] | undefined) ?? urns
    const rows: FigureRow[] = []
    for (let day = dayIn(start); day <= dayIn(end); day = addDays(day, 1))
      for (const urn of named)
        for (let n = 0; n < rowsEach; n++) {
          const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
          const range = { start: { year, month, day: date }, end: { year, month, day: date } }
          rows.push({ dateRange: range, pivotValues: [urn, String(n)], clicks: 1 } as unknown as FigureRow)
        }
    return Promise.resolve(rows.slice(0, maxRows))
  }
  const list = () => Promise.resolve(urns.map((urn) => ({ id: urn.split(':').at(-1)! })))
  return { api: { figures, list } as unknown as Api, asked }
}

async function readAll(api: Api, range: { from: string; to: string }): Promise<FigureRow[]> {
  const question = { pivots: ['CAMPAIGN', 'CREATIVE'], range, granularity: 'DAILY', columns: ['clicks'] } as const
  const all: FigureRow[] = []
  for await (const rows of readRows(
    api,
    { ...question, pivots: [...question.pivots], columns: ['clicks'] },
    { accountId: '1' },
  ))
    all.push(...rows)
  return all
}

const keyOf = (row: FigureRow) => `${dayOf(row)} ${row.pivotValues.join(' ')}`

test('an answer that was cut is asked for again in fewer days, and no row is missing or twice', async () => {
  const { api, asked } = platformWith(20, 60)
  const range = { from: '2026-10-01', to: '2026-10-30' }
  const rows = await readAll(api, range)
  assert.equal(rows.length, 20 * 60 * daysIn(range))
  assert.equal(new Set(rows.map(keyOf)).size, rows.length)
  assert.ok(asked.length < 12, `${asked.length} questions`)
})

test('a day that is too much by itself is asked for in fewer campaigns', async () => {
  const { api, asked } = platformWith(40, 1_000)
  const rows = await readAll(api, { from: '2026-10-01', to: '2026-10-01' })
  assert.equal(new Set(rows.map(keyOf)).size, 40_000)
  assert.ok(asked.slice(1).every((query) => Array.isArray(query.campaigns)))
})

test('money is read digit by digit', () => {
  for (const [text, micros] of [
    ['12.34', 12_340_000],
    ['0.1', 100_000],
    ['1234567.89', 1_234_567_890_000],
    ['7', 7_000_000],
    ['0.0000006', 1],
    ['-3.5', -3_500_000],
    ['', 0],
  ] as const)
    assert.equal(microsIn(text), micros, text)
})
