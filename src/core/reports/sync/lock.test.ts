import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilTrue } from '../../../../test/support/ask-until.ts'
import { adDay, figures, startSyncTest } from '../../../../test/support/reports/sync.ts'
import { withAccountLock } from './lock.ts'
import { syncAccount } from './sync.ts'
import { addDays, daysOf, todayIn } from '../../../days.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)

test('a reading that is stopped between windows goes on later: no window is read twice, nothing is doubled', async () => {
  const days = daysOf({ from: ago(27), to: today })
  const platform = figures({ historyDays: 28, rows: days.map((day) => adDay(day)) })
  const account = await sync.account(platform)
  const stop = new AbortController()
  const cut = await syncAccount(fixture, account, 'history', {
    signal: stop.signal,
    onProgress: ({ daysDone }) => daysDone === 14 && stop.abort(new Error('killed')),
  })
  assert.match(cut.problem!, /stopped/)
  assert.equal(platform.asked.length, 2)
  assert.deepEqual(await sync.daysRead(account), daysOf({ from: ago(13), to: today }))
  const rest = await syncAccount(fixture, account, 'history')
  assert.equal(rest.problem, null)
  assert.equal(platform.asked.length, 4)
  assert.equal(new Set(platform.asked.map(({ from }) => from)).size, 4)
  assert.deepEqual(
    (await sync.kept(account)).map(({ day }) => day),
    days,
  )
})

test('a reading that is stopped while the platform is silent ends at once, stores nothing of that window and is no problem', async () => {
  const platform = figures({ rows: [adDay(today)] })
  const account = await sync.account(platform)
  const stop = new AbortController()
  const silent = new Promise<void>(() => undefined)
  platform.before = () => {
    setImmediate(() => stop.abort(new Error('killed')))
    return silent
  }
  await syncAccount(fixture, account, 'recent', { signal: stop.signal })
  assert.deepEqual(await sync.daysRead(account), [])
  const state = fixture.db.selectFrom('report_syncs').select('problem').where('account_key', '=', account.key)
  assert.deepEqual(await state.execute(), [])
  platform.before = () => undefined
  assert.equal((await syncAccount(sync.anotherFixture(), account, 'recent')).problem, null)
})

test('two processes that read an account at the same time ask the platform once for each window', async () => {
  const platform = figures({ historyDays: 28, rows: [adDay(today), adDay(ago(20))] })
  const account = await sync.account(platform)
  const wait = { waitForOthersMs: 20_000 }
  const outcomes = await Promise.all([
    syncAccount(fixture, account, 'history', wait),
    syncAccount(sync.anotherFixture(), account, 'history', wait),
  ])
  assert.deepEqual(
    outcomes.map(({ problem }) => problem),
    [null, null],
  )
  assert.equal(platform.asked.length, 4)
  assert.equal((await sync.kept(account)).length, 2)
})

test('who finds an account held, and does not wait, is told so and changes nothing', async () => {
  const platform = figures({ rows: [adDay(today)] })
  const account = await sync.account(platform)
  await withAccountLock(sync.anotherFixture().pool, account.key, { waitMs: 0 }, async () => {
    for (const waitForOthersMs of [0, 30]) {
      const outcome = await syncAccount(fixture, account, 'recent', { waitForOthersMs })
      assert.match(outcome.problem!, /Another process/)
    }
  })
  assert.equal(platform.asked.length, 0)
  assert.equal((await syncAccount(fixture, account, 'recent')).rows, 1)
})

test('whoever waits for an account gets it between two windows of a long reading', async () => {
  const turns: string[] = []
  const platform = figures({ historyDays: 28 })
  const account = await sync.account(platform)
  const other = sync.anotherFixture()
  let waiting: Promise<unknown> | undefined
  platform.before = async ({ from }) => {
    turns.push(from)
    if (waiting) return
    waiting = syncAccount(other, account, { missing: { from: ago(27), to: ago(27) } }, { waitForOthersMs: 20_000 })
    await someoneWaits()
  }
  await syncAccount(fixture, account, 'history')
  await waiting
  assert.equal(turns[1], ago(27), 'right after the window that was being read')
})

test('a lock ends with the connection of whoever held it', async () => {
  const account = await sync.account(figures())
  const other = sync.anotherFixture()
  const held = withAccountLock(other.pool, account.key, { waitMs: 0 }, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await fixture.pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]!.pid])
    await client.query('SELECT 1')
  })
  await assert.rejects(held)
  assert.equal(await withAccountLock(fixture.pool, account.key, { waitMs: 0 }, () => Promise.resolve('mine')), 'mine')
})

/** Resolves once a connection waits for an advisory lock of this database. */
async function someoneWaits(): Promise<void> {
  await untilTrue(async () => {
    const { rowCount } = await fixture.pool.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return rowCount! > 0
  })
}
