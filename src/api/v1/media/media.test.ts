import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { mp4, picture } from '../../../../test/support/media/media-files.ts'
import { filesIn, rowsIn, send } from '../../../../test/support/media/uploads.ts'
import type { Uploaded } from '../../../../test/support/media/uploads.ts'

interface Item extends Uploaded {
  name: string
  type: string
  tags: string[]
  boardIds: number[]
}

interface Page {
  data: Item[]
  count: number
  pagination: { page: number; limit: number; total: number; hasMore: boolean }
}

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const uploads: Uploaded[] = []
for (const [name, bytes] of [
  ['spring.png', await picture({ width: 61 }).png().toBuffer()],
  ['summer_50%.png', await picture({ width: 62 }).png().toBuffer()],
  ['clip.mp4', await mp4()],
] as const) {
  uploads.push((await send(app, bytes, name)).body)
}
const [spring, summer, clip] = uploads as [Uploaded, Uploaded, Uploaded]
const stranger = await app.stranger()

const list = async (query: string) => (await app.call<Page>('GET', `/v1/media?${query}`)).body
const names = (page: Page) => page.data.map((item) => item.filename)

test('media are listed newest first, in pages', async () => {
  const all = await list('')
  assert.deepEqual(names(all), ['clip.mp4', 'summer_50%.png', 'spring.png'])
  assert.equal(all.data[0]!.type, 'video')
  assert.equal(all.data[0]!.url, clip.url)
  assert.equal(all.data[0]!.dimensions.duration, 1)
  const second = await list('page=2&limit=2')
  assert.deepEqual(names(second), ['spring.png'])
  assert.deepEqual(second.pagination, { page: 2, limit: 2, total: 3, hasMore: false, nextCursor: null })
})

test('media can be searched and filtered', async () => {
  assert.deepEqual(names(await list('search=SPRING')), ['spring.png'])
  assert.deepEqual(names(await list(`search=${encodeURIComponent('_50%')}`)), ['summer_50%.png'])
  assert.deepEqual(names(await list(`search=${encodeURIComponent('%')}`)), ['summer_50%.png'])
  assert.deepEqual(names(await list('type=video')), ['clip.mp4'])
  assert.deepEqual(names(await list('type=image')), ['summer_50%.png', 'spring.png'])
  assert.equal((await app.call('GET', '/v1/media?type=hologram')).status, 400)
  assert.equal((await app.call('GET', '/v1/media?search=%00')).status, 400)
})

test('a file can be renamed and tagged, and found by its tag', async () => {
  const change = { name: 'Spring banner', tags: ['april', ' sale ', 'april'] }
  const { status, body } = await app.call<Item & { data: Item }>('PATCH', `/v1/media/${spring.id}`, { body: change })
  assert.equal(status, 200)
  assert.deepEqual([body.name, body.tags, body.filename], ['Spring banner', ['april', 'sale'], 'spring.png'])
  assert.deepEqual(body.data.tags, body.tags)
  assert.deepEqual(names(await list('tag=sale')), ['spring.png'])
  assert.deepEqual(names(await list('search=banner')), ['spring.png'])
  const again = await app.call<Item>('PATCH', `/v1/media/${spring.id}`, { body: { tags: [] } })
  assert.deepEqual([again.body.name, again.body.tags], ['Spring banner', []])
  assert.equal((await app.call('PATCH', `/v1/media/${spring.id}`, { body: { name: ' ' } })).status, 400)
  assert.equal((await app.call('PATCH', `/v1/media/${spring.id}`, { body: { tags: ['a\0b'] } })).status, 400)
})

test('to another company the media do not exist', async () => {
  const { key } = stranger
  for (const path of [`/v1/media/${spring.id}`, `/v1/library/assets/${spring.id}`]) {
    assert.equal((await app.call('GET', path, { key })).status, 404)
    assert.equal((await app.call('GET', path)).status, 200)
  }
  assert.equal((await app.call('PATCH', `/v1/media/${spring.id}`, { key, body: { name: 'mine' } })).status, 404)
  assert.equal((await app.call('DELETE', `/v1/media/${spring.id}`, { key })).status, 404)
  assert.equal((await app.call<Page>('GET', '/v1/media', { key })).body.count, 0)
  assert.equal((await app.call<Page>('GET', '/v1/library/assets', { key })).body.count, 0)
  assert.equal((await app.call<Item>('GET', `/v1/media/${spring.id}`)).body.name, 'Spring banner')
})

test('a file is given another filename by the rules of uploads, and its address stays', async () => {
  const rename = async (filename: string) =>
    (await app.call<Item & { wasRenamed: boolean }>('PATCH', `/v1/media/${spring.id}`, { body: { filename } })).body
  const before = (await app.call<Item>('GET', `/v1/media/${spring.id}`)).body
  const renamed = await rename('../Autumn: banner.jpg')
  assert.deepEqual([renamed.filename, renamed.wasRenamed], ['Autumn_ banner.png', false])
  assert.deepEqual([renamed.url, renamed.name], [before.url, before.name])
  const { filename: taken } = (await app.call<Item>('GET', `/v1/media/${summer.id}`)).body
  const suffixed = await rename(taken)
  assert.deepEqual([suffixed.filename, suffixed.wasRenamed], [taken.replace('.png', '-2.png'), true])
  assert.equal((await rename(taken)).filename, suffixed.filename, 'its own suffix is not in its way')
  assert.equal((await rename(before.filename)).filename, before.filename)
  assert.equal((await app.call('PATCH', `/v1/media/${spring.id}`, { body: { filename: ' ' } })).status, 400)
})

test('ids that cannot exist are 404', async () => {
  for (const id of ['0', '-1', '1.5', 'abc', '9'.repeat(30)]) {
    assert.equal((await app.call('GET', `/v1/media/${id}`)).status, 404, id)
    assert.equal((await app.call('DELETE', `/v1/media/${id}`)).status, 404, id)
  }
})

test('a file that a running batch needs cannot be deleted, unless it was uploaded twice', async () => {
  const fixture = await demoFixture(app)
  const launch = { ads: [singleAd(app, fixture, { media: [{ url: summer.url }] })] }
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: launch })
  // No worker runs here, so the batch stays under way.
  const refused = await app.call<{ error: { code: string; details: object } }>('DELETE', `/v1/media/${summer.id}`)
  assert.equal(refused.status, 409)
  assert.equal(refused.body.error.code, 'conflict')
  assert.deepEqual(refused.body.error.details, { adBatchId: body.adBatchId })
  const uses = (of: { id: number }, key?: string) =>
    app.call<{ data: object[]; pagination: { total: number } }>('GET', `/v1/media/${of.id}/uses`, { key })
  const { data, pagination } = (await uses(summer)).body
  const { adBatchId, status } = data[0] as { adBatchId: number; status: string }
  assert.deepEqual([adBatchId, status, pagination.total], [body.adBatchId, 'waiting', 1], 'it is told where it is used')
  assert.deepEqual((await uses(spring)).body.data, [])
  assert.equal((await uses(summer, stranger.key)).status, 404)
  const twin = await send(app, await picture({ width: 62 }).png().toBuffer(), 'summer-again.png')
  const both = await Promise.all([summer.id, twin.body.id].map((id) => app.call('DELETE', `/v1/media/${id}`)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await fetch(summer.url)).status, 200)
})

test('the bytes of a file go with its last row, however rows come and go at the same moment', async () => {
  const before = await rowsIn(app)
  const files = await filesIn(app)
  const bytes = await picture({ width: 63 }).png().toBuffer()
  for (let round = 0; round < 5; round += 1) {
    const first = (await send(app, bytes, 'racing.png')).body
    const [second] = await Promise.all([
      send(app, bytes, 'racing.png'),
      app.call('DELETE', `/v1/media/${first.id}`),
      send(app, bytes, 'racing.png'),
    ])
    assert.equal(second.status, 200)
    assert.equal((await fetch(second.body.url)).status, 200)
    const left = (await list('search=racing')).data
    assert.equal(left.length, 2)
    const gone = await Promise.all(left.map(({ id }) => app.call('DELETE', `/v1/media/${id}`)))
    assert.deepEqual(
      gone.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await fetch(second.body.url)).status, 404)
  }
  assert.deepEqual(await rowsIn(app), before)
  assert.deepEqual((await filesIn(app)).sort(), files.sort())
})

test('a file deleted twice at the same moment is deleted once', async () => {
  const { body } = await send(app, await picture({ width: 64 }).png().toBuffer(), 'twice.png')
  const answers = await Promise.all([1, 2].map(() => app.call('DELETE', `/v1/media/${body.id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
})
