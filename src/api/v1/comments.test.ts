import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../test/support/demo.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import { assertRefused, readNode, watchCalls } from '../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts, page } = await demoFixture(app)
const accountId = accounts[0]!.id
const stranger = await app.stranger()

interface Comments {
  data: {
    id: string
    parentId: string | null
    message: string
    from: { id: string | null; name: string | null } | null
    createdTime: string
    hidden: boolean
    likeCount: number
    replyCount: number
    permalink: string | null
  }[]
  count: number
  paging: { cursors: { before: string | null; after: string | null } }
}

const list = async (query: string) => {
  const reply = await app.call<Comments>('GET', `/v1/comments?accountId=${accountId}&${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const act = (action: string, body: object, key = app.key) =>
  app.call<{ commentId: string; replyId?: string }>('POST', `/v1/comments/${action}`, {
    key,
    body: { accountId, ...body },
  })

/** People comment on the oldest running ads. */
const active = await app.call<{ data: { id: string }[] }>(
  'GET',
  `/v1/manage/list-ads?accountId=${accountId}&status=ACTIVE&limit=200`,
)
const adId = active.body.data.at(-1)!.id
const ad = await readNode<{ creative: { effective_object_story_id: string; effective_instagram_media_id: string } }>(
  app,
  adId,
  'creative{effective_object_story_id,effective_instagram_media_id}',
)
const postId = ad.creative.effective_object_story_id
const mediaId = ad.creative.effective_instagram_media_id

test('the comments under an ad are those on both networks, newest first within each', async () => {
  const onPost = await list(`postId=${postId}`)
  assert.equal(onPost.count, 5)
  assert.deepEqual(Object.keys(onPost.data[0]!).sort(), [
    'createdTime',
    'from',
    'hidden',
    'id',
    'likeCount',
    'message',
    'parentId',
    'permalink',
    'replyCount',
  ])
  const times = onPost.data.map(({ createdTime }) => createdTime)
  assert.deepEqual(times, [...times].sort().reverse())
  assert.equal(onPost.data.find(({ message }) => message.startsWith('Does this run small'))?.replyCount, 1)
  const onMedia = await list(`postId=${mediaId}`)
  assert.ok(onMedia.count > 0)
  const both = await list(`adId=${adId}`)
  assert.deepEqual(both.data, [...onPost.data, ...onMedia.data])
  assert.equal(both.paging.cursors.after, null)
  const first = await list(`adId=${adId}&limit=${onPost.count + 1}`)
  const second = await list(`adId=${adId}&after=${encodeURIComponent(first.paging.cursors.after!)}`)
  assert.deepEqual([...first.data, ...second.data], both.data)
})

test('comments are read page by page', async () => {
  const all = await list(`postId=${postId}`)
  const found: string[] = []
  let after: string | null = null
  do {
    const part: Comments = await list(`postId=${postId}&limit=2${after ? `&after=${encodeURIComponent(after)}` : ''}`)
    found.push(...part.data.map(({ id }) => id))
    after = part.paging.cursors.after
  } while (after)
  assert.deepEqual(
    found,
    all.data.map(({ id }) => id),
  )
})

test('a comment is hidden, found among the hidden ones, and shown again', async () => {
  const { data } = await list(`postId=${postId}`)
  const comment = data.find(({ message }) => message.startsWith('cheap copies'))!
  assert.deepEqual((await act('hide', { commentId: comment.id })).body, { success: true, commentId: comment.id })
  assert.deepEqual(
    (await list(`postId=${postId}&filter=hidden`)).data.map(({ id }) => id),
    [comment.id],
  )
  assert.ok((await list(`postId=${postId}&filter=visible`)).data.every(({ id }) => id !== comment.id))
  const first = await list(`postId=${postId}&filter=hidden&limit=1`)
  assert.deepEqual([first.data.map(({ id }) => id), first.paging.cursors.after === null], [[comment.id], false])
  const after = encodeURIComponent(first.paging.cursors.after!)
  const rest = await list(`postId=${postId}&filter=hidden&limit=1&after=${after}`)
  assert.deepEqual([rest.data, rest.paging.cursors.after], [[], null])
  await act('unhide', { comment_id: comment.id })
  assert.equal((await list(`postId=${postId}&filter=hidden`)).count, 0)
})

test('a reply stands under the comment, in the name of the page', async () => {
  const comment = (await list(`postId=${postId}`)).data.find(({ message }) => message.startsWith('My parcel'))!
  const { status, body } = await act('reply', { commentId: comment.id, message: 'We are on it.' })
  assert.equal(status, 200, JSON.stringify(body))
  const reply = (await list(`postId=${postId}`)).data.find(({ id }) => id === body.replyId)
  assert.equal(reply?.message, 'We are on it.')
  assert.equal(reply?.from?.id, page)
  assert.equal(reply?.parentId, comment.id)
  assert.equal(comment.parentId, null)
})

test('a reply whose answer got lost is not given twice', async () => {
  const comment = (await list(`postId=${postId}`)).data.find(({ message }) => message.startsWith('Third order'))!
  const match = { method: 'POST', path: '/comments$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'drop-after', times: 1 })
  const { status } = await act('reply', { commentId: comment.id, message: 'Thank you!' })
  assert.equal(status, 200)
  const replies = (await list(`postId=${postId}`)).data.filter(({ message }) => message === 'Thank you!')
  assert.equal(replies.length, 1)
})

test('comments on the secondary network are answered, hidden and deleted just so', async () => {
  const comment = (await list(`postId=${mediaId}`)).data.find(({ message }) => message.startsWith('My parcel'))!
  const reply = await act('reply', { commentId: comment.id, message: 'Write to us.' })
  assert.match(reply.body.replyId ?? '', /^\d+$/)
  await act('hide', { commentId: comment.id })
  assert.deepEqual(
    (await list(`postId=${mediaId}&filter=hidden`)).data.map(({ id }) => id),
    [comment.id],
  )
  await act('delete', { commentId: comment.id })
  assert.ok((await list(`postId=${mediaId}`)).data.every(({ id }) => id !== comment.id))
})

test('a deleted comment is gone', async () => {
  const [comment] = (await list(`postId=${postId}`)).data
  assert.equal((await act('delete', { commentId: comment!.id })).status, 200)
  assert.ok((await list(`postId=${postId}`)).data.every(({ id }) => id !== comment!.id))
  assert.equal((await act('delete', { commentId: comment!.id })).status, 404)
})

test('a reply without words, and a list of neither ad nor post or of both, is refused', async () => {
  const [comment] = (await list(`postId=${postId}`)).data
  const url = '/v1/comments/reply'
  const body = { accountId, commentId: comment!.id }
  const empty = { ...body, message: '  ' }
  await assertRefused(app, url, { what: 'an empty reply', body: empty, path: 'message', status: 400 })
  const long = { ...body, message: 'x'.repeat(8001) }
  await assertRefused(app, url, { what: 'a reply that is too long', body: long, path: 'message', status: 400 })
  await assertRefused(app, url, { what: 'no message', body, path: 'message', status: 400 })
  const statusOf = async (query: string) =>
    (await app.call('GET', `/v1/comments?accountId=${accountId}${query}`)).status
  for (const query of ['', `&adId=${adId}&postId=${postId}`]) assert.equal(await statusOf(query), 400, query)
  assert.equal(await statusOf(`&adId=${adId}&after=9:x`), 400)
})

test('something that has no comments is 404 as a post', async () => {
  const reply = await app.call('GET', `/v1/comments?accountId=${accountId}&postId=${page}`)
  assert.equal(reply.status, 404, JSON.stringify(reply.body))
  const adSets = await app.call<{ data: { value: string }[] }>('GET', `/v1/adsets?accountId=${accountId}&limit=1`)
  const adSet = await app.call('GET', `/v1/comments?accountId=${accountId}&postId=${adSets.body.data[0]!.value}`)
  assert.equal(adSet.status, 404, JSON.stringify(adSet.body))
})

test('a stranger neither reads nor moderates, whichever account he names', async () => {
  const [comment] = (await list(`postId=${postId}`)).data
  const theirs = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary', {
    key: stranger.key,
  })
  const calls = await watchCalls(app)
  for (const account of [accountId, theirs.body.data[0]!.id]) {
    for (const query of [`adId=${adId}`, `postId=${postId}`]) {
      const reply = await app.call('GET', `/v1/comments?accountId=${account}&${query}`, { key: stranger.key })
      assert.equal(reply.status, 404)
    }
    for (const action of ['reply', 'hide', 'unhide', 'delete']) {
      const said = action === 'reply' ? { message: 'Hello' } : {}
      const body = { accountId: account, commentId: comment!.id, ...said }
      assert.equal((await act(action, body, stranger.key)).status, 404, action)
    }
  }
  assert.deepEqual(await calls.writes(), [])
})

test("a page's token appears in no answer", async () => {
  const reply = await app.call('GET', `/v1/comments?accountId=${accountId}&postId=${postId}`)
  assert.ok(!JSON.stringify(reply.body).includes('sandbox-meta-token'))
})

test('a missing permission is named together with the feature that needs it', async () => {
  const { data } = await list(`adId=${adId}`)
  await app.control('POST', 'meta', { declinedScopes: ['pages_manage_engagement'] })
  const reply = await app.call<{ error: { details: { code: number; hint: string } } }>('POST', '/v1/comments/hide', {
    body: { accountId, commentId: data.find(({ id }) => id.includes('_'))!.id },
  })
  await app.control('POST', 'meta', { declinedScopes: [] })
  assert.equal(reply.status, 502, JSON.stringify(reply.body))
  assert.equal(reply.body.error.details.code, 200)
  assert.match(reply.body.error.details.hint, /"comments" needs .*pages_manage_engagement/)
})
