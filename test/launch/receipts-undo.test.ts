import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)

interface Receipt {
  adId: string
  asked: Record<string, unknown>
  stored: Record<string, unknown>
  differences: { field: string; asked: unknown; stored: unknown }[]
  undoneAt?: string
  error?: string
}

const launch = async (ads: object[]) => {
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  return body.adBatchId
}
const receipts = async (id: number, query = '') =>
  (await app.call<{ data: Receipt[] }>('GET', `/v1/batches/${id}/receipts${query}`)).body.data
const sandboxAds = async (start: string) =>
  (await app.control<{ ads: { name: string; status: string }[] }>('GET', 'state?platform=meta')).ads.filter((ad) =>
    ad.name.startsWith(start),
  )

const sandboxStates = async (start: string) => (await sandboxAds(start)).map(({ status }) => status)

test('a receipt of an ad that was stored as asked shows no difference', async () => {
  const id = await launch([
    singleAd(app, fixture, { adName: 'As asked', urlTags: 'utm_source=a' }),
    singleAd(app, fixture, {
      adName: 'As asked cards',
      title: undefined,
      type: 'carousel',
      media: [1, 2].map((n) => ({ url: `${app.sandboxUrl}/_assets/square.png?v=${n}`, carouselTitle: `Card ${n}` })),
    }),
  ])
  const data = await receipts(id)
  assert.equal(data.length, 2)
  for (const receipt of data) assert.deepEqual(receipt.differences, [], JSON.stringify(receipt.differences))
  assert.equal(data[0]!.asked.name, 'As asked')
})

test("the platform's silent downgrade shows up in the receipt", async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    fault: 'downgrade',
    fields: ['url_tags'],
    times: 1,
  })
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/ads$' },
    fault: 'downgrade',
    fields: ['status'],
    times: 1,
  })
  const id = await launch([singleAd(app, fixture, { adName: 'Downgraded', urlTags: 'utm_source=b' })])
  const [receipt] = await receipts(id)
  const fields = receipt!.differences.map((difference) => difference.field).sort()
  assert.deepEqual(fields, ['creative.url_tags', 'status'])
  assert.equal(receipt!.differences.find((difference) => difference.field === 'status')!.stored, 'PAUSED')
})

test('undo first says what it would remove, then removes it, newest first, and can be repeated', async () => {
  const id = await launch(
    Array.from({ length: 3 }, (_, n) =>
      singleAd(app, fixture, { adName: `Undo ${n}`, link: `https://example.com/${n}` }),
    ),
  )
  const undo = (body: object) =>
    app.call<{ results: { adId: string; outcome: string }[]; dryRun: boolean; doneCount: number; message: string }>(
      'POST',
      `/v1/batches/${id}/undo`,
      { body },
    )
  const dry = await undo({ dryRun: true })
  assert.equal(dry.body.dryRun, true)
  assert.deepEqual(
    dry.body.results.map((result) => result.outcome),
    ['would be removed', 'would be removed', 'would be removed'],
  )
  assert.ok((await sandboxAds('Undo')).every((ad) => ad.status === 'ACTIVE'))
  const done = await undo({})
  assert.deepEqual(
    done.body.results.map((result) => result.outcome),
    ['done', 'done', 'done'],
  )
  const { events } = (await app.call<{ events: { kind: string; adId: string }[] }>('GET', `/v1/batches/${id}`)).body
  const launched = events.filter((event) => event.kind === 'ad.launched').map((event) => event.adId)
  assert.deepEqual(
    done.body.results.map((result) => result.adId),
    launched.reverse(),
    'newest first',
  )
  assert.ok((await sandboxAds('Undo')).every((ad) => ad.status === 'DELETED'))
  const status = await app.call<{ ads: { status: string }[] }>('GET', `/v1/batch-status/${id}?include=ads`)
  assert.ok(status.body.ads.every((ad) => ad.status === 'undone'))
  const again = await undo({})
  assert.deepEqual(again.body.results, [])
  assert.match(again.body.message, /^Nothing of this batch is left to remove.*removed before\.$/)
})

test('after an undo the batch, its ads and its receipts say what happened', async () => {
  const id = await launch([
    singleAd(app, fixture, { adName: 'Gone 1' }),
    singleAd(app, fixture, { adName: 'Gone 2', adSets: fixture.adSets[fixture.accounts[0]!.id]!.slice(0, 2) }),
  ])
  const read = await receipts(id, '?limit=1')
  await app.call('POST', `/v1/batches/${id}/undo`, { body: {} })
  interface Undone {
    status: string
    summaryStatus: string
    message: string
    successfulAds: number
    undoneAds: number
    ads: { status: string; undoneAt?: string; adId: string }[]
  }
  for (const path of [`/v1/batch-status/${id}?include=ads`, `/v1/batches/${id}`]) {
    const { body } = await app.call<Undone>('GET', path)
    assert.equal(body.message, 'Undone: all 3 ads that existed were removed again.')
    assert.deepEqual(
      [body.status, body.summaryStatus, body.successfulAds, body.undoneAds],
      ['success', 'success', 3, 3],
    )
    for (const ad of body.ads) {
      assert.equal(ad.status, 'undone')
      assert.ok(Date.parse(ad.undoneAt!) > 0 && ad.adId)
    }
  }
  const listed = await app.call<{ data: { adBatchId: number; undoneAds: number }[] }>('GET', '/v1/batches?limit=1')
  assert.deepEqual([listed.body.data[0]!.adBatchId, listed.body.data[0]!.undoneAds], [id, 3])
  const { body } = await app.call<{ data: Receipt[]; pagination: { total: number } }>(
    'GET',
    `/v1/batches/${id}/receipts?refresh=true`,
  )
  assert.equal(body.pagination.total, 3)
  assert.equal(body.data.length, 3)
  assert.deepEqual(body.data[0]!.stored, read[0]!.stored, 'what was read back before stays')
  assert.ok(body.data.every((receipt) => Date.parse(receipt.undoneAt!) > 0))
  assert.match(body.data[1]!.error!, /removed again by undo/)
})

test('undo is honest about what it cannot remove', async () => {
  const id = await launch([singleAd(app, fixture, { adName: 'Stays' })])
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'DELETE' },
    fault: 'platform-error',
    code: 100,
    subcode: 1340029,
    times: 1,
  })
  const { body } = await app.call<{ results: { outcome: string; reason: string }[]; cannotCount: number }>(
    'POST',
    `/v1/batches/${id}/undo`,
    { body: {} },
  )
  assert.equal(body.cannotCount, 1)
  assert.equal(body.results[0]!.outcome, 'cannot')
  assert.ok(body.results[0]!.reason.length > 0)
  assert.deepEqual(
    (await sandboxAds('Stays')).map((ad) => ad.status),
    ['PAUSED'],
    'at least it spends nothing',
  )
})

test('an undo that dies before its end is told once, by the one that ends it', async () => {
  const id = await launch([1, 2, 3].map((n) => singleAd(app, fixture, { adName: `Dies ${n}` })))
  const { pool } = app.app.services
  const undo = () => app.call('POST', `/v1/batches/${id}/undo`, { body: {} })
  const reported = async () => {
    const text = `SELECT detail FROM events WHERE batch_id = $1 AND kind = 'batch.undone' ORDER BY id`
    return (await pool.query<{ detail: object }>(text, [id])).rows.map(({ detail }) => detail)
  }
  const states = async () => {
    const text = `SELECT state FROM batch_items WHERE batch_id = $1 ORDER BY state`
    return (await pool.query<{ state: string }>(text, [id])).rows.map(({ state }) => state)
  }
  // Whatever is written down with the end is not kept: as when the process is killed before it commits.
  await pool.query(`CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dies'; END $$;
    CREATE TRIGGER dies BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.kind = 'batch.undone') EXECUTE FUNCTION dies()`)
  assert.equal((await undo()).status, 500)
  await pool.query('DROP TRIGGER dies ON events; DROP FUNCTION dies')
  assert.deepEqual(await sandboxStates('Dies'), ['DELETED', 'DELETED', 'DELETED'])
  assert.deepEqual(await states(), ['launched', 'undone', 'undone'], 'the last change waits for its event')
  assert.deepEqual(await reported(), [])
  assert.equal((await undo()).status, 200)
  assert.deepEqual(await states(), ['undone', 'undone', 'undone'])
  assert.deepEqual(await reported(), [{ removed: 3, notRemoved: 0 }], 'with what was removed before it died')
  assert.equal((await undo()).status, 200)
  assert.equal((await reported()).length, 1)
})

test('of two undos at once each removal is told once', async () => {
  const id = await launch([1, 2].map((n) => singleAd(app, fixture, { adName: `Twice ${n}` })))
  await Promise.all([1, 2].map(() => app.call('POST', `/v1/batches/${id}/undo`, { body: {} })))
  const { rows } = await app.app.services.pool.query<{ detail: { removed: number; notRemoved: number } }>(
    `SELECT detail FROM events WHERE batch_id = $1 AND kind = 'batch.undone' ORDER BY id`,
    [id],
  )
  assert.equal(
    rows.reduce((sum, { detail }) => sum + detail.removed, 0),
    2,
    JSON.stringify(rows),
  )
  assert.equal(rows.at(-1)!.detail.notRemoved, 0)
})

test('receipts and undo of another company are 404, of a running batch undo is 409', async () => {
  const stranger = await app.stranger()
  const id = await launch([singleAd(app, fixture, { adName: 'Foreign' })])
  assert.equal((await app.call('GET', `/v1/batches/${id}/receipts`, { key: stranger.key })).status, 404)
  assert.equal((await app.call('POST', `/v1/batches/${id}/undo`, { key: stranger.key, body: {} })).status, 404)
  await app.control('POST', 'latency', { platform: 'meta', ms: 2_000 })
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { adName: 'Running' })] },
  })
  assert.equal((await app.call('POST', `/v1/batches/${body.adBatchId}/undo`, { body: {} })).status, 409)
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  await app.finished(body.adBatchId)
})

interface Timeline {
  status: string
  steps: Record<string, unknown>[]
  readBack: { differences: number } | null
  events: { kind: string; step?: string; reason?: string }[]
  notes: string[]
}

test('the timeline of an ad tells its steps, their tries, its waits and why, and what has left the journal', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    fault: 'throttle',
    seconds: 1,
    times: 1,
  })
  const adSets = fixture.adSets[fixture.accounts[0]!.id]!.slice(0, 2)
  const id = await launch([singleAd(app, fixture, { adName: 'Told', adSets })])
  const timelines = async (query = '') => {
    const { status, body } = await app.call<{ data: Timeline[]; pagination: { total: number } }>(
      'GET',
      `/v1/batches/${id}/timeline${query}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const { data, pagination } = await timelines()
  assert.equal(pagination.total, 2)
  for (const { status, steps, events, notes, readBack } of data) {
    assert.deepEqual([status, notes, readBack], ['launched', [], null])
    assert.deepEqual(
      steps.map(({ kind, state }) => [kind, state]),
      ['media', 'creative', 'ad'].map((kind) => [kind, 'done']),
    )
    for (const { tries, lastTriedAt, endedAt, platformId } of steps) {
      assert.ok(Number(tries) >= 1 && platformId)
      assert.ok(Date.parse(lastTriedAt as string) <= Date.parse(endedAt as string))
    }
    assert.equal(events.at(-1)!.kind, 'ad.launched')
  }
  const made = data.find(({ steps }) => !steps[1]!.shared)!
  assert.ok(Number(made.steps[1]!.tries) >= 2, 'the creative was sent again after the pause')
  const waits = data.flatMap(({ events }) => events).filter(({ reason }) => reason === 'throttled')
  assert.ok(
    waits.some(({ kind, step }) => kind === 'ad.waiting' && step === 'creative'),
    JSON.stringify(data),
  )
  assert.deepEqual(
    data.map(({ steps }) => steps[1]!.shared).toSorted(),
    [false, true],
    'both ads share the creative that one of them made',
  )
  await receipts(id)
  const [one] = (await timelines(`?index=0&adSetId=${adSets[1]!}`)).data
  assert.equal(one!.readBack!.differences, 0)
  assert.deepEqual((await timelines('?index=7')).data, [])
  assert.equal((await app.call('GET', `/v1/batches/${id}/timeline?index=-1`)).status, 400)
  const { key } = await app.stranger()
  assert.equal((await app.call('GET', `/v1/batches/${id}/timeline`, { key })).status, 404)

  await app.app.services.pool.query(`DELETE FROM journal WHERE key LIKE 'ad:%' AND platform_id = $1`, [
    one!.steps[2]!.platformId,
  ])
  const [forgotten] = (await timelines(`?adSetId=${adSets[1]!}`)).data
  assert.deepEqual([forgotten!.steps[2]!.state, forgotten!.steps[2]!.tries], ['forgotten', 0])
  assert.match(forgotten!.notes[0]!, /180 days/)
})
