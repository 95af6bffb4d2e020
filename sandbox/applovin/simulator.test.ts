import assert from 'node:assert/strict'
import { test } from 'node:test'
import pMap from 'p-map'
import { accountIdsOf } from '../../test/support/applovin/applovin.ts'
import {
  appCampaign,
  appClient,
  gamesAccount,
  key,
  reportKey,
  sampleFiles,
  shopAccount,
} from '../../test/support/simulated/applovin.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'

const files = await sampleFiles()

test('a key stands alone and opens its own accounts; every answer has a trace', async (context) => {
  const { url } = await startTestSandbox(context)
  const good = await appClient(url).get('campaign/list')
  assert.equal(good.status, 200)
  assert.match(good.headers.get('x-trace-id')!, /^[0-9a-f-]{36}$/)
  for (const authorization of [`Bearer ${key}`, 'nonsense', reportKey])
    assert.equal((await appClient(url, gamesAccount, authorization).get('campaign/list')).status, 401, authorization)
  const other = appClient(url, gamesAccount, `${key}.other`)
  assert.equal((await other.get('campaign/list')).status, 401, 'of another company')
  assert.equal((await appClient(url, accountIdsOf('other')[0], `${key}.other`).get('campaign/list')).status, 200)
  const nameless = await appClient(url, '').get('campaign/list')
  assert.deepEqual([nameless.status, nameless.code], [400, '100001'])
})

test('lists are bare, go on by page until one is empty, and filter by one kind of id', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = appClient(url)
  const all = await client.list('campaign/list')
  assert.equal(all.length, 3)
  assert.deepEqual((await client.list('campaign/list?page=2&size=2')).length, 1)
  assert.deepEqual(await client.list('campaign/list?page=3&size=2'), [])
  const [first] = all
  for (const query of [`ids=${String(first!.id)}`, `hashed_ids=${String(first!.hashed_id)}`])
    assert.deepEqual(await client.list(`campaign/list?${query}`), [first])
  for (const query of ['size=101', 'page=0', 'ids=x', 'ids=1&hashed_ids=a'])
    assert.equal((await client.get(`campaign/list?${query}`)).status, 400, query)
  const { body } = await client.get<{ creative_set_count: number; campaigns: Record<string, unknown[]> }>(
    `creative_set/list_by_campaign_id?ids=${String(first!.id)}`,
  )
  assert.equal(body.creative_set_count, 3)
  assert.equal(body.campaigns[String(first!.id)]!.length, 3)
})

test('a new campaign is live whatever was asked for, and some of it can never be changed', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = appClient(url)
  const { body } = await client.post('campaign/create', appCampaign({ status: 'PAUSED' }))
  const id = String(body.id)
  const read = async () => (await client.list(`campaign/list?ids=${id}`))[0]!
  assert.equal((await read()).status, 'LIVE')
  const update = (more: object) => client.post('campaign/update', { id, type: 'APP', ...more })
  await update({ status: 'PAUSED', budget: { daily_budget_for_all_countries: '50' } })
  assert.deepEqual([(await read()).status, (await read()).budget], ['PAUSED', { daily_budget_for_all_countries: '50' }])
  for (const fixed of [
    { platform: 'IOS', itunes_id: '1' },
    { start_date: '2030-01-01T00:00:00' },
    { bidding_strategy: 'AUTO_BIDDING_WITH_CPM_BILLING' },
    { goal: { goal_type: 'CPP', goal_value_for_all_countries: '2' } },
    { type: 'WEB' },
  ])
    assert.equal((await update(fixed)).status, 400, JSON.stringify(fixed))
  assert.equal((await client.post('campaign/update', { id })).status, 400, 'without its type')
})

test('campaigns that break a rule are refused with its name', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = appClient(url)
  const goal = (goal_type: string, value: string, more = {}) => ({
    goal: { goal_type, goal_value_for_all_countries: value, ...more },
  })
  const days = { roas_day_target: 'DAY7' }
  const wrong: [object, RegExp][] = [
    [{ id: '1' }, /id/i],
    [{ platform: 'IOS' }, /itunes_id/],
    [{ end_date: '2030-01-01T00:00:00' }, /end_date/],
    [{ start_date: '2020-01-01T00:00:00' }, /start_date/],
    [{ tracking: undefined }, /tracking/],
    [goal('CPI', '200'), /CPI/],
    [goal('AD_ROAS', '0.1', days), /AD_ROAS/],
    [goal('CHK_ROAS', '100', days), /CHK_ROAS/],
    [goal('CPE', '2', { event_target: 'level_5' }), /CPE/],
    [{ budget: { daily_budget_for_all_countries: '1', country_code_to_daily_budget: { US: '1' } } }, /budget/],
    [{ budget: { daily_budget_for_all_countries: 100 } }, /budget/],
    [{ targeting: [{ country_code: 'DE', metro_names: ['Berlin'] }] }, /metro_names/],
    [{ type: 'WEB', website_url: 'https://a.example', tracking: undefined }, /bidding_strategy/],
  ]
  for (const [more, message] of wrong) {
    const answer = await client.post('campaign/create', appCampaign(more as Record<string, unknown>))
    assert.deepEqual([answer.status, answer.code], [400, '100001'], JSON.stringify(more))
    assert.match(answer.message!, message)
  }
})

test('files are looked at after their upload, and those that are no good are told with a reason', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = appClient(url)
  const early = await client.upload(files.film)
  assert.deepEqual([early.upload_status, early.details[0]!.id], ['PENDING', null])
  await control('POST', '/applovin', { assetSeconds: 0 })
  const late = await client.upload(files.film, files.broken)
  assert.deepEqual(late.summary, { total: 2, success: 1, failed: 1, pending: 0 })
  assert.deepEqual(
    late.details.map(({ file_status: status }) => status),
    ['SUCCESS', 'FAILURE'],
  )
  const [asset] = await client.list(`asset/list?ids=${late.details[0]!.id}`)
  assert.deepEqual([asset!.name, asset!.resource_type, asset!.status], ['film.mp4', 'VIDEO', 'ACTIVE'])
  assert.ok((await client.list('asset/list?resource_type=image')).every((each) => each.resource_type === 'IMAGE'))
  const { body } = await control('GET', `/applovin/errors?accountId=${gamesAccount}`)
  assert.equal(body.errors, 1, 'a file that is turned down counts as an error')
})

test('creative sets are made of what goes together, in the words of their campaign', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/applovin', { assetSeconds: 0 })
  const client = appClient(url)
  const [campaign] = await client.list('campaign/list')
  const { details } = await client.upload(files.film, files.end, files.banner, files.page)
  const [film, end, banner, page] = details.map(({ id }) => ({ id: id! })) as [Id, Id, Id, Id]
  const make = (assets: Id[], more = {}) =>
    client.post('creative_set/create', {
      ...{ type: 'APP', name: 'Set', campaign_id: campaign!.id, version: 'V2' },
      assets,
      ...more,
    })
  for (const assets of [[film, end], [film, end, page], [banner], [page]])
    assert.equal((await make(assets)).status, 200, JSON.stringify(assets))
  for (const assets of [[film], [end], [film, banner], [banner, page]])
    assert.match((await make(assets)).message!, /asset combination is not supported/)
  assert.match((await make([film, end], { version: undefined })).message!, /version/)
  assert.match((await make([film, film, end])).message!, /twice/)
  assert.match((await make([film, end], { creative_set_url: 'https://a.example' })).message!, /WEB/)
  await control('POST', '/applovin', { rejectAssets: true })
  const bad = (await client.upload(files.end)).details[0]!.id!
  assert.match((await make([film, { id: bad }])).message!, new RegExp(`${bad} \\(asset status: rejected\\)`))
})

interface Id {
  id: string
}

test('an update says the whole set again; clones and members go where they are sent', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = appClient(url)
  const [set] = await client.list('creative_set/list')
  const campaigns = (await client.list('campaign/list')).map(({ id }) => String(id))
  const assets = (set!.assets as Id[]).map(({ id }) => ({ id }))
  const { id, type, name, campaign_id } = set!
  assert.match((await client.post('creative_set/update', { id, type, name, campaign_id })).message!, /assets/)
  await client.post('creative_set/update', { id, type, name, campaign_id, assets, status: 'PAUSED' })
  const read = async (wanted: unknown) => (await client.list(`creative_set/list?ids=${String(wanted)}`))[0]!
  assert.deepEqual([(await read(id)).status, (await read(id)).languages], ['PAUSED', undefined])
  const clone = { campaign_id: campaigns[1], creative_set_id: id, status: 'PAUSED' }
  const { body } = await client.post('creative_set/clone', clone)
  assert.deepEqual([(await read(body.id)).campaign_id, (await read(body.id)).name], [campaigns[1], name])
  await client.post('creative_set/add-to-campaigns', { campaign_ids: campaigns, creative_set_ids: [id] })
  assert.deepEqual((await read(id)).campaign_ids, campaigns)
  await client.post('creative_set/remove-from-campaigns', { campaign_ids: [campaigns[0]], creative_set_id: id })
  assert.deepEqual((await read(id)).campaign_ids, campaigns.slice(1))
  const remove = { asset_id: assets[0]!.id, creative_set_ids: [id] }
  assert.match((await client.post('asset/remove-from-creative-sets', remove)).message!, /combination/)
  const foreign = appClient(url, shopAccount)
  assert.equal((await foreign.post('creative_set/update', { id, type, name, assets })).status, 400)
})

test('too many calls in a minute shut the account for ten, too many errors for a day', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = appClient(url)
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const wrong = () => client.get('campaign/list?size=0')
  for (let count = 0; count < 100; count++) assert.equal((await wrong()).status, 400)
  const blocked = await client.get('campaign/list')
  assert.deepEqual([blocked.status, blocked.code], [429, '100007'])
  assert.equal((await appClient(url, shopAccount).get('campaign/list')).status, 200, 'the other account goes on')
  await control('POST', '/clock', { offsetSeconds: 23 * 3600 })
  assert.equal((await client.get('campaign/list')).status, 429)
  await control('POST', '/clock', { offsetSeconds: 24 * 3600 + 60, stopped: true })
  assert.equal((await client.get('campaign/list')).status, 200)
  const many = Array.from({ length: 999 }, () => () => client.get('campaign/list?size=1'))
  const answers = await pMap(many, (ask) => ask(), { concurrency: 20 })
  assert.ok(answers.every(({ status }) => status === 200))
  const spent = await client.get('campaign/list?size=1')
  assert.deepEqual([spent.status, spent.code], [429, '429'])
  await control('POST', '/clock', { offsetSeconds: 24 * 3600 + 5 * 60 })
  assert.equal((await client.get('campaign/list')).status, 429)
  await control('POST', '/clock', { offsetSeconds: 24 * 3600 + 12 * 60 })
  assert.equal((await client.get('campaign/list')).status, 200)
})
