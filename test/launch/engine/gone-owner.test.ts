import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listen } from '../../../src/db/listen.ts'
import { asOwner, idleLanesWithWork, releaseLane, renewLane, takeLane } from '../../../src/core/journal/lane/lanes.ts'
import type { LaneLease } from '../../../src/core/journal/lane/lanes.ts'
import { isOutage } from '../../../src/outage.ts'
import { startTestApp } from '../../support/harness.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { untilTrue } from '../../support/ask-until.ts'

/** The owner of a lane is gone with its session, not only with its lease; whoever still has one is left alone. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { db } = app.app.services
const connection = { connectionString: app.databaseUrl }
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const lane = { companyId: company.id, platform: 'primary', accountId: 'act_gone' }
const next = { name: 'the next one', life: null }
const gone = async () => (await idleLanesWithWork(db, 64)).gone.filter((each) => each.lane.accountId === lane.accountId)

test('a lane is taken from an owner whose session ended, under the fence it had, and from nobody else', async () => {
  await bareItems(db, lane, 1)
  await sql`UPDATE batch_items SET run_after = '-infinity' WHERE account_id = ${lane.accountId}`.execute(db)
  const dying = await listen(connection, [])
  const lease = (await takeLane(db, lane, { name: 'dying', life: dying.life }))!
  assert.deepEqual(await gone(), [], 'it lives')
  assert.equal(await takeLane(db, lane, next, lease.fence), null, 'it lives, whatever somebody believed')

  await dying.close()
  await untilTrue(async () => (await gone()).length === 1)
  assert.deepEqual(await gone(), [{ lane, fence: lease.fence }])
  assert.equal(await takeLane(db, lane, next), null, 'its lease is not over')
  assert.equal(await takeLane(db, lane, next, lease.fence - 1), null, 'somebody has taken it meanwhile')
  const taken = await takeLane(db, lane, next, lease.fence)
  assert.equal(taken?.fence, lease.fence + 1)
  assert.deepEqual(await gone(), [], 'who goes by the lease alone is not looked for')
  await releaseLane(db, taken)
})

test('a lane is not taken from an owner without a session that is writing something down, and nobody waits for it', async () => {
  const away = await listen(connection, [])
  const lease = (await takeLane(db, lane, { name: 'away', life: away.life }))!
  await away.close()
  await untilTrue(async () => (await gone()).length === 1)
  await asOwner(db, lease, async () => assert.equal(await takeLane(db, lane, next, lease.fence), null))
  const taken = await takeLane(db, lane, next, lease.fence)
  assert.equal(taken?.fence, lease.fence + 1)
  await releaseLane(db, taken)
})

test('a worker that froze in the middle of writing something down holds its lane no longer than its lease', async () => {
  const lease = (await takeLane(db, lane, { name: 'frozen', life: null }))!
  await sql`UPDATE lanes SET lease_until = clock_timestamp() + interval '1 second' WHERE fence = ${lease.fence} AND account_id = ${lane.accountId}`.execute(
    db,
  )
  const taken: LaneLease[] = []
  const frozen = asOwner(db, lease, () =>
    untilTrue(async () => taken.push(...[await takeLane(db, lane, next)].filter((each) => each !== null)) > 0),
  )
  await assert.rejects(frozen, isOutage)
  assert.equal(taken[0]?.fence, lease.fence + 1)
  await releaseLane(db, taken[0])
})

test('an owner whose session ended, and which says that it lives, keeps its lane for as long as its lease', async () => {
  const away = await listen(connection, [])
  const owner = { name: 'away', life: away.life }
  const lease = (await takeLane(db, lane, owner))!
  await away.close()
  await untilTrue(async () => (await gone()).length === 1)
  assert.equal(await renewLane(db, lease, { ...owner, life: null }), true)
  assert.deepEqual(await gone(), [])
  assert.equal(await takeLane(db, lane, next, lease.fence), null)
  assert.equal(await renewLane(db, lease, owner), true)
  assert.equal((await gone()).length, 1, 'it said again by which session it lives')
  await releaseLane(db, lease)
})

test('a session that was cut and came back has the same life', async () => {
  const cut = await listen(connection, ['lane_wake'])
  const back = new Promise<void>((resolve) => cut.on('lane_wake', (payload) => payload === null && resolve()))
  const lives = async () => {
    const { rows } = await sql<{ life: number }>`SELECT living_processes() AS life`.execute(db)
    return rows.some(({ life }) => life === cut.life)
  }
  assert.equal(await lives(), true)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${cut.life}::oid`.execute(
    db,
  )
  await back
  assert.equal(await lives(), true)
  await cut.close()
})
