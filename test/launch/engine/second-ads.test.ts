import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import { lookLate } from '../../../src/core/launch/engine/late-look.ts'
import { storeConnection } from '../../../src/core/connections/store.ts'
import { discoverAccounts } from '../../../src/core/reports/sync/all.ts'
import { meta } from '../../../src/platforms/meta/index.ts'
import type { Step } from '../../../src/platforms/contract/launch.ts'
import { kinds } from '../../crash/kinds.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { openOwnLane, runOwnStep } from '../../support/launch/own-lane.ts'
import { startTestApp } from '../../support/harness.ts'

/** Where a platform does not keep to its own rules, that is noticed, told and named, and nothing is removed. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { services } = app.app
const { db } = services

interface Doubled {
  type: string
  data: Record<string, unknown>
}
const reported = async () =>
  (await app.call<{ data: Doubled[] }>('GET', '/v1/events?type=ad.doubled&limit=500')).body.data.map(({ data }) => data)
const waiting = async () =>
  (await sql<{ journal_id: number }>`SELECT journal_id FROM late_looks`.execute(db)).rows.map((row) => row.journal_id)
const lookNow = async () => {
  await sql`UPDATE late_looks SET due_at = clock_timestamp()`.execute(db)
  await lookLate(services, new AbortController().signal)
}
const stage = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T & object>(method, path)).body,
}
async function launchOne(platform: string, name: string): Promise<{ batchId: number; adId: string }> {
  const ads = await kinds[platform]!.ads(stage, name, 1)
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const { rows } = await sql<{
    ad_id: string
  }>`SELECT ad_id FROM batch_items WHERE batch_id = ${body.adBatchId}`.execute(db)
  return { batchId: body.adBatchId, adId: rows[0]!.ad_id }
}
const lookFor = (adId: string) =>
  sql`INSERT INTO late_looks (journal_id, company_id, due_at) SELECT id, company_id, clock_timestamp() FROM journal
    WHERE platform_id = ${adId} AND kind = 'ad'`.execute(db)

for (const [platform, { settings, sandbox }] of Object.entries(kinds)) {
  test(`${platform}: what was made is not taken for a second one, and a second one is found`, async () => {
    if (settings) await app.control('POST', sandbox, settings)
    const { batchId, adId } = await launchOne(platform, `Second ${platform}`)
    const before = (await reported()).length
    await lookFor(adId)
    await lookNow()
    assert.deepEqual(await waiting(), [], 'the look is over')
    assert.equal((await reported()).length, before)

    // As if the write had made another: the one that is there was given up long ago.
    await sql`UPDATE journal SET platform_id = 'known', answer = '{"id":"known"}' WHERE platform_id = ${adId} AND kind = 'ad'`.execute(
      db,
    )
    await lookFor('known')
    await lookNow()
    const { otherAdId, how, adBatchId } = (await reported()).at(-1)!
    assert.deepEqual({ otherAdId, how, adBatchId }, { otherAdId: adId, how: 'late', adBatchId: batchId })
    await lookFor('known')
    await lookNow()
    assert.equal((await reported()).length, before + 1, 'it is told once')
    const path = `/v1/batches/${batchId}/receipts`
    const { data } = (await app.call<{ data: { alsoFound?: { adId: string; how: string }[] }[] }>('GET', path)).body
    assert.deepEqual(
      data[0]!.alsoFound?.map((each) => ({ adId: each.adId, how: each.how })),
      [{ adId, how: 'late' }],
    )
    await sql`DELETE FROM journal WHERE platform_id = 'known'`.execute(db)
  })
}

test('an ad that was sent again is looked for once more, half an hour later; one that was sent once is not', async () => {
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/ads$' }, fault: 'drop-before', times: 1 },
  })
  const { adId } = await launchOne('primary', 'Sent again')
  await launchOne('primary', 'Sent once')
  const { rows } = await sql<{ platform_id: string; minutes: number }>`
    SELECT journal.platform_id, extract(epoch FROM due_at - clock_timestamp()) / 60 AS minutes
    FROM late_looks JOIN journal ON journal.id = journal_id`.execute(db)
  assert.deepEqual(
    rows.map((row) => row.platform_id),
    [adId],
  )
  assert.ok(Number(rows[0]!.minutes) > 29)
  await lookLate(services, new AbortController().signal)
  assert.equal((await waiting()).length, 1, 'its time has not come')
  await lookNow()
  assert.deepEqual(await waiting(), [])
})

test('while its platform refuses the connection it is not looked for in vain, and it is found after a reconnect', async () => {
  const { id: companyId } = await db
    .selectFrom('companies')
    .select('id')
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const connect = () =>
    storeConnection(db, services.seal, {
      ...{ companyId, platform: meta.name, label: 'main', isSandbox: true, origin: 'paste', verdict: null },
      credentials: meta.sandboxCredentials(null),
    })
  await connect()
  await discoverAccounts(services)
  const { adId } = await launchOne('primary', 'Looked for later')
  await sql`UPDATE journal SET platform_id = 'unknown', answer = '{"id":"unknown"}' WHERE platform_id = ${adId} AND kind = 'ad'`.execute(
    db,
  )
  await lookFor('unknown')
  const before = (await reported()).length
  await app.control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code: 190, times: 0 })
  // It is refused by the first look, and known to be by the others: more of them than a look has in all.
  for (let turn = 0; turn < 8; turn++) {
    if (turn === 1) await app.control('DELETE', 'calls?platform=meta')
    await lookNow()
  }
  const { calls } = await app.control<{ calls: object[] }>('GET', 'calls?platform=meta')
  assert.deepEqual(calls, [], 'nothing is asked through it')
  assert.equal((await waiting()).length, 1, 'it is looked for later')
  await app.control('DELETE', 'faults?platform=meta')
  await connect()
  await lookNow()
  assert.deepEqual(await waiting(), [])
  assert.deepEqual(
    (await reported()).slice(before).map(({ otherAdId }) => otherAdId),
    [adId],
  )
})

test('a platform that answers two writes with one id is told of, and neither ad is called the other', async () => {
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const name = { companyId: company.id, platform: 'primary', accountId: 'act_same_id' }
  const items = await bareItems(db, name, 2)
  const lease = (await takeLane(db, name, { name: 'test', life: null }))!
  const lane = openOwnLane(app, lease)
  const stepOf = (id: number): Step => ({
    ...{ kind: 'ad', name: 'ad', key: `ad:${id}`, asks: { id } },
    send: () => Promise.resolve({ id: 'twice' }),
    readBack: { kind: 'find', find: () => Promise.resolve('absent') },
  })
  assert.deepEqual(await runOwnStep(lane, items[0]!, stepOf(items[0]!.id)), { id: 'twice' })
  await assert.rejects(runOwnStep(lane, items[1]!, stepOf(items[1]!.id)))
  const { accountId, otherAdId, how, adId } = (await reported()).at(-1)!
  assert.deepEqual(
    { accountId, otherAdId, how, adId },
    { accountId: 'act_same_id', otherAdId: 'twice', how: 'same_id', adId: null },
  )
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM batch_items WHERE account_id = 'act_same_id' AND ad_id = 'twice'`.execute(db)
  assert.deepEqual(rows, [{ id: items[0]!.id }])
})
