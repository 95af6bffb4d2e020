import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { askUntil } from '../support/ask-until.ts'
import { statusOf } from './batch.ts'
import { setStage } from './stage.ts'

const stage = await setStage()
after(() => stage.close())

/** So many winners go on, and so many times the service dies while they do. */
const wanted = 50
const kills = 4

interface Shown {
  id: string
  shows: string
  accountIds: string[]
}
type Graduated = { adBatchId: number } | { already: { adBatchId: number }[] }

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

async function posts(): Promise<Shown[]> {
  const query = `groupBy=post&platform=primary&limit=200&startDate=${day(30)}&endDate=${day(0)}`
  return askUntil(async () => {
    const { data } = await stage.api<{ data: Shown[] }>('GET', `/v1/creatives?${query}`)
    return data.length >= 5 ? data : null
  })
}

test('fifty graduations under kills are made once each, and each receipt has the post that it was asked for', async () => {
  await stage.newCompany()
  let service = await stage.start('up')
  await stage.control('POST', 'latency', { platform: 'meta', ms: 40 })
  const shown = await posts()
  const places = await askUntil(async () => {
    const [account] = shown[0]!.accountIds
    const path = `/v1/adsets?accountId=${account}&status=ACTIVE&limit=100`
    const { data } = await stage.api<{ data: { value: string; closed: string | null }[] }>('GET', path)
    return data.length > 0 ? data.filter(({ closed }) => closed === null).map(({ value }) => value) : null
  })
  const inAccount = shown.filter(({ accountIds }) => accountIds[0] === shown[0]!.accountIds[0])
  const pairs = places.flatMap((adSet) => inAccount.map((post) => ({ adSet, post }))).slice(0, wanted)
  assert.equal(pairs.length, wanted)
  const batches = new Map<string, number>()
  const keyOf = ({ adSet, post }: (typeof pairs)[number]) => `${post.id} ${adSet}`
  for (const [index, pair] of pairs.entries()) {
    const dies = index % Math.ceil(wanted / kills) === 5
    const path = `/v1/creatives/${pair.post.id}/graduate`
    const body = { adSetIds: [pair.adSet], launchPaused: true }
    const first = stage.api<Graduated>('POST', path, body).catch(() => null)
    if (dies) {
      await service.kill()
      await first
      service = await stage.start('up')
    }
    const answer = await askUntil(async () => {
      const held = (await first) ?? (await stage.api<Graduated>('POST', path, body).catch(() => null))
      return held
    })
    batches.set(keyOf(pair), 'adBatchId' in answer ? answer.adBatchId : answer.already[0]!.adBatchId)
  }
  assert.equal(new Set(batches.values()).size, wanted)
  for (const pair of pairs) {
    const batchId = batches.get(keyOf(pair))!
    const status = await askUntil(async () => {
      const now = await statusOf(stage, batchId)
      return now && now.summaryStatus !== 'in_progress' ? now : null
    })
    assert.deepEqual([status.totalAds, status.successfulAds], [1, 1], JSON.stringify(status))
    const receipts = await stage.api<object>('GET', `/v1/batches/${batchId}/receipts`)
    assert.ok(JSON.stringify(receipts).includes(pair.post.shows.split(' ').at(-1)!), JSON.stringify(receipts))
  }
  const { pagination } = await stage.api<{ pagination: { total: number } }>('GET', '/v1/batches?limit=1')
  assert.equal(pagination.total, wanted)
  await service.kill('SIGTERM')
})
