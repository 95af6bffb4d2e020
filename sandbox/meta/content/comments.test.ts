import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { graphClient, page, prepareLaunch, usdAccount } from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

/** Tokens of the Pages, as a caller gets them. */
async function pageTokens(client: GraphClient): Promise<string[]> {
  const { body } = await client.get('me/accounts?fields=access_token')
  return (body.data ?? []).map((entry) => String(entry['access_token']))
}

/** The posts behind an ad that people have commented on. */
async function commentedAd(client: GraphClient) {
  const fields = encodeURIComponent('creative{effective_object_story_id,effective_instagram_media_id}')
  const filtering = encodeURIComponent('[{"field":"effective_status","operator":"IN","value":["ACTIVE"]}]')
  const { body } = await client.get(`${usdAccount}/ads?fields=${fields}&filtering=${filtering}&limit=100`)
  const ad = body.data?.at(-1) as { id: string; creative: Record<string, string> }
  return {
    adId: ad.id,
    postId: ad.creative['effective_object_story_id'] ?? '',
    mediaId: ad.creative['effective_instagram_media_id'] ?? '',
  }
}

const fields =
  'id,message,from,created_time,is_hidden,can_hide,can_reply_privately,comment_count,like_count,parent,permalink_url,attachment'

test('comments under an ad are listed for its Page, in order, with or without replies', async (context) => {
  const { url } = await startTestSandbox(context)
  const user = graphClient(url)
  const { postId } = await commentedAd(user)
  const [token] = await pageTokens(user)
  const client = graphClient(url, token)
  const list = async (query: string) =>
    (await client.get(`${postId}/comments?fields=${fields}${query}`)).body.data ?? []
  const top = await list('')
  const all = await list('&filter=stream')
  assert.deepEqual([top.length, all.length], [4, 5])
  assert.deepEqual([top[0]?.['can_hide'], top[0]?.['comment_count'], top[0]?.['is_hidden']], [true, 1, false])
  assert.ok((top[0]!['from'] as { name: string }).name)
  const times = (rows: Record<string, unknown>[]) => rows.map((row) => String(row['created_time']))
  assert.deepEqual(times(all), [...times(all)].sort())
  assert.deepEqual(times(await list('&order=reverse_chronological&filter=stream')), [...times(all)].sort().reverse())
  const reply = all.find((comment) => comment['parent'])
  assert.deepEqual([reply?.['can_hide'], (reply!['parent'] as { id: string }).id], [false, top[0]?.['id']])
  const first = (await client.get(`${postId}/comments?limit=1`)).body
  const second = (await client.get(`${postId}/comments?limit=1&after=${first.paging?.cursors.after}`)).body
  assert.equal(second.data?.[0]?.['id'], top[1]?.['id'])
  assertError(await client.get(`${postId}/comments?filter=loud`), 100)
  assertError(await client.get(`${postId}/comments?order=random`), 100)
})

test('a Page answers, hides, shows and deletes comments', async (context) => {
  const { url } = await startTestSandbox(context)
  const user = graphClient(url)
  const { postId } = await commentedAd(user)
  const [token] = await pageTokens(user)
  const client = graphClient(url, token)
  const commentId = String((await client.get(`${postId}/comments`)).body.data?.[1]?.['id'])
  const replyId = await client.create(`${commentId}/comments`, { message: 'Thank you!' })
  const reply = (await client.get(`${replyId}?fields=message,from,parent`)).body
  assert.equal(reply['message'], 'Thank you!')
  assert.deepEqual([(reply['from'] as { id: string }).id, (reply['parent'] as { id: string }).id], [page, commentId])
  for (const isHidden of [true, false]) {
    assert.deepEqual((await client.post(commentId, { is_hidden: isHidden })).body, { success: true })
    assert.equal((await client.get(`${commentId}?fields=is_hidden`)).body['is_hidden'], isHidden)
  }
  assertError(await client.post(replyId, { is_hidden: true }), 100)
  assertError(await client.post(commentId, {}), 100)
  assertError(await client.post(commentId, { message: 'Other words' }), 100)
  assertError(await client.post(`${commentId}/comments`, { message: ' ' }), 100)
  await client.post(`${commentId}/likes`, {})
  assert.equal((await client.get(`${commentId}?fields=user_likes`)).body['user_likes'], true)
  assert.deepEqual((await client.remove(commentId)).body, { success: true })
  for (const id of [commentId, replyId]) assertError(await client.get(id), 100, 33)
})

test('comments of a Page are closed to the user and to other Pages', async (context) => {
  const { url } = await startTestSandbox(context)
  const user = graphClient(url)
  const { postId } = await commentedAd(user)
  const [own, other] = await pageTokens(user)
  const stranger = graphClient(url, other)
  assertError(await user.get(`${postId}/comments`), 210)
  assertError(await stranger.get(`${postId}/comments`), 10)
  const id = String((await graphClient(url, own).get(`${postId}/comments`)).body.data?.[0]?.['id'])
  assertError(await user.post(`${id}/comments`, { message: 'Hi' }), 210)
  assertError(await user.post(id, { is_hidden: true }), 210)
  assertError(await user.remove(id), 210)
  assertError(await stranger.remove(id), 10)
  assert.equal((await user.get(`${id}?fields=from`)).body['from'], undefined)
})

test('Instagram comments are listed, answered, hidden and deleted', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adId, mediaId } = await commentedAd(client)
  const query = encodeURIComponent('id,text,username,timestamp,hidden,like_count,replies{text,username}')
  const list = (await client.get(`${mediaId}/comments?fields=${query}`)).body.data ?? []
  assert.equal(list.length, 4)
  const [comment] = list
  const id = String(comment?.['id'])
  assert.ok(list.some((entry) => (entry['replies'] as { data: object[] } | undefined)?.data.length === 1))
  const replyId = await client.create(`${id}/replies`, { message: 'Sorry, we look into it.' })
  const replies = (await client.get(`${id}/replies?fields=text,username`)).body.data
  assert.deepEqual(
    replies?.map((entry) => [entry['id'], entry['username']]),
    [[replyId, 'harborandpine']],
  )
  assertError(await client.post(id, {}), 100)
  assertError(await client.post(replyId, { hide: true }), 100)
  await client.post(id, { hide: true, ad_id: adId })
  assert.equal((await client.get(`${id}?fields=hidden`)).body['hidden'], true)
  assertError(await client.post(`${mediaId}/comments`, { message: 'Hello' }), 100)
  assertError(await client.post(`${mediaId}/comments`, { message: 'Hello', ad_id: '1' }), 100)
  await client.create(`${mediaId}/comments`, { message: 'Hello', ad_id: adId })
  assert.equal((await client.get(`${mediaId}/comments`)).body.data?.length, 5)
  await client.remove(id)
  assertError(await client.get(replyId), 100, 33)
})

test('a new ad has a post without comments', async (context) => {
  const { url } = await startTestSandbox(context)
  const user = graphClient(url)
  const { creativeId } = await prepareLaunch(user)
  const { body } = await user.get(`${creativeId}?fields=effective_object_story_id`)
  const [token] = await pageTokens(user)
  const postId = String(body['effective_object_story_id'])
  assert.deepEqual((await graphClient(url, token).get(`${postId}/comments`)).body.data, [])
  const post = (await user.get(`${postId}?fields=message,is_published,call_to_action`)).body
  assert.deepEqual([post['message'], post['is_published']], ['Hello spring', false])
  assertError(await graphClient(url, 'sandbox-meta-token.other').get(postId), 100, 33)
})

test('every Page has comments of its own', async (context) => {
  const { url } = await startTestSandbox(context)
  const user = graphClient(url)
  const ids: unknown[] = []
  for (const token of await pageTokens(user)) {
    const client = graphClient(url, token)
    const pageId = token.split('~')[1] ?? ''
    const oldest = (await client.get(`${pageId}/posts`)).body.data?.at(-1)?.['id']
    ids.push(...((await client.get(`${String(oldest)}/comments`)).body.data ?? []).map((comment) => comment['id']))
  }
  assert.deepEqual([ids.length, new Set(ids).size], [8, 8])
})
