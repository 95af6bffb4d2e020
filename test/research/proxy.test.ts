import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client'
import type { ResearchRouter } from '../../sandbox/research/router.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()

interface Failure {
  message: string
  error: { code: string; message: string; details: Record<string, unknown> }
}

interface Found<T> {
  success: boolean
  result: { data: T }
}

interface AdPage {
  items: { id: string; brandName: string; headline: string; media: { type: string; url: string }[] }[]
  total: number
  nextCursor: string | null
}

const rpc = '/v1/research/rpc'

function clientWith(link: typeof httpLink | typeof httpBatchLink, path = rpc, key = app.key) {
  return createTRPCClient<ResearchRouter>({
    links: [link({ url: app.url + path, headers: { authorization: `Bearer ${key}` } })],
  })
}

async function boardsOf(key = app.key) {
  const { body } = await app.call<Found<{ items: { name: string }[] }>>('GET', `${rpc}/boards.list`, { key })
  return body.result.data.items.map(({ name }) => name)
}

for (const [name, link] of [
  ['httpLink', httpLink],
  ['httpBatchLink', httpBatchLink],
] as const) {
  for (const path of [rpc, '/v1/adscan/trpc']) {
    test(`a tRPC client works unchanged with ${name} at ${path}`, async () => {
      const client = clientWith(link, path)
      const [{ items, total }, details, brands] = await Promise.all([
        client.ads.list.query({ brandId: 'brand_04', limit: 3 }),
        client.ads.getDetails.query({ adId: 'ad_0100' }),
        client.brand.search.query({ search: 'audio' }),
      ])
      assert.deepEqual([items.length, total], [3, 25])
      assert.equal(details.brandId, 'brand_04')
      assert.deepEqual(
        brands.items.map((brand) => brand.name),
        ['Kestrel Audio'],
      )
      const board = await client.boards.create.mutate({ name: `${name} ${path}` })
      const filled = await client.boards.addAd.mutate({ boardId: board.id, adId: 'ad_0100' })
      assert.equal(filled.adCount, 1)
      await assert.rejects(client.ads.getDetails.query({ adId: 'ad_9999' }), TRPCClientError)
    })
  }
}

test('in a batch every call has its own result or error, in the words of the research tool', async () => {
  const client = clientWith(httpBatchLink)
  const [good, bad] = await Promise.allSettled([
    client.ads.getDetails.query({ adId: 'ad_0001' }),
    client.ads.getDetails.query({ adId: 'ad_9999' }),
  ])
  assert.equal(good.status, 'fulfilled')
  assert.ok(bad.status === 'rejected' && bad.reason instanceof TRPCClientError)
  assert.equal((bad.reason as TRPCClientError<ResearchRouter>).data?.code, 'NOT_FOUND')
})

test('curated queries take their fields in the query, and answer in the documented shape', async () => {
  const asked = `${rpc}/ads.list?brandId=brand_02&format=video&isActive=true&sort=longest&limit=2`
  const { status, body } = await app.call<Found<AdPage>>('GET', asked)
  assert.equal(status, 200)
  assert.equal(body.success, true)
  const { items, total, nextCursor } = body.result.data
  assert.deepEqual([items.length, typeof total], [2, 'number'])
  for (const { media } of items) assert.equal(media[0]!.type, 'video')
  const next = await app.call<Found<AdPage>>('GET', `${asked}&cursor=${nextCursor}`)
  assert.notEqual(next.body.result.data.items[0]?.id, items[0]!.id)
  for (const path of ['ads.getDetails?adId=ad_0001', 'brand.getOverview?brandId=brand_01', 'companies.listFollowed']) {
    assert.equal((await app.call('GET', `${rpc}/${path}`)).status, 200, path)
  }
})

test('an input is taken raw, and inside of a field json, in GET and in POST', async () => {
  const raw = { search: 'kitchen' }
  for (const input of [raw, { json: raw }, { json: raw, meta: { values: {} } }]) {
    const query = new URLSearchParams({ input: JSON.stringify(input) })
    const { body } = await app.call<Found<{ total: number }>>('GET', `${rpc}/brand.search?${query.toString()}`)
    assert.equal(body.result.data.total, 1)
  }
  for (const body of [{ brandId: 'brand_08' }, { json: { brandId: 'brand_08' } }]) {
    const answer = await app.call<Found<{ id: string }>>('POST', `${rpc}/companies.follow`, { body })
    assert.equal(answer.body.result.data.id, 'brand_08')
  }
  for (const body of [{ name: 'Raw' }, { json: { name: 'Wrapped' } }]) {
    assert.equal((await app.call('POST', `${rpc}/boards.create`, { body })).status, 200)
  }
  const boards = await boardsOf()
  assert.ok(boards.includes('Raw') && boards.includes('Wrapped'))
})

test('a repeat with the same Idempotency-Key makes nothing twice, in a batch too', async () => {
  const alone = { body: { name: 'Once' }, headers: { 'idempotency-key': 'board-once' } }
  const batch = { body: { 0: { name: 'Twice?' }, 1: { name: '' } }, headers: { 'idempotency-key': 'boards-once' } }
  for (const [path, options] of [
    [`${rpc}/boards.create`, alone],
    [`${rpc}/boards.create,boards.create?batch=1`, batch],
  ] as const) {
    const first = await app.call('POST', path, options)
    const second = await app.call('POST', path, options)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal(second.status, first.status)
    assert.deepEqual(second.body, first.body)
  }
  const boards = await boardsOf()
  assert.deepEqual(
    boards.filter((name) => name === 'Once' || name === 'Twice?'),
    ['Once', 'Twice?'],
  )
})

test('boards of another company stay its own', async () => {
  const { key } = await app.stranger()
  await app.call('POST', `${rpc}/boards.create`, { body: { name: 'Secret plans' }, key })
  assert.ok((await boardsOf(key)).includes('Secret plans'))
  assert.ok(!(await boardsOf()).includes('Secret plans'))
})

test('a procedure that may not be called is 404 with the list of those that may, whatever its name', async () => {
  const names = [
    'ads.delete',
    'constructor',
    '__proto__',
    'toString',
    '..%2fadmin',
    '..%2F..%2F_control',
    'ads.list%00',
  ]
  for (const name of [...names, 'ads.list/../x', 'ads.list,constructor', 'ads', 'ads.list%3Fbatch=1']) {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await app.call<Failure>(method, `${rpc}/${name}`, method === 'POST' ? { body: {} } : {})
      assert.ok(status === 404 || status === 400 || status === 405, `${method} ${name}: ${status}`)
      if (!/%00|\/\.\./.test(name)) assert.ok((body.error.details.procedures as string[]).includes('ads.list'), name)
    }
  }
  const calls = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=research')
  assert.ok(calls.calls.every(({ path }) => path.startsWith('/trpc/')))
})

test('what is wrong with an input is 400, and nothing is sent', async () => {
  await app.control('DELETE', 'calls?platform=research')
  const queries = [
    'brand.search?input={',
    'brand.search?input=%7B%22__proto__%22%3A%7B%7D%7D',
    `brand.search?input=${'['.repeat(100)}`,
    'ads.list?input=nonsense',
    'ads.list?limit=1000',
    'ads.list?sort=loudest',
    'ads.getDetails',
    'ads.list,ads.list?batch=1&input=[]',
    'ads.list,ads.list?batch=1&input={"7":{}}',
    `${Array(30).fill('ads.list').join(',')}?batch=1`,
  ]
  for (const query of queries) {
    const { status } = await app.call('GET', `${rpc}/${query}`)
    assert.equal(status, 400, query)
  }
  const bodies = ['{', '{"__proto__":{"name":"x"}}', '{"name":""}', '[]', '{"name":7}', '{"json":7}']
  for (const body of bodies) assert.equal((await app.call('POST', `${rpc}/boards.create`, { body })).status, 400, body)
  const { calls } = await app.control<{ calls: object[] }>('GET', 'calls?platform=research')
  assert.deepEqual(calls, [])
})

test('a batch of a thousand procedures is refused', async () => {
  const { status, body } = await app.call<Failure>('GET', `${rpc}/${Array(1000).fill('ads.list').join(',')}?batch=1`)
  assert.ok(status >= 400 && status < 500, String(status))
  assert.equal(typeof body.error.code, 'string')
})

test('an input of 10 MB is refused before it is read', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(10_000_000) })
  for (const procedure of ['boards.create', 'companies.follow']) {
    const answer = await app.call<Failure>('POST', `${rpc}/${procedure}`, { body })
    assert.equal(answer.status, 413)
    assert.equal(answer.body.error.details.maxSize, 1_000_000)
  }
})

test('an input without an announced length is refused when it grows too large', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      if (sent > 10_000_000) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(32))
    },
  })
  const headers = { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${app.url}${rpc}/boards.create`, { method: 'POST', headers, body, duplex: 'half' })
  assert.equal(answer.status, 413)
})

test('what the research tool refuses is 502 with its own code', async () => {
  const missing = await app.call<Failure>('GET', `${rpc}/ads.getDetails?adId=ad_9999`)
  assert.equal(missing.status, 502)
  const { code, status, message, procedure } = missing.body.error.details
  assert.deepEqual([code, status, message, procedure], ['NOT_FOUND', 404, 'There is no ad ad_9999.', 'ads.getDetails'])
  await app.control('POST', 'faults', { platform: 'research', fault: 'throttle', seconds: 9 })
  const throttled = await app.call<Failure>('GET', `${rpc}/ads.list`)
  assert.deepEqual([throttled.status, throttled.body.error.details.code], [502, 'TOO_MANY_REQUESTS'])
  assert.equal(throttled.headers.get('retry-after'), '9')
  const query = await app.call<Failure>('POST', `${rpc}/brand.search`, { body: {} })
  assert.deepEqual([query.status, query.body.error.details.code], [502, 'METHOD_NOT_SUPPORTED'])
})

test('a key without the scope may read, and change nothing', async () => {
  const { key } = await app.stranger(['read'])
  assert.equal((await app.call('GET', `${rpc}/ads.list`, { key })).status, 200)
  assert.equal((await app.call('POST', `${rpc}/boards.create`, { key, body: { name: 'No' } })).status, 403)
  assert.equal((await app.call('POST', `${rpc}/companies.follow`, { key, body: { brandId: 'brand_01' } })).status, 403)
  assert.equal((await app.call('GET', `${rpc}/ads.list`, { key: null })).status, 401)
})

test('a mutation without an answer says that it may have happened', async () => {
  await app.control('POST', 'faults', { platform: 'research', match: { method: 'POST' }, fault: 'drop-after' })
  const { status, body } = await app.call<Failure>('POST', `${rpc}/boards.create`, { body: { name: 'Lost' } })
  assert.equal(status, 502)
  assert.equal(body.error.details.mayHaveHappened, true)
  assert.ok((await boardsOf()).includes('Lost'))
})
