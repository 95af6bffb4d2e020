import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { watchCalls } from '../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts, page } = await demoFixture(app)
const accountId = accounts[0]!.id
const stranger = await app.stranger()

interface List {
  data: Record<string, unknown>[]
  count: number
  paging?: { cursors: { after: string | null } }
}

const get = (path: string, key = app.key) => app.call<List>('GET', path, { key })

test('posts of a page are listed with what boosting them needs', async () => {
  const calls = await watchCalls(app)
  const first = await get(`/v1/primary/posts?pageId=${page}&limit=2`)
  assert.equal((await calls.http()).length, 2)
  assert.equal(first.body.count, 2)
  const rest = await get(`/v1/meta/posts?page_id=${page}&after=${first.body.paging?.cursors.after}`)
  const all = [...first.body.data, ...rest.body.data]
  for (const post of all) assert.match(String(post.effectiveStoryId), new RegExp(`^${page}_\\d+$`))
  assert.ok(all.some((post) => post.eligible === true && post.link && post.cta))
  const refused = all.find((post) => post.eligible === false)
  assert.equal(typeof refused?.reason, 'string')
  assert.ok(!JSON.stringify(all).includes('sandbox-meta-token'))
})

test('a page of nobody, of somebody else, and one that is no id do not exist', async () => {
  for (const id of ['1', 'me', '..%2Fme']) {
    assert.equal((await get(`/v1/primary/posts?pageId=${id}`)).status, 404, id)
  }
  assert.equal((await get(`/v1/primary/posts?pageId=${page}`, stranger.key)).status, 404)
  assert.equal((await get(`/v1/primary/posts?pageId=${page}&after=nonsense`)).status, 400)
})

test('only creators who agreed are listed', async () => {
  const { body } = await get(`/v1/primary/partnership-creators?accountId=${accountId}`)
  assert.deepEqual(
    body.data.map(({ name }) => name),
    ['mara.makes'],
  )
  assert.match(String(body.data[0]?.creatorId), /^\d+$/)
  assert.match(String(body.data[0]?.creatorPageId), /^\d+$/)
})

test('places and interests are found with the keys that targeting takes', async () => {
  const find = async (q: string, type: string) =>
    (await get(`/v1/primary/targeting-search?q=${q}&type=${type}`)).body.data
  assert.deepEqual(await find('new%20york', 'city'), [
    { key: '2490299', name: 'New York', type: 'city', countryCode: 'US' },
  ])
  assert.equal((await find('united', 'country'))[0]?.type, 'country')
  assert.equal((await find('calif', 'region'))[0]?.key, '3847')
  assert.equal((await find('10001', 'zip'))[0]?.key, 'US:10001')
  assert.deepEqual(await find('yoga', 'interest'), [
    { key: '6003306084421', name: 'Yoga', type: 'interest', countryCode: null },
  ])
  const few = await get('/v1/primary/targeting-search?q=1&type=zip&limit=2')
  assert.ok(few.body.count <= 2)
})

test('a search without words, of an unknown kind or for too much is refused', async () => {
  for (const query of ['type=city', 'q=%20&type=city', 'q=a&type=planet', 'q=a&type=city&limit=201']) {
    assert.equal((await get(`/v1/primary/targeting-search?${query}`)).status, 400, query)
  }
})

test('custom audiences are listed with their size', async () => {
  const { body } = await get(`/v1/primary/audiences?accountId=${accountId}`)
  assert.equal(body.count, 3)
  assert.ok(body.data.some((each) => each.name === 'Purchasers 180d' && each.subtype === 'WEBSITE'))
  assert.equal(typeof body.data[0]?.approximateCount, 'number')
})

test('a list is read page by page with the cursor of the page before', async () => {
  interface Page extends List {
    pagination: { limit: number; hasMore: boolean; nextCursor: string | null; total?: number }
  }
  const path = `/v1/primary/audiences?accountId=${accountId}&limit=2`
  const { body: first } = await app.call<Page>('GET', path)
  assert.deepEqual([first.count, first.pagination.hasMore, first.pagination.total], [2, true, 3])
  const { body: second } = await app.call<Page>('GET', `${path}&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual([second.count, second.pagination.hasMore, second.pagination.nextCursor], [1, false, null])
  assert.equal(new Set([...first.data, ...second.data].map(({ id }) => id)).size, 3)
  const posts = await app.call<Page>('GET', `/v1/primary/posts?pageId=${page}&limit=2`)
  const { nextCursor } = posts.body.pagination
  assert.equal(nextCursor, posts.body.paging?.cursors.after)
  const rest = await get(`/v1/primary/posts?pageId=${page}&cursor=${encodeURIComponent(nextCursor!)}`)
  assert.ok(rest.body.count > 0 && rest.body.data.every(({ id }) => posts.body.data.every((post) => post.id !== id)))
})

test("another company's account shows neither creators nor audiences", async () => {
  for (const list of ['partnership-creators', 'audiences']) {
    assert.equal((await get(`/v1/primary/${list}?accountId=${accountId}`, stranger.key)).status, 404)
  }
})
