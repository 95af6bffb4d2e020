import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardedBy } from '../../../../test/support/guards/guards.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { signedIn } from '../../../../test/support/people/browser.ts'
import { postsOf } from '../../../../test/support/reports/creatives.ts'
import { sql } from '../../../db/sql.ts'
import { demo } from '../../examples.ts'

const app = await startTestApp()

function graduate(id: string, body: object) {
  const path = `/v1/creatives/${id}/graduate`
  return app.call<{
    adBatchId: number
    totalAds: number
    sandbox: boolean
    already: { adSetId: string; adBatchId: number; sandbox: boolean }[]
    error?: { code: string; details: object }
  }>('POST', path, { body })
}

test('winners go into another ad set as the same post, once, whoever asks and however often', async () => {
  const posts = (await postsOf(app, demo.account)).slice(0, 3)
  assert.equal(posts.length, 3)
  for (const { id, shows } of posts) {
    const wanted = { adSetIds: [demo.adSet], launchPaused: true }
    const [first, other] = await Promise.all([graduate(id, wanted), graduate(id, wanted)])
    const made = [first, other].filter(({ status }) => status === 202)
    assert.equal(made.length, 1, JSON.stringify([first, other].map(({ status, body }) => [status, body])))
    const { adBatchId, totalAds } = made[0]!.body
    assert.equal(totalAds, 1)
    const done = await app.finished(adBatchId)
    assert.equal(done.status, 'success', JSON.stringify(done))
    const { body } = await app.call<{ data: { stored: object }[] }>('GET', `/v1/batches/${adBatchId}/receipts`)
    assert.ok(JSON.stringify(body).includes(shows.split(' ').at(-1)!), JSON.stringify(body))
    const later = await graduate(id, wanted)
    assert.equal(later.status, 200)
    assert.deepEqual(
      later.body.already.map((each) => [each.adSetId, each.adBatchId, each.sandbox]),
      [[demo.adSet, adBatchId, true]],
    )
    assert.equal(later.body.sandbox, true)
    const preview = await graduate(id, { ...wanted, adSetIds: [demo.adSet], dryRun: true })
    assert.equal(preview.status, 200)
  }
})

test('a key may not repeat it, and an ad set that nobody knows is named', async () => {
  const [post] = await postsOf(app, demo.account)
  assert.ok(post)
  assert.equal((await graduate(post.id, { adSetIds: [demo.adSet], again: true })).status, 403)
  const unknown = await graduate(post.id, { adSetIds: ['999'] })
  assert.equal(unknown.status, 422)
  assert.match(JSON.stringify(unknown.body), /999/)
  assert.equal((await graduate('999999', { adSetIds: [demo.adSet] })).status, 404)
  const { key } = await app.stranger()
  const seen = await app.call('GET', `/v1/creatives/${post.id}`, { key })
  assert.equal(seen.status, 404)
})

test('the creative of the examples is the first that was read', async () => {
  const { status, body } = await app.call('GET', `/v1/creatives/${demo.creative}`)
  assert.equal(status, 200, JSON.stringify(body))
  const example = await graduate(demo.creative, { adSetIds: [demo.adSet], launchPaused: true })
  assert.ok(example.status < 300, JSON.stringify(example.body))
})

test('how ads are named is a setting, and a grouping without it is refused', async () => {
  const before = await app.call('GET', '/v1/creatives?groupBy=name.hook')
  assert.equal(before.status, 422)
  const refused = await app.call('PUT', '/v1/creative-settings', { body: { namePattern: '{a}{b}' } })
  assert.equal(refused.status, 400)
  const changed = await app.call('PUT', '/v1/creative-settings', { body: { namePattern: '{concept} {hook}' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const { status, body } = await app.call('GET', '/v1/creatives?groupBy=name.hook')
  assert.equal(status, 200, JSON.stringify(body))
})

/** What guards let through, what they asked people, and which places are held. */
async function standing() {
  const { rows } = await sql<{ granted: number; asked: number; held: number }>`
    SELECT (SELECT count(*)::int FROM spend_effects) AS granted, (SELECT count(*)::int FROM approvals) AS asked,
      (SELECT count(*)::int FROM creative_graduations WHERE batch_id IS NULL) AS held`.execute(app.app.services.db)
  return rows[0]
}

test('whoever comes second is told before guards let anything through or ask anybody for them', async () => {
  const [, , , post] = await postsOf(app, demo.account)
  assert.ok(post)
  const { db } = app.app.services
  await sql`
    INSERT INTO creative_graduations (company_id, creative_id, platform, account_id, ad_set_id, claimed_by, claimed_until)
    SELECT company_id, ${post.id}, platform, account_id, ${demo.adSet}, 'somebody else', now() + interval '1 minute'
    FROM ad_accounts WHERE account_id = ${demo.account}`.execute(db)
  const wanted = { adSetIds: [demo.adSet] }
  for (const mode of ['refuse', 'ask'] as const) {
    await guardedBy(app, { accountId: demo.account, dailyCap: 1e9 }, { accountId: demo.account, largestBatch: 0, mode })
    const before = await standing()
    assert.equal((await graduate(post.id, wanted)).status, 409)
    assert.deepEqual(await standing(), before)
  }
  await sql`UPDATE creative_graduations SET claimed_until = now() WHERE claimed_by = 'somebody else'`.execute(db)
  const asks = await graduate(post.id, wanted)
  assert.equal(asks.body.error?.code, 'approval_required', JSON.stringify(asks.body))
  assert.equal((await standing())?.held, 0)
  await guardedBy(app)
  assert.equal((await graduate(post.id, { ...wanted, launchPaused: true })).status, 202)
})

test('a post that went there for its file is not sent there again by itself, nor the other way round', async () => {
  const { db } = app.app.services
  const [best, ...posts] = await postsOf(app, demo.account)
  const { rows } = await sql<{ asset: string; post: string; isSent: boolean }>`
    SELECT DISTINCT asset_id::text AS asset, post_id::text AS post, EXISTS (SELECT FROM creative_graduations AS before
      WHERE before.creative_id IN (asset_id, post_id)) AS "isSent"
    FROM ad_creatives WHERE before_day = 'infinity' AND post_id IS NOT NULL`.execute(db)
  const wanted = { adSetIds: [demo.adSet], launchPaused: true }
  const ofBest = rows.find(({ post }) => post === best?.id)
  assert.equal(ofBest?.isSent, true)
  const itsFile = await graduate(ofBest.asset, wanted)
  assert.equal(itsFile.status, 200, JSON.stringify(itsFile.body))
  const free = posts.find(({ id }) => {
    const asset = rows.find(({ post }) => post === id)?.asset
    return rows.every((row) => row.asset !== asset || !row.isSent)
  })
  const file = rows.find(({ post }) => post === free?.id)
  assert.ok(file)
  const made = await graduate(file.asset, wanted)
  assert.equal(made.status, 202, JSON.stringify(made.body))
  assert.equal((await app.finished(made.body.adBatchId)).status, 'success')
  const { rows: places } = await sql<{ id: string }>`
    SELECT creative_id::text AS id FROM creative_graduations WHERE batch_id = ${made.body.adBatchId}`.execute(db)
  assert.equal(places.length, 2)
  for (const { id } of places) {
    const again = await graduate(id, wanted)
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.equal(again.body.already[0]?.adBatchId, made.body.adBatchId)
  }
})

test('a post that is gone is refused and holds no place, and so are a thousand ad sets', async () => {
  const { db } = app.app.services
  const post = (await postsOf(app, demo.account)).at(-1)
  assert.ok(post)
  await sql`UPDATE report_entities SET state = 'deleted' FROM ad_creatives WHERE ad_key = key AND post_id = ${post.id}`.execute(
    db,
  )
  const before = await standing()
  const gone = await graduate(post.id, { adSetIds: [demo.adSet] })
  assert.equal(gone.status, 422, JSON.stringify(gone.body))
  assert.match(JSON.stringify(gone.body), /still there/)
  const many = Array.from({ length: 1000 }, (_, n) => String(n))
  assert.equal((await graduate(post.id, { adSetIds: many })).status, 400)
  assert.deepEqual(await standing(), before)
})

test('patterns that match nothing or everything, and absurd days, are answered and bounded', async () => {
  const settings = (namePattern: string) => app.call('PUT', '/v1/creative-settings', { body: { namePattern } })
  const listed = (query: string) => app.call<{ data: { id: string }[] }>('GET', `/v1/creatives?${query}`)
  await settings('{concept}~~{hook}')
  assert.deepEqual((await listed('groupBy=name.hook')).body.data, [])
  await settings('{all}')
  const all = await listed('groupBy=name.all&limit=200')
  assert.equal(all.status, 200)
  assert.ok(all.body.data.length > 1 && all.body.data.length <= 200)
  assert.equal((await settings(`{a}${'_'.repeat(300)}{b}`)).status, 400)
  await settings('(.*)+{a}|$^')
  assert.equal((await listed('groupBy=name.a')).status, 200)
  for (const days of [
    'startDate=0001-01-01&endDate=9999-12-31',
    'startDate=2026-02-31',
    'startDate=2026-02-02&endDate=2026-02-01',
    'endDate=never',
  ]) {
    const { status } = await listed(days)
    assert.ok(status === 400 || status === 422, `${days}: ${status}`)
  }
})

test('a person may send a creative where it went before, once for each time that they say so', async () => {
  const person = await signedIn(app)
  const [post] = await postsOf(app, demo.account)
  assert.ok(post)
  const path = `/v1/creatives/${post.id}/graduate`
  const before = await person.call('POST', path, { body: { adSetIds: [demo.adSet] } })
  assert.equal(before.status, 200, JSON.stringify(before.body))
  const wish = { adSetIds: [demo.adSet], launchPaused: true, again: true }
  const again = await person.call('POST', path, { body: wish })
  assert.equal(again.status, 202, JSON.stringify(again.body))
  assert.deepEqual(again.body['already'], [])
  const batchId = Number(again.body['adBatchId'])
  assert.doesNotMatch(JSON.stringify(before.body), new RegExp(`"adBatchId":${batchId}\\b`))
  assert.equal((await app.finished(batchId)).status, 'success')
})
