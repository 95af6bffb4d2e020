import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstanceReader } from '../../src/core/instance/instance.ts'
import { forgetProcesses, listProcesses } from '../../src/core/instance/processes.ts'
import { sql } from '../../src/db/sql.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const { db, log, config, connections } = app.app.services
const reader = (jobs = ['housekeeping']) =>
  createInstanceReader({ db, log, config, platforms: connections.platforms, jobs })

async function statements(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`.execute(db)
  return rows[0]!.count
}

test('every process is there while it lives, and gone when it was stopped as asked', async () => {
  await untilTrue(async () => (await listProcesses(db)).length === 1)
  const worker = await startTestApp({ DATABASE_URL: app.databaseUrl }, { api: false, worker: true, sandbox: false })
  await untilTrue(async () => (await listProcesses(db)).length === 2)
  const found = await listProcesses(db)
  assert.deepEqual(
    found.map(({ role, lateSeconds }) => [role, lateSeconds]),
    [
      ['up', 0],
      ['worker', 0],
    ],
  )
  await worker.close()
  assert.equal((await listProcesses(db)).length, 1)
})

test('one that was killed is late after half a minute, and forgotten after a day', async () => {
  const died = (ago: string) =>
    sql`
    INSERT INTO processes (id, role, version, host, started_at, seen_at)
    VALUES (gen_random_uuid(), 'worker', '0.1.0', ${ago}, now() - interval '2 days', now() - ${ago}::interval)`.execute(
      db,
    )
  for (const ago of ['25 seconds', '40 seconds', '25 hours']) await died(ago)
  const late = async () =>
    Object.fromEntries((await listProcesses(db)).map(({ host, lateSeconds }) => [host, lateSeconds > 0]))
  const { '25 seconds': young, '40 seconds': old, '25 hours': dead } = await late()
  assert.deepEqual([young, old, dead], [false, true, true])
  await forgetProcesses(db)
  assert.ok(!('25 hours' in (await late())) && '40 seconds' in (await late()))
  await sql`DELETE FROM processes WHERE host LIKE '%seconds'`.execute(db)
})

test('however often it is asked for, it is read once in some seconds', async () => {
  const one = reader()
  await one.read()
  const before = await statements()
  const read = await Promise.all(Array.from({ length: 300 }, () => one.read()))
  assert.equal(new Set(read).size, 1)
  assert.ok((await statements()) - before < 30, 'what others do beside it')
})

test('a part that takes too long is missing alone', async () => {
  await untilTrue(async () => ((await reader().read()).jobs ?? []).some(({ name }) => name === 'housekeeping'))
  let unlock: () => void = () => undefined
  const released = new Promise<void>((resolve) => (unlock = resolve))
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE processes IN ACCESS EXCLUSIVE MODE`.execute(trx)
    locked.resolve()
    await released
  })
  await locked.promise
  const read = await reader().read()
  unlock()
  await holding
  assert.equal(read.processes, null)
  assert.ok(read.jobs && read.queue && read.sizes && read.backup && read.quotas && read.endings)
  assert.ok(read.sizes.databaseBytes > 1_000_000)
  assert.deepEqual(read.queue.ads, { waiting: 0, running: 0, unsure: 0 })
})

test('what ends is listed with whose it is, the first end first', async () => {
  await sql`UPDATE api_keys SET expires_at = now() + interval '3 days'`.execute(db)
  const { endings } = await reader().read()
  const key = endings!.find(({ kind }) => kind === 'key')
  assert.deepEqual([key?.company, key?.mark, key?.what], ['demo', 'warning', '"Demo key"'])
  const times = endings!.map(({ at }) => at?.getTime() ?? 0)
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
})
