import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client'
import { startSandbox } from '../server.ts'
import type { ResearchRouter } from './router.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())
const { baseUrl, token } = sandbox.platforms.find(({ platform }) => platform === 'research')!

function clientFor(key: string, link: typeof httpLink | typeof httpBatchLink = httpLink) {
  return createTRPCClient<ResearchRouter>({
    links: [link({ url: `${baseUrl}/trpc`, headers: { authorization: `Bearer ${key}` } })],
  })
}

async function control(method: string, path: string, body?: object) {
  const answer = await fetch(`${sandbox.url}/_control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof TRPCClientError)
  return error as TRPCClientError<ResearchRouter>
}

const client = clientFor(token)

test('the library has 300 ads of 12 brands, the same on every start', async () => {
  const { items, total } = await client.ads.list.query({ limit: 100 })
  assert.equal(total, 300)
  assert.equal(items.length, 100)
  const other = await startSandbox()
  const again = createTRPCClient<ResearchRouter>({
    links: [httpLink({ url: `${other.url}/research/trpc`, headers: { authorization: `Bearer ${token}` } })],
  })
  const texts = (ads: typeof items) =>
    ads.map(({ id, headline, body, firstSeenAt }) => [id, headline, body, firstSeenAt])
  assert.deepEqual(texts((await again.ads.list.query({ limit: 100 })).items), texts(items))
  await other.close()
  assert.equal((await client.brand.search.query({})).total, 12)
})

test('ads are found by word, brand, platform, country and format, page by page', async () => {
  const { items } = await client.ads.list.query({ brandId: 'brand_02', format: 'video', limit: 100 })
  assert.ok(items.length > 0)
  for (const ad of items) assert.deepEqual([ad.brandId, ad.format, ad.media[0]!.type], ['brand_02', 'video', 'video'])
  const [first] = items
  const found = await client.ads.list.query({
    search: `${first!.brandName} ${first!.headline}`,
    country: first!.countries[0],
  })
  assert.ok(found.items.some(({ id }) => id === first!.id))
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await client.ads.list.query({ platform: 'tiktok', limit: 50, cursor })
    for (const { id } of page.items) seen.add(id)
    cursor = page.nextCursor ?? undefined
    if (cursor === undefined) assert.equal(seen.size, page.total)
  } while (cursor)
})

test('pictures and films of ads can be read', async () => {
  for (const format of ['image', 'video'] as const) {
    const { items } = await client.ads.list.query({ format, limit: 1 })
    const answer = await fetch(items[0]!.media[0]!.url)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', new RegExp(`^${format}/`))
  }
})

test('boards and follows belong to the company of the key', async () => {
  const acme = clientFor(`${token}.acme`, httpBatchLink)
  const board = await acme.boards.create.mutate({ name: 'Openers' })
  const filled = await acme.boards.addAd.mutate({ boardId: board.id, adId: 'ad_0007' })
  assert.deepEqual(filled.adIds, ['ad_0007'])
  assert.deepEqual((await acme.ads.getDetails.query({ adId: 'ad_0007' })).boardIds, [board.id])
  const [mine, theirs] = await Promise.all([acme.boards.list.query({}), client.boards.list.query({})])
  assert.deepEqual([mine.total, theirs.total], [2, 1])
  await acme.companies.follow.mutate({ brandId: 'brand_12' })
  await acme.companies.unfollow.mutate({ brandId: 'brand_01' })
  const { items } = await acme.companies.listFollowed.query({})
  assert.deepEqual(items.map(({ id }) => id).sort(), ['brand_05', 'brand_11', 'brand_12'])
  assert.equal((await failureOf(client.boards.get.query({ boardId: board.id }))).data?.code, 'NOT_FOUND')
})

test('what is wrong is refused in the words of the protocol', async () => {
  assert.equal((await failureOf(clientFor('nonsense').ads.list.query({}))).data?.code, 'UNAUTHORIZED')
  assert.equal((await failureOf(client.ads.list.query({ limit: 1000 }))).data?.code, 'BAD_REQUEST')
  assert.equal((await failureOf(client.ads.list.query({ colour: 'red' } as never))).data?.code, 'BAD_REQUEST')
  assert.equal((await failureOf(client.ads.getDetails.query({ adId: 'ad_9999' }))).data?.code, 'NOT_FOUND')
})

test('it can be slowed down, broken and looked at like every other simulator', async () => {
  await control('DELETE', 'calls?platform=research')
  await control('POST', 'faults', { platform: 'research', fault: 'throttle', seconds: 7 })
  assert.equal((await failureOf(client.ads.list.query({}))).data?.code, 'TOO_MANY_REQUESTS')
  await control('POST', 'faults', { platform: 'research', fault: 'platform-error', code: -32_603, message: 'Broken.' })
  assert.equal((await failureOf(client.ads.list.query({}))).message, 'Broken.')
  const { calls } = await control('GET', 'calls?platform=research')
  assert.deepEqual(
    (calls as { fault?: string }[]).map(({ fault }) => fault),
    ['throttle', 'platform-error'],
  )
  const state = await control('GET', 'state?platform=research')
  assert.deepEqual(state.library, { brands: 12, ads: 300, videos: (state.library as { videos: number }).videos })
})

test('every brand has a page with words for machines', async () => {
  const answer = await fetch(`${baseUrl}/pages/brand_03`)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(await answer.text(), /og:title[\s\S]*application\/ld\+json/)
})
