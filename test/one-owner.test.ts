import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openJournal } from '../src/core/launch/journal-groups.ts'
import type { WriteFor } from '../src/core/launch/journal-turn.ts'
import { takeLane } from '../src/core/launch/lanes.ts'
import { createPermits } from '../src/core/launch/permits.ts'
import { runStep } from '../src/core/launch/run-step.ts'
import type { StepGround } from '../src/core/launch/run-step.ts'
import { PlatformError } from '../src/errors.ts'
import type { Step } from '../src/platforms/launch.ts'
import { startTestApp } from './harness.ts'

/** On a platform that stores no mark of ours, two ads that look the same can only be told apart by who took which. */
const app = await startTestApp()
const { db } = app.app.services

test('two items whose answers were lost never take the same ad for theirs', async () => {
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const lane = { companyId: company.id, platform: 'short-video', accountId: '7000000000000000999' }
  // Told to nobody: the service's own worker would take it.
  await sql`INSERT INTO lanes (company_id, platform, account_id) VALUES (${lane.companyId}, ${lane.platform}, ${lane.accountId})`.execute(
    db,
  )
  const lease = (await takeLane(db, lane, 'test'))!
  const { rows } = await sql<{ id: number; batch_id: number }>`
    WITH made AS (
      INSERT INTO batches (company_id, slug, state, request, total_ads, created_by)
      VALUES (${company.id}, 'one-owner', 'queued', '{}', 2, 'test') RETURNING id)
    INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, run_after)
    SELECT ${company.id}, made.id, n, ${lane.platform}, ${lane.accountId}, '1', 'Twin', '{}', 'infinity' FROM made, generate_series(0, 1) AS n
    RETURNING id, batch_id`.execute(db)

  const onThePlatform: string[] = []
  const found: string[] = []
  const both = Promise.withResolvers<void>()
  const stepOf = (item: number): Step => ({
    kind: 'ad',
    name: 'ad',
    key: `ad:${item}`,
    asks: { name: 'Twin' },
    send() {
      onThePlatform.push(`ad ${onThePlatform.length}`)
      return Promise.reject(new PlatformError({ platform: 'short-video', kind: 'unknown', message: 'cut' }))
    },
    readBack: {
      kind: 'find',
      async find(context) {
        for (const id of onThePlatform) {
          if (await context.isTaken(id)) continue
          found.push(id)
          // Both have seen the same free ad before either of them takes it.
          if (found.length === 2) both.resolve()
          await both.promise
          return { found: { id } }
        }
        return 'absent'
      },
    },
  })
  const verbs = { concurrency: 2, requestLifeMs: 1_000, readLagMs: 0, steps: () => [] }
  const fetchMedia = () => Promise.reject(new Error('no media'))
  const { signal } = new AbortController()
  const journal = openJournal(db)
  const attempt = (row: { id: number; batch_id: number }) => {
    const item = { id: row.id, companyId: company.id, batchId: row.batch_id }
    const ground: StepGround = {
      ...{ db, lease, verbs, signal, halt: new AbortController(), fetchMedia, made: new Map(), calls: { lastMs: 0 } },
      ...{
        inTheAir: createPermits(2),
        atTheDesk: createPermits(2),
        intend: (write: WriteFor) => journal.intend(write),
      },
      close: (intent, result) => journal.close({ lease, item, intent, result, ad: { creativeId: null } }),
    }
    return runStep(ground, stepOf(row.id), { item, marker: String(row.id) }, {})
  }

  for (const row of rows) await assert.rejects(attempt(row), PlatformError)
  const results = await Promise.all(rows.map(attempt))
  assert.deepEqual(found.slice(0, 2), ['ad 0', 'ad 0'], 'both wanted the same one')
  assert.deepEqual(results.map((result) => result.id).sort(), ['ad 0', 'ad 1'])
})
