import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { askUntil } from '../support/ask-until.ts'
import { endsOf, eventsOf, inSeconds, setEnd, statusIn } from '../support/manage/ends.ts'
import { startTestApp } from '../support/harness.ts'
import { readNode } from '../support/manage/manage.ts'

const app = await startTestApp()
for (const platform of ['tiktok', 'snapchat', 'pinterest', 'google-ads', 'linkedin', 'applovin'])
  await app.control('POST', platform, { limits: 'off' })
const { db } = app.app.services

interface Case {
  accountId: string
  entityType: 'ad' | 'adset'
  list: string
  /** One that is known to be such; left out: the first that runs. */
  id?: string
  /** The platform's word for what runs. */
  on: string
}

const ads = (accountId: string, on = 'ACTIVE'): Case => ({
  ...{ accountId, on, entityType: 'ad' },
  list: `/v1/manage/list-ads?accountId=${accountId}&limit=200`,
})

const cases: Record<string, Case> = {
  // Of a campaign in which ads have no schedule.
  primary: { ...ads(demo.account), id: demo.ad },
  'short-video': ads(demo.shortVideoAccount, 'ENABLE'),
  'photo-messaging': ads(demo.photoAccount),
  pin: ads(demo.pinAccount),
  network: ads(demo.networkAccount),
  app: ads(demo.appAccount, 'LIVE'),
  'search, an ad': {
    ...{ accountId: demo.searchAccount, entityType: 'ad', on: 'ENABLED' },
    list: `/v1/google-ads/ads?accountId=${demo.searchAccount}&limit=500`,
  },
  'search, an ad group': {
    ...{ accountId: demo.searchAccount, entityType: 'adset', on: 'ENABLED' },
    list: `/v1/google-ads/ad-groups?accountId=${demo.searchAccount}&limit=500`,
  },
}

for (const [name, { accountId, entityType, list, on, id: known }] of Object.entries(cases)) {
  test(`what a platform cannot end is paused at its end: ${name}`, async () => {
    const { body } = await app.call<{ data: { id: string; status: string }[] }>('GET', list)
    const running = body.data.find(({ id, status }) => status === on && (known === undefined || id === known))
    assert.ok(running, JSON.stringify(body).slice(0, 500))
    const { id } = running
    const endTime = inSeconds(3600)
    const set = await setEnd(app, { entityType, entityId: id, accountId, endTime })
    assert.deepEqual(set, { entityId: id, success: true, status: on, endTime, endedBy: 'flightdeck' })
    const [shown] = (await app.call<{ data: Record<string, unknown>[] }>('GET', list)).body.data.filter(
      (row) => row.id === id,
    )
    assert.deepEqual([shown!.status, shown!.endTime, shown!.endedBy], [on, endTime, 'flightdeck'])
    assert.deepEqual(
      (await endsOf(app, accountId)).map(({ entityId, state, endTime: at }) => [entityId, state, at]),
      [[id, 'waiting', endTime]],
    )
    const sooner = inSeconds(0.5)
    await setEnd(app, { entityType, entityId: id, accountId, endTime: sooner })
    await askUntil(async () => (await endsOf(app, accountId)).find(({ state }) => state === 'kept') ?? null)
    const after = await statusIn(app, list, id)
    assert.notEqual(after.status, on)
    assert.deepEqual([after.endTime, after.endedBy], [sooner, 'flightdeck'])
    const notified = (await eventsOf(app, 'end.kept')).filter(({ entityId }) => entityId === id)
    assert.equal(notified.length, 1)
    assert.deepEqual(
      [notified[0]!.accountId, notified[0]!.entityType, notified[0]!.endTime],
      [accountId, entityType, sooner],
    )
    assert.ok(Date.parse(String(notified[0]!.endedAt)) >= Date.parse(sooner))
    // A write like every other, made once.
    const { rows } = await sql`
      SELECT state, attempt FROM journal WHERE key LIKE ${`end % status ${id}`} AND account_id = ${accountId}`.execute(
      db,
    )
    assert.deepEqual(rows, [{ state: 'done', attempt: 1 }])
    const audit = await app.call<{ data: { targets: string[] }[] }>('GET', '/v1/audit-log?action=keep_end')
    assert.equal(audit.body.data.filter(({ targets }) => targets.includes(`${entityType}:${id}`)).length, 1)
    await app.call('DELETE', `/v1/ends/${(await endsOf(app, accountId))[0]!.id}`)
  })
}

test('what the platform can end is ended by the platform', async () => {
  const campaignOf = async (id: string) => readNode<{ campaign: { objective: string } }>(app, id, 'campaign{objective}')
  const { body } = await app.call<{ data: { id: string; status: string }[] }>('GET', cases.primary!.list)
  for (const { id, status } of body.data.filter((ad) => ad.status === 'ACTIVE')) {
    const { objective } = (await campaignOf(id)).campaign
    const endTime = inSeconds(3600)
    const set = await setEnd(app, { entityType: 'ad', entityId: id, accountId: demo.account, endTime })
    const canEnd = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'].includes(objective)
    assert.deepEqual(set, { entityId: id, success: true, status, endTime, endedBy: canEnd ? 'platform' : 'flightdeck' })
  }
  const adSet = { entityType: 'adset', entityId: demo.adSet, accountId: demo.account } as const
  assert.equal((await setEnd(app, { ...adSet, endTime: inSeconds(7200) })).endedBy, 'platform')
  const list = `/v1/manage/adsets?accountId=${demo.account}&limit=200`
  assert.equal((await statusIn(app, list, demo.adSet)).endedBy, 'platform')
})
