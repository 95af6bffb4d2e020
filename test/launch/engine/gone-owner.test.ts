import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listen } from '../../../src/db/listen.ts'
import { idleLanesWithWork, takeLane } from '../../../src/core/journal/lanes.ts'
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
