import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import {
  creativePath,
  networkAds,
  networkCalls,
  networkFixture,
  readNetwork,
} from '../../../../test/support/linkedin/network.ts'
import type { Group, NetworkTree as Tree } from '../../../../test/support/linkedin/tree.ts'
import { daysAgo, totalsOf } from '../../../../test/support/reports/totals.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await networkFixture(app)
const { usd, adSets, organization } = fixture
const stranger = await app.stranger()

interface Refused {
  error?: { code: string; details?: { issues?: { path: string; message: string }[] } }
}
const get = <T>(path: string, key = app.key) => app.call<T & Refused>('GET', `/v1/linkedin/${path}`, { key })
const pathsOf = ({ error }: Refused) => error?.details?.issues?.map(({ path }) => path)

const tree = async (query = '') => (await get<Tree>(`manage?accountId=${usd}${query}`)).body

test('sponsored accounts tell whose they are and what the connection may do', async () => {
  const { body } = await get<{ data: { id: string; currency: string; role: string; organizationId: string }[] }>(
    'accounts',
  )
  const own = body.data.find(({ id }) => id === usd)!
  assert.deepEqual([own.currency, own.organizationId], ['USD', organization])
  assert.match(own.role, /MANAGER|ADMIN/)
  const { body: theirs } = await get<{ data: { id: string }[] }>('accounts', stranger.key)
  assert.ok(theirs.data.every(({ id }) => id !== usd))
})

interface Post {
  postId: string
  type: string
  text: string
  eligible: boolean
  reason?: string
}

test('posts of an organization say whether they can be sponsored; those of others are 404', async () => {
  const { body } = await get<{ data: Post[] }>(`posts?organizationId=${organization}&limit=100`)
  const types = new Map(body.data.map(({ type, eligible }) => [type, eligible]))
  assert.deepEqual(
    ['image', 'video', 'document', 'article', 'text'].map((type) => types.get(type)),
    [true, true, true, true, false],
  )
  assert.match(body.data.find(({ type }) => type === 'text')!.reason!, /picture/)
  const first = await get<{ data: Post[]; pagination: { nextCursor: string } }>(
    `posts?organizationId=${organization}&limit=2`,
  )
  const next = await get<{ data: Post[] }>(
    `posts?organizationId=${organization}&limit=2&cursor=${first.body.pagination.nextCursor}`,
  )
  assert.deepEqual(
    [...first.body.data, ...next.body.data].map(({ postId }) => postId),
    body.data.slice(0, 4).map(({ postId }) => postId),
  )
  assert.equal((await get(`posts?organizationId=${organization}&cursor=here`)).status, 400)
  for (const id of [fixture.otherOrganization, '1', 'harbor'])
    assert.equal((await get(`posts?organizationId=${id}`)).status, 404, id)
  assert.equal((await get('posts')).status, 400)
})

test('the tree goes as far down as is asked for, in pages of groups', async () => {
  const whole = await tree()
  const group = whole.data.find(({ name }) => name === 'Always on')!
  const campaign = group.campaigns!.find(({ name }) => name === 'Workplace images')!
  assert.deepEqual(
    [campaign.id, campaign.format, campaign.organizationId],
    [adSets['Workplace images'], 'STANDARD_UPDATE', organization],
  )
  const creative = campaign.creatives!.find(({ name }) => name === 'Desks that last')!
  assert.match(creative.postId, /^urn:li:share:/)
  assert.equal(creative.spend, null, 'no days, no figures')
  assert.equal(whole.metadata.currency, 'USD')
  assert.ok((await tree('&include=groups')).data.every(({ campaigns }) => campaigns === undefined))
  const campaigns = await tree('&include=groups,campaigns')
  assert.ok(campaigns.data.flatMap((each) => each.campaigns!).every(({ creatives }) => creatives === undefined))
  const one = await tree('&include=groups&limit=1')
  const two = await tree(`&include=groups&limit=1&cursor=${encodeURIComponent(one.pagination.nextCursor!)}`)
  assert.notEqual(one.data[0]!.id, two.data[0]!.id)
  assert.deepEqual(pathsOf((await get(`manage?accountId=${usd}&include=everything`)).body), ['include.0'])
  assert.equal((await get(`manage?accountId=${usd}`, stranger.key)).status, 404)
})

const range = { from: daysAgo(40), to: daysAgo(3) }
const days = `&startDate=${range.from}&endDate=${range.to}`

test('figures in the tree and in metrics are the platform’s own, at every level', async () => {
  const { data } = await tree(days)
  const nodes = {
    campaign: data,
    adset: data.flatMap(({ campaigns }) => campaigns!),
    ad: data.flatMap(({ campaigns }) => campaigns!.flatMap(({ creatives }) => creatives!)),
  }
  const pivots = { campaign: 'CAMPAIGN_GROUP', adset: 'CAMPAIGN', ad: 'CREATIVE', account: 'ACCOUNT' } as const
  for (const level of ['campaign', 'adset', 'ad', 'account'] as const) {
    const { objects } = await totalsOf(app, 'linkedin', { id: usd, currency: 'USD' }, { range, level })
    const { body } = await get<{
      data: { value: string; name: string; spend: number; impressions: number; clicks: number; reach: number }[]
    }>(`metrics?accountId=${usd}&pivot=${pivots[level]}${days}&metrics=spend,impressions,clicks,reach&limit=1000`)
    const rows = new Map(body.data.map((row) => [row.value, row]))
    assert.equal(rows.size, objects.length)
    for (const { id, spendMinor, impressions, clicks, reach, results } of objects) {
      const row = rows.get(id)!
      assert.deepEqual(
        [row.spend, row.impressions, row.clicks, row.reach],
        [spendMinor / 100, impressions, clicks, reach],
      )
      if (level === 'account') continue
      const node = nodes[level].find((each) => each.id === id)
      // What is archived has figures, and is not in the tree.
      if (node) assert.deepEqual([node.spend, node.results], [spendMinor / 100, results])
    }
  }
})

test('metrics take ids, days, months and what people are; what does not go together is refused', async () => {
  const id = adSets['Workplace images']!
  const one = await get<{ data: { value: string; name: string; ctr: number; clicks: number; impressions: number }[] }>(
    `metrics?accountId=${usd}&pivot=campaign&entityIds=${id}${days}&metrics=clicks,impressions,ctr`,
  )
  const [row, ...others] = one.body.data
  assert.deepEqual([row!.value, row!.name, others.length], [id, 'Workplace images', 0])
  assert.ok(Math.abs(row!.ctr - (row!.clicks / row!.impressions) * 100) < 1e-3)
  const daily = await get<{ data: { startDate: string; endDate: string }[] }>(
    `metrics?accountId=${usd}&pivot=ACCOUNT&granularity=DAILY${days}&limit=1000`,
  )
  assert.ok(daily.body.data.length > 30)
  assert.ok(daily.body.data.every(({ startDate, endDate }) => startDate === endDate))
  const people = await get<{ data: { value: string }[] }>(`metrics?accountId=${usd}&pivot=MEMBER_SENIORITY${days}`)
  assert.ok(people.body.data.some(({ value }) => value.startsWith('urn:li:seniority:')))
  const wrong: [query: string, status: number, path: string][] = [
    ['&pivot=HAIR', 400, 'pivot'],
    ['&metrics=joy', 400, 'metrics.0'],
    [`&pivot=ACCOUNT&entityIds=${id}`, 422, 'entityIds'],
    ['&entityIds=abc', 422, 'entityIds'],
    ['&pivot=MEMBER_INDUSTRY&metrics=reach', 422, 'metrics'],
    ['&metrics=reach&startDate=2026-01-01&endDate=2026-09-01', 422, 'metrics'],
    ['&startDate=2026-02-30', 400, 'startDate'],
  ]
  for (const [query, status, path] of wrong) {
    const reply = await get(`metrics?accountId=${usd}${query}`)
    assert.deepEqual([reply.status, pathsOf(reply.body)], [status, [path]], query)
  }
})

interface Copies extends Refused {
  results: {
    newEntityId?: string
    success: boolean
    newName?: string
    missing?: object[]
    error?: { message: string }
  }[]
  successCount: number
}
const copy = (body: object, headers: Record<string, string> = {}) =>
  app.call<Copies>('POST', '/v1/linkedin/duplicate', { body: { accountId: usd, ...body }, headers })

const findGroup = async (id: string) => (await tree()).data.find((each) => each.id === id)!

test('a creative is copied into its campaign and shows the same post; a paused copy is a draft', async () => {
  const [source] = await networkAds(app, 'Desks that last')
  const entityId = `urn:li:sponsoredCreative:${source!.id}`
  const { body } = await copy({ entityType: 'creative', entityId, copyCount: 2, newName: 'Desk {n}' })
  assert.equal(body.successCount, 2, JSON.stringify(body))
  for (const [index, { newEntityId }] of body.results.entries()) {
    const made = await readNetwork<{ name: string; intendedStatus: string; content: { reference: string } }>(
      app,
      creativePath(usd, newEntityId!),
    )
    assert.deepEqual(
      [made.name, made.intendedStatus, made.content.reference],
      [`Desk ${index + 1}`, 'DRAFT', source!.creativeId],
    )
  }
})

test('a group is copied with its campaigns and creatives, and switched on at the very end', async () => {
  const source = (await tree()).data.find(({ name }) => name === 'Always on')!
  await app.control('DELETE', 'calls?platform=linkedin')
  const { body } = await copy({ entityType: 'campaignGroup', entityId: source.id, initialStatus: 'ACTIVE' })
  assert.equal(body.successCount, 1, JSON.stringify(body))
  const [made] = body.results
  assert.equal(made!.newName, 'Always on - Copy 1')
  const group = await findGroup(made!.newEntityId!)
  assert.equal(group.status, 'ACTIVE')
  const names = (node: Group) => node.campaigns!.map(({ name, format }) => `${name} ${format}`).sort()
  assert.deepEqual(names(group), names(source))
  const campaign = group.campaigns!.find(({ name }) => name === 'Workplace images')!
  assert.equal(campaign.status, 'ACTIVE')
  assert.deepEqual(
    campaign
      .creatives!.map(({ name, status }) => `${name} ${status}`)
      .sort()
      .slice(-3),
    ['Desks that last ACTIVE', 'Meeting rooms ACTIVE', 'Quiet corners ACTIVE'],
  )
  const writes = (await networkCalls(app)).filter(({ method }) => method === 'POST')
  assert.match(writes.at(-1)!.path, new RegExp(`adCampaignGroups/${made!.newEntityId}$`))
})

test('answers that are lost while a campaign is copied leave every part exactly once', async () => {
  const entityId = adSets['Workshop film']!
  for (const path of ['/adCampaigns$', '/creatives$'])
    await app.control('POST', 'faults', {
      platform: 'linkedin',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  const { body } = await copy(
    { entityType: 'campaign', entityId, copyCount: 2, newName: 'Film {n}' },
    { 'idempotency-key': 'film' },
  )
  await app.control('DELETE', 'faults')
  assert.equal(body.successCount, 2, JSON.stringify(body))
  const group = (await tree()).data.find(({ name }) => name === 'Always on')!
  const copies = group.campaigns!.filter(({ name }) => /^Film \d$/.test(name))
  assert.equal(copies.length, 2)
  for (const each of copies) {
    assert.equal(each.status, 'PAUSED')
    assert.deepEqual(each.creatives!.map(({ name }) => name).sort(), ['From tree to table', 'How a desk is made'])
  }
  const again = await copy(
    { entityType: 'campaign', entityId, copyCount: 2, newName: 'Film {n}' },
    { 'idempotency-key': 'film' },
  )
  assert.deepEqual(again.body, body)
})

test('copies that cannot be are refused before anything is made', async () => {
  const ended = (await tree()).data.find(({ name }) => name === 'Last summer')!
  const inEnded = await copy({ entityType: 'campaign', entityId: ended.campaigns![0]!.id })
  assert.equal(inEnded.status, 422)
  assert.match(JSON.stringify(inEnded.body), /has ended/)
  for (const [entityType, entityId] of [
    ['campaign', '999'],
    ['creative', adSets['Workshop film']],
    ['campaignGroup', 'abc'],
  ])
    assert.equal((await copy({ entityType, entityId })).status, 404)
  assert.equal((await copy({ entityType: 'ad', entityId: '1' })).status, 400)
  assert.equal((await copy({ entityType: 'campaign', entityId: '1', copyCount: 11 })).status, 400)
  const foreign = await app.call('POST', '/v1/linkedin/duplicate', {
    key: stranger.key,
    body: { accountId: usd, entityType: 'campaign', entityId: adSets['Workshop film'] },
  })
  assert.equal(foreign.status, 404)
})

test('the shared operations switch, budget, list and delete here too', async () => {
  const post = <T>(path: string, body: object) => app.call<T & Refused>('POST', `/v1/manage/${path}`, { body })
  const [ad] = await networkAds(app, 'Meeting rooms')
  const campaignId = adSets['Workplace images']!
  for (const [entityType, id] of Object.entries({ ad: ad!.id, adset: campaignId }))
    for (const newStatus of ['PAUSED', 'ACTIVE']) {
      const { body } = await post<{ results: { success: boolean; status: string }[] }>('update-status', {
        ...{ entityType, entityIds: [id], newStatus, businessId: usd },
      })
      assert.deepEqual(
        body.results.map(({ success, status }) => [success, status]),
        [[true, newStatus]],
      )
    }
  const before = (await tree()).data.flatMap(({ campaigns }) => campaigns!).find(({ id }) => id === campaignId)!
  const raised = await post<{ new: { dailyBudget: number } }>('update-budget', {
    ...{ entityType: 'adset', entityId: campaignId, changePercent: 10 },
  })
  assert.equal(raised.body.new.dailyBudget, Math.round(before.dailyBudget! * 110) / 100)
  const endTime = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const total = await post<{ new: object; endTime: string }>('update-budget', {
    ...{ entityType: 'adset', entityId: adSets['Buying guide'], lifetimeBudget: 900, endTime },
  })
  assert.deepEqual(total.body.new, { dailyBudget: null, lifetimeBudget: 900 }, JSON.stringify(total.body))
  const odd = await post('update-budget', { entityType: 'adset', entityId: campaignId, dailyBudget: 10.005 })
  assert.deepEqual(pathsOf(odd.body), ['dailyBudget'])
  const listed = await app.call<{ data: { id: string; status: string; adSetId?: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${usd}&adsetId=${campaignId}&limit=2`,
  )
  assert.equal(listed.body.data.length, 2)
  const drafts = (await networkAds(app, 'Desk ')).map(({ id }) => id)
  const deleted = await post<{ successCount: number }>('delete', {
    entityType: 'ad',
    entityIds: [ad!.id, ...drafts],
    businessId: usd,
  })
  assert.equal(deleted.body.successCount, 1 + drafts.length, JSON.stringify(deleted.body))
  assert.ok((await networkAds(app, 'Meeting rooms')).some(({ id, status }) => id === ad!.id && status === 'DELETED'))
  assert.ok((await networkAds(app, 'Desk ')).every(({ status }) => status === 'DELETED'))
})
