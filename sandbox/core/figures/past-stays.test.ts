import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { appClient, gamesAccount } from '../../../test/support/simulated/applovin.ts'
import { pinClient, usdAccount as pinAccount } from '../../../test/support/simulated/pinterest.ts'
import { graphClient, usdAccount } from '../../../test/support/simulated/primary.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import type { TestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { openCaller as openSnapchat } from '../../../test/support/simulated/snapchat.ts'
import { firstAdvertiser, tiktokClient } from '../../../test/support/simulated/tiktok.ts'
import { direct, openCaller as openGoogle } from '../../google-ads/test-caller.ts'
import { openCaller as openLinkedIn, usd } from '../../linkedin/test-caller.ts'

type Sandbox = Pick<TestSandbox, 'control'>
interface Row {
  id: string
  day: string
  impressions: number
}
/** What somebody does, with the platform's answer; or days that pass. */
type Edit = [what: string, answer: () => Promise<unknown>] | { days: number }

const dayMs = 86_400_000

/** What was reported of every ad, up to the day before yesterday of the simulated time. */
async function figures({ control }: Sandbox, simulator: string, account: string): Promise<Row[]> {
  const { body: clock } = await control('GET', '/clock')
  const day = (ago: number) => new Date(Date.parse(String(clock['now'])) - ago * dayMs).toISOString().slice(0, 10)
  const query = new URLSearchParams({ accountId: account, from: day(16), to: day(2), level: 'ad' })
  const { body } = await control('GET', `/${simulator}/totals?${query.toString()}`)
  return (body['rows'] as Row[]).toSorted((one, other) =>
    `${one.id}${one.day}`.localeCompare(`${other.id}${other.day}`),
  )
}

/** The ad with figures on the most days. */
function busiest(rows: Row[]): string {
  const byAd = [...Map.groupBy(rows, ({ id }) => id)]
  return byAd.toSorted(([, one], [, other]) => other.length - one.length)[0]![0]
}

async function assertPastStays(sandbox: Sandbox, simulator: string, account: string, edits: Edit[]): Promise<void> {
  let offsetSeconds = 0
  for (const edit of edits) {
    if ('days' in edit) {
      offsetSeconds += edit.days * 86_400
      await sandbox.control('POST', '/clock', { offsetSeconds })
      continue
    }
    const [what, answer] = edit
    const before = await figures(sandbox, simulator, account)
    assert.ok(before.length > 0)
    const answered = await answer()
    const after = await figures(sandbox, simulator, account)
    const isMade = (answered as { status: number; code?: unknown }).status === 200
    assert.ok(isMade || (answered as { status: number }).status === 204, `${what}: ${JSON.stringify(answered)}`)
    assert.deepEqual(after, before, `${simulator}: ${what} changes figures of earlier days`)
  }
}

test('primary: no edit changes what was reported of earlier days', async (context) => {
  const sandbox = await startTestSandbox(context)
  const { post, get, remove } = graphClient(sandbox.url)
  const ad = busiest(await figures(sandbox, 'meta', usdAccount))
  const fields = 'adset_id,campaign_id,creative{id}'
  const { body } = await get(`${ad}?fields=${fields}`)
  const creative = { creative_id: (body['creative'] as { id: string }).id }
  const [adset, campaign] = [String(body['adset_id']), String(body['campaign_id'])]
  const { body: set } = await get(`${adset}?fields=targeting`)
  const targeting = { ...(set['targeting'] as object), geo_locations: { countries: ['CA'] } }
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  await assertPastStays(sandbox, 'meta', usdAccount, [
    ['a new creative', () => post(ad, { creative })],
    ['another name', () => post(ad, { name: 'Other' })],
    { days: 3 },
    ['a creative again', () => post(ad, { creative })],
    ['other people', () => post(adset, { targeting })],
    ['an end', () => post(adset, { end_time: at(5) })],
    ['a pause', () => post(ad, { status: 'PAUSED' })],
    { days: 4 },
    ['an end after the end', () => post(adset, { end_time: at(30) })],
    ['going on', () => post(ad, { status: 'ACTIVE' })],
    ['a paused campaign', () => post(campaign, { status: 'PAUSED' })],
    { days: 3 },
    ['a creative while paused', () => post(ad, { creative })],
    ['another name while paused', () => post(campaign, { name: 'Other' })],
    ['a copy', () => post(`${ad}/copies`, { status_option: 'PAUSED' })],
    ['an archived ad', () => post(ad, { status: 'ARCHIVED' })],
    { days: 3 },
    ['a deleted ad set', () => remove(adset)],
  ])
  await sandbox.control('POST', '/meta', { rejectNamesWith: 'never' })
  const other = busiest(await figures(sandbox, 'meta', usdAccount))
  const { body: shown } = await get(`${other}?fields=creative{id}`)
  const same = { creative_id: (shown['creative'] as { id: string }).id }
  await assertPastStays(sandbox, 'meta', usdAccount, [
    ['a creative that is rejected', () => post(other, { creative: same, name: 'never' })],
  ])
})

test('primary: a country breakdown of earlier days stays when the ad set aims elsewhere', async (context) => {
  const sandbox = await startTestSandbox(context)
  const { post, get } = graphClient(sandbox.url)
  const ad = busiest(await figures(sandbox, 'meta', usdAccount))
  const { body } = await get(`${ad}?fields=adset_id,adset{targeting}`)
  const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
  const range = encodeURIComponent(JSON.stringify({ since: day(9), until: day(2) }))
  const ask = async () =>
    (await get(`${ad}/insights?fields=spend,impressions&breakdowns=country&time_range=${range}`)).body.data
  const before = await ask()
  const { targeting } = body['adset'] as { targeting: object }
  const moved = { ...targeting, geo_locations: { countries: ['CA'] } }
  assert.equal((await post(String(body['adset_id']), { targeting: moved })).status, 200)
  assert.deepEqual(await ask(), before)
})

test('short-video: no edit changes what was reported of earlier days', async (context) => {
  const sandbox = await startTestSandbox(context)
  await sandbox.control('POST', '/tiktok', { limits: 'off' })
  const client = tiktokClient(sandbox.url)
  const advertiser_id = await firstAdvertiser(client)
  const ad = busiest(await figures(sandbox, 'tiktok', advertiser_id))
  const { data } = await client.get('ad/get/', { advertiser_id, filtering: { ad_ids: [ad] } })
  const adgroup_id = String(data.list![0]!['adgroup_id'])
  const campaign_ids = [String(data.list![0]!['campaign_id'])]
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, { advertiser_id, ...body })
    return { ...answer, status: answer.code === 0 ? 200 : 400 }
  }
  const stamp = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 19).replace('T', ' ')
  const ends = (days: number) => ({
    adgroup_id,
    schedule_type: 'SCHEDULE_START_END',
    schedule_start_time: stamp(-1),
    schedule_end_time: stamp(days),
  })
  const turn = (operation_status: string) => post('ad/status/update/', { ad_ids: [ad], operation_status })
  await assertPastStays(sandbox, 'tiktok', advertiser_id, [
    ['other dates', () => post('adgroup/update/', ends(2))],
    ['another name', () => post('adgroup/update/', { adgroup_id, adgroup_name: 'Other' })],
    { days: 4 },
    ['an end after the end', () => post('adgroup/update/', ends(20))],
    ['a pause', () => turn('DISABLE')],
    { days: 3 },
    ['a paused campaign', () => post('campaign/status/update/', { campaign_ids, operation_status: 'DISABLE' })],
    ['going on', () => turn('ENABLE')],
    { days: 3 },
    ['a campaign that goes on', () => post('campaign/status/update/', { campaign_ids, operation_status: 'ENABLE' })],
    ['a deleted ad', () => turn('DELETE')],
  ])
})

test('photo-messaging: no edit changes what was reported of earlier days', async (context) => {
  const { call, account, sandbox } = await openSnapchat(context)
  const { control } = sandbox
  const ad = busiest(await figures({ control }, 'snapchat', account))
  const patch = (path: string, value: unknown) =>
    call('PATCH', `/ads/${ad}`, [{ op: 'replace', path, value }], { 'content-type': 'application/json-patch+json' })
  await assertPastStays({ control }, 'snapchat', account, [
    ['another name', () => patch('/name', 'Other')],
    ['a pause', () => patch('/status', 'PAUSED')],
    { days: 3 },
    ['another name while paused', () => patch('/name', 'Another')],
    ['going on', () => patch('/status', 'ACTIVE')],
    { days: 3 },
    ['a deleted ad', () => call('DELETE', `/ads/${ad}`)],
  ])
})

test('pin: no edit changes what was reported of earlier days', async (context) => {
  const sandbox = await startTestSandbox(context)
  const client = pinClient(sandbox.url)
  const ad = busiest(await figures(sandbox, 'pinterest', pinAccount))
  const base = `ad_accounts/${pinAccount}`
  const { body } = await client.get(`${base}/ads/${ad}`)
  const group = String(body['ad_group_id'])
  const change = (kind: string, item: object) => async () => {
    const answer = await client.patch(`${base}/${kind}`, [item])
    const [made] = answer.body.items ?? []
    return { ...answer, status: made?.data && !(made.exceptions as unknown[] | undefined)?.length ? 200 : 400 }
  }
  await assertPastStays(sandbox, 'pinterest', pinAccount, [
    ['another name', change('ads', { id: ad, name: 'Other' })],
    ['other people', change('ad_groups', { id: group, targeting_spec: { LOCATION: ['CA'] } })],
    ['a pause', change('ads', { id: ad, status: 'PAUSED' })],
    ['an archived ad', change('ads', { id: ad, status: 'ARCHIVED' })],
    { days: 4 },
    ['another name of the group', change('ad_groups', { id: group, name: 'Another' })],
  ])
})

test('professional-network: no edit changes what was reported of earlier days', async (context) => {
  const { set, read, control } = await openLinkedIn(context)
  const ad = busiest(await figures({ control }, 'linkedin', usd))
  const urn = `urn:li:sponsoredCreative:${ad}`
  const { body } = await read('creatives', urn)
  const campaign = String(body['campaign']).split(':').at(-1)!
  const { body: held } = await read('adCampaigns', campaign)
  const schedule = held['runSchedule'] as { start: number }
  const ends = (days: number) =>
    set('adCampaigns', campaign, { runSchedule: { ...schedule, end: Date.now() + days * dayMs } })
  await assertPastStays({ control }, 'linkedin', usd, [
    ['another name', () => set('creatives', urn, { name: 'Other' })],
    ['an end', () => ends(2)],
    { days: 4 },
    ['an end after the end', () => ends(30)],
    ['a pause', () => set('creatives', urn, { intendedStatus: 'PAUSED' })],
    { days: 3 },
    ['another name while paused', () => set('adCampaigns', campaign, { name: 'Another' })],
    ['going on', () => set('creatives', urn, { intendedStatus: 'ACTIVE' })],
    { days: 3 },
    ['an archived campaign', () => set('adCampaigns', campaign, { status: 'ARCHIVED' })],
  ])
})

test('app-network: no edit changes what was reported of earlier days', async (context) => {
  const sandbox = await startTestSandbox(context)
  const client = appClient(sandbox.url)
  const set = busiest(await figures(sandbox, 'applovin', gamesAccount))
  const [held] = await client.list(`creative_set/list?ids=${set}`)
  const { type, name, assets, languages, campaign_id } = held!
  const ids = (assets as { id: string }[]).map(({ id }) => ({ id }))
  const [other] = (await client.list('campaign/list')).filter(
    (each) => each['id'] !== campaign_id && each['type'] === type,
  )
  const change = (more: object) => () =>
    client.post('creative_set/update', { id: set, type, name, campaign_id, assets: ids, languages, ...more })
  const campaign = (more: object) => () => client.post('campaign/update', { id: campaign_id, type, ...more })
  const sets = { campaign_ids: [String(other!['id'])], creative_set_ids: [set] }
  await assertPastStays(sandbox, 'applovin', gamesAccount, [
    ['a pause', change({ status: 'PAUSED' })],
    { days: 4 },
    ['another name while paused', change({ name: 'Other' })],
    ['going on', change({ status: 'LIVE' })],
    ['other countries', campaign({ targeting: [{ country_code: 'CA' }] })],
    ['a paused campaign', campaign({ status: 'PAUSED' })],
    { days: 4 },
    ['a campaign that goes on', campaign({ status: 'LIVE' })],
    ['a second campaign', () => client.post('creative_set/add-to-campaigns', sets)],
    { days: 3 },
    ['no campaign', () => client.post('creative_set/remove-from-all-campaigns', { creative_set_ids: [set] })],
  ])
})

test('search: no edit changes what was reported of earlier days', async (context: TestContext) => {
  const { mutate, rows, control } = await openGoogle(context)
  const ad = busiest(await figures({ control }, 'google-ads', direct))
  const query = `SELECT ad_group_ad.resource_name, ad_group.resource_name, campaign.resource_name FROM ad_group_ad WHERE ad_group_ad.ad.id = ${ad}`
  const [row] = await rows(query)
  const named = (kind: string) => String(row![kind]!['resourceName'])
  const keywords = await rows(
    `SELECT ad_group_criterion.resource_name FROM ad_group_criterion WHERE ad_group.resource_name = '${named('adGroup')}' AND ad_group_criterion.type = 'KEYWORD'`,
  )
  const keyword = String(keywords[0]!['adGroupCriterion']!['resourceName'])
  const update = (kind: string, resourceName: string, fields: object) => () =>
    mutate(kind, [{ update: { resourceName, ...fields }, updateMask: Object.keys(fields).join(',') }])
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const ends = (days: number) => update('campaigns', named('campaign'), { endDateTime: `${day(days)} 23:59:59` })
  await assertPastStays({ control }, 'google-ads', direct, [
    ['another name', update('campaigns', named('campaign'), { name: 'Other' })],
    ['an end', ends(2)],
    { days: 5 },
    ['an end after the end', ends(30)],
    ['a pause', update('adGroupAds', named('adGroupAd'), { status: 'PAUSED' })],
    { days: 3 },
    ['another name while paused', update('adGroups', named('adGroup'), { name: 'Other' })],
    ['going on', update('adGroupAds', named('adGroupAd'), { status: 'ENABLED' })],
    { days: 3 },
    ['a keyword that is gone', () => mutate('adGroupCriteria', [{ remove: keyword }])],
    ['an ad that is gone', () => mutate('adGroupAds', [{ remove: named('adGroupAd') }])],
  ])
})
