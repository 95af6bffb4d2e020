import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, identityOf, videoAd, launched, sandboxAds, wireAd } = await tiktokFixture(app)

interface Post {
  postId: string
  type: string
  thumbnail: string | null
  eligible: boolean
}
interface Posts {
  data: Post[]
  paging: { cursors: { after: string | null } }
}

const identityId = identityOf('BC_AUTH_TT')
const list = async (query: string) => {
  const { status, body } = await app.call<Posts>(
    'GET',
    `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}${query}`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const { data: posts, paging } = await list('')
const spark = (adName: string, sparkPostId: string) =>
  videoAd({ adName, identityId, sparkPostId, media: undefined, description: undefined })

test('photo posts are listed after video posts, and page by page nothing is left out or told twice', async () => {
  assert.deepEqual(
    posts.map(({ type }) => type),
    ['VIDEO', 'VIDEO', 'VIDEO', 'VIDEO', 'CAROUSEL'],
  )
  assert.equal(paging.cursors.after, null)
  assert.ok(posts.every(({ thumbnail }) => thumbnail?.startsWith('http')))
  const seen: string[] = []
  let after: string | null = ''
  for (let pages = 0; after !== null && pages < 10; pages++) {
    const page: Posts = await list(`&limit=2${after ? `&after=${encodeURIComponent(after)}` : ''}`)
    seen.push(...page.data.map(({ postId }) => postId))
    after = page.paging.cursors.after
  }
  assert.deepEqual(
    seen,
    posts.map(({ postId }) => postId),
  )
  for (const wrong of ['x', 'VIDEO:', 'MUSIC:1', 'VIDEO:1 2']) {
    const path = `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}&after=${encodeURIComponent(wrong)}`
    assert.equal((await app.call('GET', path)).status, 400, wrong)
  }
})

test('a post that only friends see is listed as not eligible, and is refused by name before anything is written', async () => {
  const [hidden, ...others] = posts.filter(({ eligible }) => !eligible)
  assert.ok(hidden && others.length === 0)
  await app.control('DELETE', 'calls?platform=tiktok')
  const done = await launched([spark('For friends', hidden.postId), spark('No such post', '12345')])
  assert.deepEqual(
    done.failedAds.map(({ field }) => field),
    ['sparkPostId', 'sparkPostId'],
  )
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
})

test('a photo post is launched as a carousel and a video post as a video', async () => {
  for (const type of ['VIDEO', 'CAROUSEL']) {
    const { postId } = posts.find((post) => post.type === type && post.eligible)!
    const done = await launched([spark(`Post ${type}`, postId)])
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    const [ad] = await sandboxAds(`Post ${type}`)
    const wire = await wireAd(ad!.id)
    assert.equal(wire.ad_format, type === 'CAROUSEL' ? 'CAROUSEL_ADS' : 'SINGLE_VIDEO')
    assert.equal(wire.tiktok_item_id, postId)
  }
})

test('an app that may show posts but not read them still launches them', async () => {
  const { postId } = posts.find(({ type }) => type === 'VIDEO')!
  await app.control('POST', 'faults', {
    platform: 'tiktok',
    match: { path: '/identity/video/info/' },
    fault: 'status',
    status: 200,
    body: { code: 40001, message: 'No permission', data: {} },
    times: 1,
  })
  const other = identityOf('TT_USER')
  const path = `/v1/tiktok/posts?accountId=${usd}&identityId=${other}&limit=1`
  const { data } = (await app.call<Posts>('GET', path)).body
  assert.notEqual(data[0]!.postId, postId)
  const done = await launched([{ ...spark('Unread', data[0]!.postId), identityId: other }])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
})

test('identities past the first hundred are found, whatever their type', async () => {
  const { baseUrl, token } = await app.control<{ baseUrl: string; token: string }>('GET', 'state?platform=tiktok')
  for (let n = 1; n <= 130; n++) {
    const answer = await fetch(`${baseUrl}/open_api/v1.3/identity/create/`, {
      method: 'POST',
      headers: { 'access-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ advertiser_id: usd, display_name: `Shop ${n}`, image_uri: 'x' }),
    })
    assert.equal(((await answer.json()) as { code: number }).code, 0)
  }
  const { body } = await app.call<{ data: { identityId: string }[] }>('GET', `/v1/tiktok/identities?accountId=${usd}`)
  assert.equal(new Set(body.data.map((identity) => identity.identityId)).size, 134)
})
