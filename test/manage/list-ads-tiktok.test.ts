import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '../crash/kinds.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })
const fixture = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T>(method, path)).body,
}

interface Listing {
  data: { id: string; name: string; effectiveStatus: string }[]
  paging: { cursors: { after: string | null } }
}

interface Ad {
  adAccountId: string
  adSets: string[]
}

test('active ads are those that are switched on, also while they are under review, and none that is paused', async () => {
  await app.control('POST', 'tiktok', { reviewSeconds: 3600 })
  const [first, second, third] = (await kinds['short-video']!.ads(fixture, 'Review', 3)) as Ad[]
  const adSets = first!.adSets
  const ads = [first, { ...second, adSets }, { ...third, adSets, launchPaused: true }]
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  const path = `/v1/manage/list-ads?accountId=${first!.adAccountId}&adSetId=${adSets[0]}`
  const list = async (query: string) => (await app.call<Listing>('GET', `${path}${query}`)).body
  const named = ({ data }: Listing) =>
    data
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Review'))
      .sort()
  const active = await list('&status=ACTIVE')
  assert.deepEqual(named(active), ['Review 0', 'Review 1'])
  const inReview = active.data.find(({ name }) => name === 'Review 0')!
  assert.equal(inReview.effectiveStatus, 'AD_STATUS_AUDIT')
  assert.deepEqual(named(await list('&status=PAUSED')), ['Review 2'])
  assert.deepEqual(named(await list('')), ['Review 0', 'Review 1', 'Review 2'])

  const found: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page = await list(`&status=ACTIVE&limit=1${after ? `&after=${after}` : ''}`)
    if (page.paging.cursors.after !== null) assert.equal(page.data.length, 1, 'a page before the end is never empty')
    found.push(...page.data.map(({ id }) => id))
    after = page.paging.cursors.after
  }
  assert.deepEqual(found.sort(), active.data.map(({ id }) => id).sort(), 'page by page they are the same')
  const stranger = await app.stranger()
  assert.equal((await app.call('GET', `${path}&status=ACTIVE`, { key: stranger.key })).status, 404)
})
