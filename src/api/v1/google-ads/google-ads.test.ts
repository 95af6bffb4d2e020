import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { readStructure } from '../../../core/search-ads/structure.ts'

const app = await startTestApp()
const stranger = await app.stranger()
const accountId = '5661483101'
const yen = '5661483102'
const base = '/v1/google-ads'

interface Entity {
  id: string
  name: string
  status: string
  [field: string]: unknown
}
interface Listed<T = Entity> {
  data: T[]
  metadata: { source: string; cachedAt: string; currency: string }
  pagination: { hasMore: boolean; nextCursor: string | null }
}
interface Refused {
  error: { code: string; details: { issues: { path: string; message: string }[] } }
}

const get = async <T = Listed>(path: string, key = app.key) => app.call<T>('GET', `${base}/${path}`, { key })
const list = async <T = Entity>(path: string) => {
  const { status, body } = await get<Listed<T>>(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const calls = async (text: string) => {
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=google-ads')
  return calls.filter(({ path }) => path.includes(text)).length
}

test('accounts are listed with managers and levels, closed ones too; those with ads are ad accounts', async () => {
  const accounts = await list<{ id: string; manager: boolean; level: number; status: string }>('accounts')
  assert.deepEqual(
    accounts.map(({ id, manager, level, status }) => [id, manager, level, status]),
    [
      ['5661483101', false, 0, 'ENABLED'],
      ['9661483101', true, 0, 'ENABLED'],
      ['9661483102', true, 1, 'ENABLED'],
      ['5661483102', false, 2, 'ENABLED'],
      ['5661483103', false, 1, 'CANCELED'],
    ],
  )
  const { body } = await app.call<Listed>('GET', '/v1/adaccounts?platform=search-ads')
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [accountId, yen],
  )
})

test('campaigns are kept until they are asked for anew or something is changed', async () => {
  const first = (await get(`campaigns?accountId=${accountId}`)).body
  assert.equal(first.metadata.source, 'platform')
  const asked = await calls('googleAds:search')
  const second = (await get(`campaigns?accountId=${accountId}&status=PAUSED`)).body
  assert.equal(second.metadata.source, 'cache')
  assert.equal(second.metadata.cachedAt, first.metadata.cachedAt)
  assert.deepEqual(
    second.data.map(({ name }) => name),
    ['Clearance'],
  )
  assert.equal(await calls('googleAds:search'), asked)
  assert.equal((await get(`campaigns?accountId=${accountId}&refresh=true`)).body.metadata.source, 'platform')
  const [campaign] = first.data
  const status = { accountId, entityType: 'campaign', entityIds: [campaign!.id] }
  await app.call('POST', '/v1/manage/update-status', { body: { ...status, newStatus: 'PAUSED' } })
  const changed = (await get(`campaigns?accountId=${accountId}`)).body
  assert.equal(changed.metadata.source, 'platform')
  assert.equal(changed.data[0]!.status, 'PAUSED')
  await app.call('POST', `${base}/update-status`, { body: { ...status, status: 'ENABLED' } })
})

test('what is changed while campaigns are read is not missed by those who ask later', async () => {
  const { services } = app.app
  const company = await services.db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const [campaign] = await list(`campaigns?accountId=${accountId}`)
  const pause = { accountId, entityType: 'campaign', entityIds: [campaign!.id], status: 'PAUSED' }
  const connections: typeof services.connections = {
    ...services.connections,
    async openFor(...asked) {
      const opened = await services.connections.openFor(...asked)
      const searchAds: NonNullable<typeof opened.session.searchAds> = {
        ...opened.session.searchAds!,
        async readCampaigns(account) {
          const before = await opened.session.searchAds!.readCampaigns(account)
          await app.call('POST', `${base}/update-status`, { body: pause })
          return before
        },
      }
      return { ...opened, session: { ...opened.session, searchAds } }
    },
  }
  const read = await readStructure({ ...services, connections }, { company }, { accountId, refresh: true })
  assert.equal(read.campaigns[0]!.status, 'ENABLED')
  const { body } = await get(`campaigns?accountId=${accountId}`)
  assert.deepEqual([body.metadata.source, body.data[0]!.status], ['platform', 'PAUSED'])
  await app.call('POST', `${base}/update-status`, { body: { ...pause, status: 'ENABLED' } })
})

test('campaigns tell their budgets, bidding, channel and how much is in them', async () => {
  const campaigns = await list(`campaigns?accountId=${accountId}`)
  const { budgetId: _budget, id: _id, startTime: _start, ...sofas } = campaigns.find(({ name }) => name === 'Sofas')!
  assert.deepEqual(sofas, {
    ...{ name: 'Sofas', status: 'ENABLED', effectiveStatus: 'ELIGIBLE', channel: 'SEARCH', bidding: 'MANUAL_CPC' },
    ...{ dailyBudget: 200, lifetimeBudget: null, budgetShared: true, endTime: null },
    ...{ adGroupCount: 2, adCount: 4, keywordCount: 6 },
  })
  assert.equal(
    campaigns.some(({ name }) => name === 'Last summer'),
    false,
    'removed ones are not listed',
  )
})

test('lists are filtered by campaign and ad group, and read page by page', async () => {
  const [group, ...others] = await list(`ad-groups?accountId=${accountId}`)
  assert.ok(group && others.length > 5)
  for (const what of ['ads', 'keywords']) {
    const own = await list(`${what}?accountId=${accountId}&adGroupId=${group.id}`)
    assert.ok(own.length > 0 && own.every(({ adGroupId }) => adGroupId === group.id))
    const all = await list(`${what}?accountId=${accountId}&limit=1000`)
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Listed } = await get(
        `${what}?accountId=${accountId}&limit=7${cursor && `&cursor=${cursor}`}`,
      )
      found.push(...body.data.map(({ id }) => id))
      cursor = body.pagination.nextCursor
    }
    assert.deepEqual(
      found,
      all.map(({ id }) => id),
    )
  }
})

test('wasteful searches are found by what they cost and did not bring', async () => {
  const terms = await list<{ term: string; spend: number; conversions: number }>(
    `search-terms?accountId=${accountId}&minCost=20&maxConversions=0`,
  )
  assert.ok(terms.length > 0)
  assert.ok(terms.every(({ spend, conversions }) => spend >= 20 && conversions === 0))
  assert.deepEqual(
    terms.map(({ spend }) => spend),
    terms.map(({ spend }) => spend).sort((a, b) => b - a),
  )
})

test('money of an account in yen is in yen', async () => {
  const { body } = await get(`campaigns?accountId=${yen}`)
  assert.equal(body.metadata.currency, 'JPY')
  assert.equal(body.data.find(({ name }) => name === 'Brand')!.dailyBudget, 9000)
})

test('changes are told with who and what, in minor units, of the last 30 days alone', async () => {
  const { body } = await get<Listed<{ objectType: string; changes: object; dateTimeInTimezone: string }>>(
    `changes?accountId=${accountId}`,
  )
  const budget = body.data.find(({ objectType }) => objectType === 'campaign_budget')!
  assert.deepEqual(budget.changes, { amount: { old: 5500, new: 6500 } })
  assert.match(budget.dateTimeInTimezone, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-0[45]:00$/)
  const shared = await app.call<Listed>('GET', `/v1/manage/changes?accountId=${accountId}`)
  assert.equal(shared.body.data.length, body.data.length)
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString()
  const refused = await get<Refused>(`changes?accountId=${accountId}&since=${old}`)
  assert.equal(refused.status, 422)
  assert.equal(refused.body.error.details.issues[0]!.path, 'since')
})

test('what is not in the account is not found, and strangers find nothing', async () => {
  const [foreign] = await list(`ad-groups?accountId=${yen}&limit=1`)
  for (const what of ['ads', 'keywords', 'negatives', 'search-terms'])
    assert.equal((await get(`${what}?accountId=${accountId}&adGroupId=${foreign!.id}`)).status, 404, what)
  for (const what of ['campaigns', 'ad-groups', 'ads', 'keywords', 'negatives', 'search-terms', 'changes'])
    assert.equal((await get(`${what}?accountId=${accountId}`, stranger.key)).status, 404, what)
})

test('nonsense in ids and names finds nothing, and breaks nothing', async () => {
  for (const name of ["' OR campaign.id > 0", 'a%0Ab', '%25', "x'); DROP", '[_]'])
    assert.equal((await app.call('GET', `/v1/adsets?accountId=${accountId}&search=${name}`)).status, 200, name)
  for (const id of ['abc', '1 OR 1', "1') --", '99999999999999999999', '1~2'])
    assert.equal((await get(`keywords?accountId=${accountId}&adGroupId=${encodeURIComponent(id)}`)).status, 404, id)
  assert.equal((await get(`keywords?accountId=${accountId}&cursor=nonsense`)).status, 400)
})

test('an account of another platform has no such operations', async () => {
  const { status, body } = await get<Refused>('campaigns?accountId=act_566148315000001')
  assert.equal(status, 501)
  assert.equal(body.error.code, 'unsupported_operation')
})

test('ads cannot be launched here, and the refusal says where to go instead', async () => {
  const ads = [{ adName: 'No', adAccountId: accountId, adSets: ['1'], media: [{ url: 'https://a.example/a.png' }] }]
  const { status, body } = await app.call<Refused>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 422)
  assert.match(JSON.stringify(body.error.details.issues), /ads cannot be launched on google-ads.*\/v1\/google-ads/)
})
