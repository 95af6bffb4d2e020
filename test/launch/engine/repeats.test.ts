import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import { TriedTooOften, Unsure } from '../../../src/core/launch/engine/item-errors.ts'
import { createRepeats } from '../../../src/core/launch/engine/repeats.ts'
import { runItem } from '../../../src/core/launch/engine/run-item.ts'
import { PlatformError, UnreadableMedia } from '../../../src/errors.ts'
import type { LaunchVerbs, Step } from '../../../src/platforms/contract/launch.ts'
import { askUntil } from '../../support/ask-until.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { bareRow, openOwnLane, runOwnStep } from '../../support/launch/own-lane.ts'

/** Whatever is done again has a pause before it and an end. */
const app = await startTestApp()
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const lost = (code?: number) => new PlatformError({ platform: 'primary', kind: 'unknown', message: 'cut', code })

async function stage(account: string, verbs: Partial<LaunchVerbs> = {}) {
  const name = { companyId: company.id, platform: 'primary', accountId: account }
  const [item] = await bareItems(db, name, 1)
  const lane = openOwnLane(app, (await takeLane(db, name, { name: 'test', life: null }))!, verbs)
  const row = () =>
    db.selectFrom('journal').select(['state', 'lost']).where('account_id', '=', account).executeTakeFirstOrThrow()
  // The lane's lease, and the time that lies between two tries, are both by the database's clock.
  const later = () =>
    sql`UPDATE journal SET lost_at = lost_at - interval '1 minute', certain_after = '-infinity' WHERE account_id = ${account}`.execute(
      db,
    )
  return { item: item!, lane, row, later }
}

const kinds: [string, Pick<Step, 'kind' | 'readBack'>, number | undefined][] = [
  ['that may be repeated', { kind: 'media', readBack: { kind: 'repeatable', because: 'test' } }, undefined],
  ['that is looked for', { kind: 'ad', readBack: { kind: 'find', find: async () => 'absent' } }, 500],
]
for (const [what, own, code] of kinds)
  test(`a write ${what} and whose answer is lost again and again waits longer each time, and is given up in the end`, async () => {
    const { item, lane, row, later } = await stage(`lost ${own.kind}`)
    let sent = 0
    const step: Step = {
      ...{ name: own.kind, key: `lost:${own.kind}`, asks: {}, ...own },
      send() {
        sent += 1
        return Promise.reject(lost(code))
      },
    }
    const waits: number[] = []
    for (let round = 1; round <= 8; round++) {
      await assert.rejects(runOwnStep(lane, item, step, round - 1), PlatformError)
      assert.equal(sent, round)
      // At once again: nothing is sent.
      await sql`UPDATE journal SET certain_after = '-infinity' WHERE key = ${step.key}`.execute(db)
      const held = await runOwnStep(lane, item, step, round).then(
        () => null,
        (error: unknown) => error,
      )
      assert.ok(held instanceof Unsure, String(held))
      waits.push(held.waitMs)
      assert.equal(sent, round)
      await later()
    }
    assert.deepEqual(
      waits.map((ms, index) => ms > 0 && ms <= 1_000 * 2 ** index),
      Array<boolean>(8).fill(true),
      waits.join(),
    )
    assert.ok(waits[6]! > 30_000, waits.join())
    await assert.rejects(runOwnStep(lane, item, step, 8), (error) => error instanceof TriedTooOften)
    // It is closed with its item, both or none.
    assert.deepEqual([sent, await row()], [8, { state: 'open', lost: 8 }])
    // Another item that needs the same gets a try of its own.
    await assert.rejects(runOwnStep(lane, item, step, 0), PlatformError)
    assert.equal(sent, 9)
  })

for (const [what, own, code] of kinds)
  test(`a write ${what} and was given up is not sent once more because the database broke as its item was to fail`, async () => {
    let sent = 0
    const step: Step = {
      ...{ name: own.kind, key: `hopeless:${own.kind}`, asks: {}, ...own },
      send() {
        sent += 1
        return Promise.reject(lost(code))
      },
    }
    const { item, lane, row, later } = await stage(`hopeless ${own.kind}`, { steps: () => [step] })
    await assert.rejects(runOwnStep(lane, item, step), PlatformError)
    await sql`UPDATE journal SET lost = 8 WHERE key = ${step.key}`.execute(db)
    await later()
    await sql`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the database broke' USING ERRCODE = '57P01'; END $$`.execute(db)
    await sql`CREATE TRIGGER break_off BEFORE UPDATE ON batch_items FOR EACH ROW
      WHEN (NEW.state = 'failed') EXECUTE FUNCTION break_off()`.execute(db)
    const again = () => runItem(lane, { ...bareRow(item), tries: 8 })
    await assert.rejects(again(), /the database broke/)
    await sql`DROP FUNCTION break_off CASCADE`.execute(db)
    assert.deepEqual(await again(), { then: 'fail' })
    assert.deepEqual([sent, await row()], [1, { state: 'absent', lost: 8 }])
    const ended = await db.selectFrom('batch_items').select('state').where('id', '=', item.id).executeTakeFirst()
    assert.equal(ended?.state, 'failed')
  })

test('a file of ours that cannot be read is no lost answer: the write is not open, and is not counted', async () => {
  const { item, lane, row } = await stage('unreadable')
  const step: Step = {
    ...{ kind: 'media', name: 'media', key: 'unreadable', asks: {} },
    readBack: { kind: 'repeatable', because: 'test' },
    send: () => Promise.reject(new UnreadableMedia('https://example.com/a.png', new Error('gone'))),
  }
  await assert.rejects(runOwnStep(lane, item, step), UnreadableMedia)
  assert.deepEqual(await row(), { state: 'absent', lost: 0 })
})

test('ads whose pictures the platform never answers for fail with what happened, after a few calls', async () => {
  const fixture = await demoFixture(app)
  await app.control('DELETE', 'calls?platform=meta')
  const match = { method: 'POST', path: '/adimages$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'drop-before', times: 0 })
  const media = [{ url: `${app.sandboxUrl}/_assets/square.png?v=777` }]
  const ads = ['One', 'Two', 'Three'].map((adName) => singleAd(app, fixture, { adName, media }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  // The pauses are made short, and everything else is left to the worker.
  const done = await askUntil(async () => {
    await sql`UPDATE journal SET lost_at = lost_at - interval '1 minute' WHERE state = 'open'`.execute(db)
    await sql`UPDATE often_tried SET rests_until = clock_timestamp()`.execute(db)
    await sql`UPDATE batch_items SET run_after = clock_timestamp() WHERE batch_id = ${body.adBatchId} AND state = 'unsure'`.execute(
      db,
    )
    const { body: status } = await app.call<{ summaryStatus: string; failedAds: Record<string, unknown>[] }>(
      'GET',
      `/v1/batch-status/${body.adBatchId}`,
    )
    return status.summaryStatus === 'in_progress' ? null : status
  })
  await app.control('DELETE', 'faults')
  assert.deepEqual(
    done.failedAds.map(({ code, retryable }) => [code, retryable]),
    Array(3).fill(['platform_unavailable', true]),
  )
  assert.match(String(done.failedAds[0]!.message), /lost \d+ times in a row/)
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  const sent = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/adimages')).length
  assert.ok(sent >= 8 && sent <= 12, `${sent} calls`)
})

test('what is repeated is a line in the log, and what is repeated often is one line for all of it', () => {
  let now = 0
  const lines: object[] = []
  const log = { warn: (detail: object) => void lines.push(detail) } as unknown as Parameters<typeof createRepeats>[0]
  const repeats = createRepeats(log, () => now)
  const why = { platform: 'primary', accountId: 'act_1', why: 'test' }
  for (let n = 0; n < 100; n++) repeats.note(why, { n })
  repeats.note({ ...why, accountId: 'act_2' }, { n: 0 })
  assert.equal(lines.length, 2)
  now = 11 * 60_000
  repeats.note(why, { n: 100 })
  assert.deepEqual(lines.at(-1), { platform: 'primary', accountId: 'act_1', n: 100, timesSinceLogged: 99 })
})
