import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openJournal } from '../../src/core/journal/open.ts'
import { LaneLost, takeLane } from '../../src/core/journal/lanes.ts'
import { createPermits } from '../../src/async/permits.ts'
import { runItem } from '../../src/core/launch/engine/run-item.ts'
import type { ItemGround, ItemRow } from '../../src/core/launch/engine/run-item.ts'
import { PlatformError } from '../../src/errors.ts'
import { MissingObjectError } from '../../src/files/store/store.ts'
import type { LaunchAd } from '../../src/platforms/contract/launch.ts'
import { bareItems } from '../support/bare-items.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db, launchMedia } = app.app.services
const said: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => said.push(line) })

const endings = {
  'a refusal': new PlatformError({ platform: 'primary', kind: 'rejected', message: 'no' }),
  'a pause': new PlatformError({ platform: 'primary', kind: 'transient', message: 'later' }),
  // Whoever ended the batch meanwhile removed its files.
  'a file that is gone': new MissingObjectError('ab/gone.png'),
}

for (const [index, [name, error]] of Object.entries(endings).entries()) {
  test(`a worker that lost its lane while it had ${name} in hand says nothing about the ad any more`, async () => {
    const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
    const lane = { companyId: company.id, platform: 'primary', accountId: `act_902${index}` }
    const [item] = await bareItems(db, lane, 1)
    const lease = (await takeLane(db, lane, 'frozen'))!
    const { id, companyId, batchId } = item!
    const row: ItemRow = {
      ...{ id, company_id: companyId, batch_id: batchId, batch_slug: 'bare', ad_index: 0, ad_set_id: '1' },
      ...{ ad_name: 'Bare', ad: { media: [] } as unknown as LaunchAd, step: null, tries: 0, starts: 0, facts: null },
    }
    const ground: ItemGround = {
      ...{ db, lease, media: launchMedia, log, journal: openJournal(db), halt: new AbortController() },
      verbs: {
        ...{ concurrency: 1, requestLifeMs: 1_000, readLagMs: 0 },
        steps() {
          throw error
        },
      },
      ...{ signal: new AbortController().signal, made: new Map(), calls: { lastMs: 0 }, once: (_, make) => make() },
      ...{ inTheAir: createPermits(1), atTheDesk: createPermits(1), adsAtTheDesk: createPermits(1) },
    }
    await ground.journal.begin({ lease, item: item! })

    await sql`UPDATE lanes SET lease_until = '-infinity' WHERE account_id = ${lane.accountId}`.execute(db)
    assert.ok(await takeLane(db, lane, 'the next one'))
    await assert.rejects(runItem(ground, row), LaneLost)
    const { rows } = await sql`SELECT state, tries FROM batch_items WHERE id = ${id}`.execute(db)
    assert.deepEqual(rows, [{ state: 'running', tries: 0 }])
    assert.deepEqual(said, [])
  })
}
