import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { demo } from '../../../examples.ts'

interface Page {
  data: Record<string, string | null>[]
  count: number
  pagination: { limit: number; hasMore: boolean; nextCursor: string | null }
  paging: { cursors: { before: string | null; after: string | null } }
}

const app = await startTestApp()

async function page(path: string, query: Record<string, string | number>): Promise<Page> {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))
  const { status, body } = await app.call<Page>('GET', `${path}?${asked.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const lists: [path: string, accountId: string, most: number][] = [
  ['/v1/manage/list-ads', demo.account, 200],
  ['/v1/manage/campaigns', demo.account, 200],
  ['/v1/manage/adsets', demo.shortVideoAccount, 200],
  ['/v1/manage/changes', demo.account, 100],
  ['/v1/manage/snapchat/campaigns', demo.photoAccount, 200],
  ['/v1/manage/snapchat/adsquads', demo.photoAccount, 200],
  ['/v1/manage/snapchat/ads', demo.photoAccount, 200],
]

for (const [path, accountId, max] of lists) {
  test(`${path} is read to its end by nextCursor, whichever name the cursor is sent under`, async () => {
    const whole = await page(path, { accountId, limit: max })
    const limit = Math.ceil(whole.count / 3)
    const found: unknown[] = []
    let cursor: string | null = ''
    for (let turn = 0; cursor !== null && turn < 10; turn++) {
      const name = turn % 2 === 0 ? 'cursor' : 'after'
      const part: Page = await page(path, { accountId, limit, ...(cursor ? { [name]: cursor } : {}) })
      const { pagination, paging } = part
      assert.equal(pagination.limit, limit)
      assert.equal(pagination.hasMore, pagination.nextCursor !== null)
      assert.equal(pagination.nextCursor, paging.cursors.after)
      assert.equal(part.count, part.data.length)
      found.push(...part.data)
      cursor = pagination.nextCursor
    }
    assert.deepEqual(found, whole.data)
  })

  test(`${path} refuses a cursor that somebody made up, and names it`, async () => {
    const reply = await app.call<{ error: { details: { issues: { path: string }[] } } }>(
      'GET',
      `${path}?accountId=${accountId}&cursor=nonsense`,
    )
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.deepEqual(
      reply.body.error.details.issues.map((issue) => issue.path),
      ['cursor'],
    )
  })
}

test('times are in UTC on every platform', async () => {
  for (const accountId of [demo.account, demo.shortVideoAccount, demo.photoAccount, demo.pinAccount]) {
    const ads = await page('/v1/manage/list-ads', { accountId })
    const adSets = await page('/v1/manage/adsets', { accountId })
    const times = [
      ...ads.data.map((ad) => ad.createdTime),
      ...adSets.data.flatMap((each) => [each.startTime, each.endTime]),
    ].filter((time) => time !== null)
    assert.ok(times.length > 0, accountId)
    for (const time of times) assert.match(time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})
