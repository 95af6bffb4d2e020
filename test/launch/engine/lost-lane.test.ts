import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { LaneLost, takeLane } from '../../../src/core/journal/lane/lanes.ts'
import { runItem } from '../../../src/core/launch/engine/run-item.ts'
import { PlatformError } from '../../../src/errors.ts'
import { MissingObjectError } from '../../../src/files/store/store.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'
import { bareRow, openOwnLane } from '../../support/launch/own-lane.ts'

const app = await startTestApp()
const { db } = app.app.services
const said: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => said.push(line) })

const endings = {
  'a refusal': new PlatformError({ platform: 'primary', kind: 'rejected', message: 'no' }),
  'a pause': new PlatformError({ platform: 'primary', kind: 'transient', message: 'later' }),
  // Whoever ended the batch meanwhile removed its files.
  'a file that is gone': new MissingObjectError('ab/gone.png'),
}

for (const [index, [ending, error]] of Object.entries(endings).entries()) {
  test(`a worker that lost its lane while it had ${ending} in hand says nothing about the ad any more`, async () => {
    const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
    const name = { companyId: company.id, platform: 'primary', accountId: `act_902${index}` }
    const [item] = await bareItems(db, name, 1)
    const lease = (await takeLane(db, name, { name: 'frozen', life: null }))!
    const lane = openOwnLane(
      app,
      lease,
      {
        async survey() {
          await sql`UPDATE lanes SET lease_until = '-infinity' WHERE account_id = ${name.accountId}`.execute(db)
          assert.ok(await takeLane(db, name, { name: 'the next one', life: null }))
          return { facts: {}, issues: [] }
        },
        steps() {
          throw error
        },
      },
      log,
    )
    await assert.rejects(runItem(lane, bareRow(item!)), LaneLost)
    const { rows } = await sql`SELECT state, tries FROM batch_items WHERE id = ${item!.id}`.execute(db)
    assert.deepEqual(rows, [{ state: 'running', tries: 0 }])
    assert.deepEqual(said, [])
  })
}
