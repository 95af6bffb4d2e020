import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import type { ItemRef } from '../../../src/core/journal/item-ends.ts'
import { PlatformError } from '../../../src/errors.ts'
import type { Step } from '../../../src/platforms/contract/launch.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'
import { openOwnLane, runOwnStep } from '../../support/launch/own-lane.ts'

/** On a platform that stores no mark of ours, two ads that look the same can only be told apart by who took which. */
const app = await startTestApp()
const { db } = app.app.services

test('two items whose answers were lost never take the same ad for theirs', async () => {
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const name = { companyId: company.id, platform: 'short-video', accountId: '7000000000000000999' }
  const items = await bareItems(db, name, 2)
  const lease = (await takeLane(db, name, { name: 'test', life: null }))!

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
  const lane = openOwnLane(app, lease, { concurrency: 2 })
  const attempt = (item: ItemRef) => runOwnStep(lane, item, stepOf(item.id))

  for (const item of items) await assert.rejects(attempt(item), PlatformError)
  const results = await Promise.all(items.map(attempt))
  assert.deepEqual(found.slice(0, 2), ['ad 0', 'ad 0'], 'both wanted the same one')
  assert.deepEqual(results.map((result) => result.id).sort(), ['ad 0', 'ad 1'])
})
