import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconcileAccount } from '../../src/core/reports/reconcile/reconcile.ts'
import { addDays, daysOf, todayIn } from '../../src/days.ts'
import type { AccountTotal } from '../../src/platforms/contract/report.ts'
import { askReconciliation } from '../../src/core/reports/reconcile/ask.ts'
import { syncAccount } from '../../src/core/reports/sync/sync.ts'
import { adDay, figures, startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const range = { from: addDays(today, -9), to: addDays(today, -2) }
const all = daysOf(range)
const ads = ['11', '12', '13']

/** Three ads a day, and totals that are theirs unless a test says otherwise. */
function platformWith(totals: (day: string) => Partial<AccountTotal> = () => ({})) {
  return figures({
    rows: all.flatMap((day) => ads.map((adId) => adDay(day, { adId }))),
    totals: (_id, { from, to }) =>
      Promise.resolve(
        daysOf({ from, to })
          .filter((day) => all.includes(day))
          .map((day) => ({ day, spendMicros: 4_500_000, impressions: 3000, clicks: 30, ...totals(day) })),
      ),
  })
}

async function readAndCompare(platform: ReturnType<typeof figures>) {
  const account = await sync.account(platform)
  await syncAccount(fixture, account, range)
  const compare = () => reconcileAccount(fixture, account, { range })
  const ask = async () => (await askReconciliation(fixture, [account], range))[0]!
  const told = async () => {
    const events = fixture.db.selectFrom('events').select(['detail']).where('kind', '=', 'sync.differs')
    return (await events.where('company_id', '=', account.companyId).execute()).map(({ detail }) => detail)
  }
  return { account, compare, ask, told }
}

test('figures that are the same differ nowhere, and rounding of single ads is no difference', async () => {
  const { compare, ask, told } = await readAndCompare(platformWith(() => ({ spendMicros: 4_520_000 })))
  assert.deepEqual(await compare(), { isReported: true, days: 8, differing: [] })
  const { rest, differsSince, daysCompared, attribution } = await ask()
  assert.deepEqual(rest, { spend: 0.16, impressions: 0, clicks: 0 })
  assert.deepEqual([differsSince, daysCompared], [null, 8])
  assert.deepEqual(attribution, ['7 days after a click'])
  assert.deepEqual(await told(), [])
})

test('a day that differs is read again, told once when it still does, and ends when it no longer does', async () => {
  const off = all[3]!
  const platform = platformWith((day) => (day === off ? { spendMicros: 9_500_000, clicks: 41 } : {}))
  const { account, compare, ask, told } = await readAndCompare(platform)
  const before = platform.asked.length
  assert.deepEqual((await compare()).differing, [off])
  assert.deepEqual(platform.asked.slice(before), [{ from: off, to: off }], 'the day was read again')
  const first = await ask()
  assert.equal(first.differences.length, 1)
  assert.deepEqual(first.differences[0]!.kept, { spend: 4.5, impressions: 3000, clicks: 30 })
  assert.deepEqual(first.differences[0]!.platformTotal, { spend: 9.5, impressions: 3000, clicks: 41 })
  assert.deepEqual(first.rest, { spend: 5, impressions: 0, clicks: 11 })
  const [event] = await told()
  assert.deepEqual(
    [event?.startDate, event?.endDate, event?.days, event?.keptSpend, event?.platformSpend],
    [off, off, 1, 4.5, 9.5],
  )
  await compare()
  assert.equal((await told()).length, 1)
  assert.equal((await ask()).differsSince, first.differsSince)
  platform.rows.push(adDay(off, { adId: '14', spendMicros: 5_000_000, impressions: 0, clicks: 11 }))
  await syncAccount(fixture, account, { from: off, to: off })
  assert.deepEqual((await compare()).differing, [])
  assert.deepEqual((await ask()).differences, [])
})

test('what a second reading mends is no difference, and neither is a platform that is still counting', async () => {
  const platform = platformWith()
  const { compare, told } = await readAndCompare(platform)
  platform.rows = platform.rows.map((row) => ({ ...row, spendMicros: 2_000_000 }))
  platform.totals = (_id, { from, to }) =>
    Promise.resolve(daysOf({ from, to }).map((day) => ({ day, spendMicros: 6_000_000, impressions: 3000, clicks: 30 })))
  assert.deepEqual((await compare()).differing, [])
  let counted = 7_000_000
  platform.totals = (_id, { from, to }) =>
    Promise.resolve(
      daysOf({ from, to }).map((day) => ({ day, spendMicros: (counted += 1_000_000), impressions: 3000, clicks: 30 })),
    )
  assert.deepEqual((await compare()).differing, [])
  assert.deepEqual(await told(), [])
})

test('a day without any row of ads is compared too', async () => {
  const platform = platformWith()
  const off = all[5]!
  platform.rows = platform.rows.filter(({ day }) => day !== off)
  const { compare } = await readAndCompare(platform)
  assert.deepEqual((await compare()).differing, [off])
})
