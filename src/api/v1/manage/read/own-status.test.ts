import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../../test/support/harness.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })

interface Row {
  id?: string
  value?: string
  status: string
  effectiveStatus: string
}

const get = async <T>(path: string) => {
  const reply = await app.call<{ data: T[] }>('GET', path)
  assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

/** The contract's words for a switch that is on and one that is off. */
const words: Record<string, [on: string, off: string]> = {
  primary: ['ACTIVE', 'PAUSED'],
  'short-video': ['ENABLE', 'DISABLE'],
  'photo-messaging': ['ACTIVE', 'PAUSED'],
  pin: ['ACTIVE', 'PAUSED'],
}

for (const [platform, [on, off]] of Object.entries(words)) {
  test(`${platform}: a status asks for the switch of the thing itself, and the answer says what it amounts to`, async () => {
    const [account] = await get<{ id: string }>(`/v1/adaccounts?platform=${platform}`)
    const accountId = account!.id
    const [set] = await get<{ value: string; campaignId: string }>(`/v1/adsets?accountId=${accountId}&status=ACTIVE`)
    const pause = { accountId, campaignId: set!.campaignId, newStatus: 'PAUSED' }
    assert.equal((await app.call('POST', '/v1/manage/update-status', { body: pause })).status, 200)
    const lists = ['manage/list-ads', 'adsets', 'campaigns', 'manage/campaigns', 'manage/adsets']
    for (const list of lists) {
      const path = `/v1/${list}?accountId=${accountId}&limit=200`
      const all = await get<Row>(path)
      const idOf = ({ id, value }: Row) => id ?? value
      for (const [wanted, word] of [
        ['ACTIVE', on],
        ['PAUSED', off],
      ]) {
        const found = await get<Row>(`${path}&status=${wanted}`)
        assert.ok(
          found.every(({ status }) => status === word),
          `${list} ${wanted}: ${JSON.stringify(found)}`,
        )
        const expected = all.filter(({ status }) => status === word)
        assert.deepEqual(found.map(idOf).sort(), expected.map(idOf).sort(), `${list} ${wanted}`)
      }
    }
    const adSets = await get<Row>(`/v1/adsets?accountId=${accountId}&status=ACTIVE`)
    const under = adSets.find(({ value }) => value === set!.value)!
    assert.notEqual(under.effectiveStatus, under.status, 'it is on, and its campaign is paused')
  })
}
