import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil } from '../../../../test/support/ask-until.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { tiktokFixture } from '../../../../test/support/platforms/tiktok.ts'
import { postsOf } from '../../../../test/support/reports/creatives.ts'
import { accountsOn } from '../../../../test/support/reports/totals.ts'
import { accountsFor } from '../../../core/automations/rule/accounts.ts'
import { ensureEntities } from '../../../core/reports/sync/ensure/entities.ts'
import { sql } from '../../../db/sql.ts'

const app = await startTestApp()

interface AdSets {
  data: { value: string; closed: string | null }[]
}
interface Graduated {
  adBatchId: number
  already: { adBatchId: number }[]
}
interface Receipts {
  data: { stored: { content: { reference: string } }; fields: { field: string; outcome: string }[] }[]
}

/** The first of the posts that an ad set takes, by what a rehearsal says of each. */
async function graduated(posts: { id: string; shows: string }[], adSets: string[]) {
  for (const adSet of adSets) {
    for (const post of posts) {
      const asked = { adSetIds: [adSet], launchPaused: true }
      const path = `/v1/creatives/${post.id}/graduate`
      const preview = await app.call('POST', path, { body: { ...asked, dryRun: true } })
      if (preview.status === 422) continue
      const { status, body } = await app.call<Graduated>('POST', path, { body: asked })
      assert.equal(status, 202, JSON.stringify(body))
      const done = await app.finished(body.adBatchId)
      assert.equal(done.status, 'success', `what a rehearsal let through: ${JSON.stringify(done)}`)
      return { post, path, asked, adBatchId: body.adBatchId }
    }
  }
  throw new Error('no post goes into any of the ad sets')
}

test('on linkedin a winner goes into another ad set as the same share, once, and its receipt has it', async () => {
  const account = (await accountsOn(app, 'linkedin')).find(({ currency }) => currency === 'USD')!
  const posts = (await postsOf(app, account.id)).filter(({ shows }) => shows.includes('urn:li:share:'))
  const adSets = await askUntil(async () => {
    const { body } = await app.call<AdSets>('GET', `/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=50`)
    return body.data.length > 0 ? body.data.filter(({ closed }) => closed === null).map(({ value }) => value) : null
  })
  const rehearsals = adSets.flatMap((adSet) => posts.map(({ id }) => ({ adSet, id }))).slice(0, 40)
  const refusals = await Promise.all(
    rehearsals.map(async ({ adSet, id }) => {
      const asked = { adSetIds: [adSet], launchPaused: true, dryRun: true }
      return JSON.stringify((await app.call('POST', `/v1/creatives/${id}/graduate`, { body: asked })).body)
    }),
  )
  assert.match(refusals.join('\n'), /the ads of ad set \d+ are \w+.*, and the post is/)
  const { post, path, asked, adBatchId } = await graduated(posts, adSets.toReversed())
  const { body } = await app.call<Receipts>('GET', `/v1/batches/${adBatchId}/receipts`)
  assert.equal(body.data[0]!.stored.content.reference, post.shows.split(' ').at(-1))
  assert.deepEqual(
    body.data[0]!.fields.find(({ field }) => field === 'postId'),
    { field: 'postId', outcome: 'as_asked' },
  )
  const again = await app.call<Graduated>('POST', path, { body: asked })
  assert.deepEqual([again.status, again.body.already[0]?.adBatchId], [200, adBatchId])
})

test('on tiktok a winner goes into another ad set as the same post of the same identity, once', async () => {
  const { usd, feedSet, identityOf, videoAd, launched } = await tiktokFixture(app)
  const identityId = identityOf('BC_AUTH_TT')
  const query = `accountId=${usd}&identityId=${identityId}`
  const { body } = await app.call<{ data: { postId: string; type: string }[] }>('GET', `/v1/tiktok/posts?${query}`)
  const { postId: sparkPostId } = body.data.find(({ type }) => type === 'VIDEO')!
  const { media: _media, description: _text, ...plain } = videoAd({ adName: 'Post' })
  assert.equal((await launched([{ ...plain, identityId, sparkPostId }])).status, 'success')
  const { services } = app.app
  const company = await services.db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const { accounts } = await accountsFor(services, company)
  await ensureEntities(
    services,
    accounts.find(({ accountId }) => accountId === usd)!,
    0,
  )
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM creatives WHERE kind = 'post' AND key LIKE ${`%post ${sparkPostId}`}`.execute(services.db)
  const adSets = await app.call<AdSets>('GET', `/v1/adsets?accountId=${usd}&status=ACTIVE&limit=50`)
  const others = adSets.body.data.filter(({ value, closed }) => closed === null && value !== feedSet)
  const [shown] = rows
  assert.ok(shown, 'the post is a creative')
  const { path, asked, adBatchId } = await graduated(
    [{ id: shown.id, shows: sparkPostId }],
    others.map(({ value }) => value),
  )
  const receipts = await app.call<{ data: { asked: object; stored: object }[] }>(
    'GET',
    `/v1/batches/${adBatchId}/receipts`,
  )
  const stored = JSON.stringify(receipts.body.data[0]!.stored)
  assert.ok(stored.includes(sparkPostId) && stored.includes(identityId), stored)
  const again = await app.call<Graduated>('POST', path, { body: asked })
  assert.deepEqual([again.status, again.body.already[0]?.adBatchId], [200, adBatchId])
})
