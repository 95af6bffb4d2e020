import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { fixture, tiktokClient, uploadImage } from '../../../test/support/simulated/tiktok.ts'

type Fields = Record<string, unknown>

async function smartGround(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  const client = tiktokClient(url)
  const found = await fixture(client)
  const { advertiser, group, identity, seededVideo } = found
  const about = { advertiser_id: advertiser }
  const asked = { ...about, asset_type: 'CTA_AUTO_OPTIMIZED', content_type: 'LANDING_PAGE' }
  const offered = (await client.get('creative/cta/recommend/', asked)).data['recommend_assets'] as Fields[]
  const portfolio = { ...about, creative_portfolio_type: 'CTA', portfolio_content: offered.slice(0, 1) }
  const button = String((await client.post('creative/portfolio/create/', portfolio)).data['creative_portfolio_id'])
  const info: Fields = {
    ad_format: 'SINGLE_VIDEO',
    identity_type: 'TT_USER',
    identity_id: identity('TT_USER'),
    video_info: { video_id: seededVideo },
    image_info: [{ web_uri: `tos-cover/${seededVideo}/0` }],
  }
  const good: Fields = {
    ...about,
    adgroup_id: group('Always on Smart+'),
    ad_name: 'Good',
    creative_list: [{ creative_info: info }],
    ad_text_list: [{ ad_text: 'Text' }],
    landing_page_url_list: [{ landing_page_url: 'https://example.com' }],
    ad_configuration: { call_to_action_id: button },
  }
  const create = (change: Fields) => client.post('smart_plus/ad/create/', { ...good, ...change })
  return { ...found, about, client, control, info, good, create, offered }
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

test('the platform refuses Smart+ ads that break its rules, and stores none of them', async (context) => {
  const { advertiser, client, identity, group, info, create, offered, about } = await smartGround(context)
  const image = String((await uploadImage(client, advertiser, 'square.png')).data['image_id'])
  const with_ = (change: Fields) => create({ creative_list: [{ creative_info: { ...info, ...change } }] })
  const text = { ad_text: 'Text' }
  const url = { landing_page_url: 'https://example.com' }
  const custom = { identity_type: 'CUSTOMIZED_USER', identity_id: identity('CUSTOMIZED_USER') }
  const refused: [string, ReturnType<typeof create>][] = [
    ['a manual ad set', create({ adgroup_id: group('Spring traffic Broad') })],
    ['no creative', create({ creative_list: [] })],
    ['51 creatives', create({ creative_list: times(51, { creative_info: info }) })],
    ['no text', create({ ad_text_list: [] })],
    ['six texts', create({ ad_text_list: times(6, text) })],
    ['four buttons', create({ call_to_action_list: times(4, { call_to_action: 'SHOP_NOW' }) })],
    ['two addresses', create({ landing_page_url_list: times(2, url) })],
    ['words for buttons in the feed', create({ call_to_action_list: [{ call_to_action: 'SHOP_NOW' }] })],
    ['no button', create({ ad_configuration: {} })],
    ['a portfolio of nobody', create({ ad_configuration: { call_to_action_id: '1' } })],
    ['a custom identity in the feed', with_(custom)],
    ['a video without a cover', with_({ image_info: [] })],
    ['a plain picture', with_({ ad_format: 'SINGLE_IMAGE' })],
    [
      'a carousel without music',
      with_({ ad_format: 'CAROUSEL_ADS', video_info: null, image_info: [{ web_uri: image }] }),
    ],
    ['an identity of a centre without it', with_({ identity_type: 'BC_AUTH_TT', identity_id: identity('BC_AUTH_TT') })],
    ['a label with an identity of its own', with_({ aigc_disclosure_type: 'SELF_DISCLOSURE' })],
    [
      'a change of the pictures that is none',
      create({ ad_configuration: { creative_auto_enhancement_strategy_list: ['X'] } }),
    ],
  ]
  for (const [what, answer] of refused) assert.equal((await answer).code, 40002, what)
  assert.equal((await client.get('smart_plus/ad/get/', about)).data.list!.length, 0)
  assert.equal((await client.get('smart_plus/ad/get/', { ...about, page_size: 101 })).code, 40002)
  const elsewhere = { ...about, portfolio_content: [{ asset_content: 'Learn more', asset_ids: ['1'] }] }
  assert.equal((await client.post('creative/portfolio/create/', elsewhere)).code, 40002)
  assert.ok(offered.some(({ asset_content: word }) => word === 'Shop now'))
})

test('a repeat makes another ad, thirty fill an ad group, and each is listed by its creatives and as a whole', async (context) => {
  const { about, client, create, group, info } = await smartGround(context)
  const two = { creative_list: times(2, { creative_info: info }) }
  const made = (await create(two)).data
  assert.notEqual((await create(two)).data['smart_plus_ad_id'], made['smart_plus_ad_id'], 'a repeat is not recognised')
  const filtering = { adgroup_ids: [group('Always on Smart+')] }
  const rows = (await client.get('ad/get/', { ...about, filtering })).data.list!
  assert.equal(rows.length, 4)
  assert.equal(new Set(rows.map((row) => row['ad_id'])).size, 4)
  assert.equal(new Set(rows.map((row) => row['smart_plus_ad_id'])).size, 2)
  const whole = { ad_ids_v2: [made['smart_plus_ad_id']] }
  assert.equal((await client.get('ad/get/', { ...about, filtering: whole })).data.list!.length, 1)
  for (let n = 2; n < 30; n++) assert.equal((await create({})).code, 0)
  assert.equal((await create({})).code, 40502)
})

test('Smart+ campaigns and ad groups are made, changed and switched at paths of their own', async (context) => {
  const { about, client, group } = await smartGround(context)
  let request = 100
  const campaign = (more: Fields) =>
    client.post('smart_plus/campaign/create/', {
      ...about,
      request_id: String(++request),
      campaign_name: 'Made',
      objective_type: 'WEB_CONVERSIONS',
      sales_destination: 'WEBSITE',
      budget: 100,
      ...more,
    })
  assert.equal((await campaign({ request_id: undefined })).code, 40002)
  assert.equal((await campaign({ objective_type: 'TRAFFIC' })).code, 40002)
  assert.equal((await campaign({ sales_destination: undefined })).code, 40002)
  const made = (await campaign({})).data
  assert.equal(made['campaign_automation_type'], 'UPGRADED_SMART_PLUS')
  assert.equal(made['budget_mode'], 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET')
  assert.equal((await campaign({ request_id: String(request) })).code, 40050)
  const adGroup = (more: Fields) =>
    client.post('smart_plus/adgroup/create/', {
      ...about,
      request_id: String(++request),
      campaign_id: made['campaign_id'],
      adgroup_name: `Group ${request}`,
      promotion_type: 'WEBSITE',
      optimization_goal: 'CONVERT',
      optimization_event: 'SHOPPING',
      pixel_id: '1',
      billing_event: 'OCPM',
      schedule_type: 'SCHEDULE_FROM_NOW',
      schedule_start_time: '2026-01-01 00:00:00',
      targeting_spec: { location_ids: ['6252001'] },
      ...more,
    })
  assert.equal((await adGroup({ request_id: undefined })).code, 40002)
  assert.equal((await adGroup({ targeting_spec: {} })).code, 40002, 'people are aimed at inside of targeting_spec')
  assert.equal((await adGroup({ pixel_id: undefined })).code, 40002)
  assert.equal((await adGroup({})).code, 0)
  assert.equal((await adGroup({ optimization_event: 'FORM' })).code, 40002, 'siblings of one budget agree')
  const manual = await client.post('campaign/create/', {
    ...about,
    campaign_name: 'By hand',
    objective_type: 'TRAFFIC',
  })
  const inManual = { campaign_id: manual.data['campaign_id'] }
  assert.equal((await adGroup(inManual)).code, 40002, 'an ad group of one kind in a campaign of the other')
  const update = { ...about, campaign_id: made['campaign_id'], budget: 150 }
  assert.equal((await client.post('campaign/update/', update)).code, 40002)
  assert.equal((await client.post('smart_plus/campaign/update/', update)).data['budget'], 150)
  const budgets = { budget: [{ adgroup_id: group('Always on Smart+'), budget: 60 }] }
  assert.equal((await client.post('smart_plus/adgroup/budget/update/', about)).code, 40002)
  assert.equal((await client.post('smart_plus/adgroup/budget/update/', { ...about, ...budgets })).code, 40002)
  const many = { ...about, campaign_ids: times(21, made['campaign_id']), operation_status: 'DISABLE' }
  assert.equal((await client.post('smart_plus/campaign/status/update/', many)).code, 40011)
  const gone = { ...about, campaign_ids: [made['campaign_id']], operation_status: 'DELETE' }
  assert.equal((await client.post('smart_plus/campaign/status/update/', gone)).code, 0)
  assert.equal((await client.post('smart_plus/campaign/update/', update)).code, 40002, 'deleted is final')
})

test('figures of creatives and of materials add up to those of their ad', async (context) => {
  const { about, client, control, create, info } = await smartGround(context)
  const made = (await create({ creative_list: times(3, { creative_info: info }) })).data
  await control('POST', '/clock', { offsetSeconds: 3 * 86_400 })
  const day = (ago: number) => new Date(Date.now() + (3 - ago) * 86_400_000).toISOString().slice(0, 10)
  const range = { start_date: day(2), end_date: day(1) }
  const report = async (dimension: string, filter: string, ids: unknown[]) => {
    const filtering = [{ field_name: filter, filter_type: 'IN', filter_value: JSON.stringify(ids) }]
    const asked = { ...about, ...range, report_type: 'BASIC', data_level: 'AUCTION_AD', metrics: ['spend'], filtering }
    return (await client.get('report/integrated/get/', { ...asked, dimensions: [dimension], page_size: 100 })).data
      .list!
  }
  const cents = (rows: Fields[]) =>
    rows.reduce((sum, row) => sum + Math.round(Number((row['metrics'] as Fields)['spend']) * 100), 0)
  const whole = await report('ad_id_v2', 'ad_ids_v2', [made['smart_plus_ad_id']])
  assert.equal(whole.length, 1)
  const filtering = { adgroup_ids: [made['adgroup_id']] }
  const rows = (await client.get('ad/get/', { ...about, filtering })).data.list!
  const creatives = await report(
    'ad_id',
    'ad_ids',
    rows.map((row) => row['ad_id']),
  )
  assert.equal(creatives.length, 3)
  assert.ok(cents(whole) > 0)
  assert.equal(cents(creatives), cents(whole))
  const materials = await client.get('smart_plus/material_report/overview/', {
    ...{ ...about, ...range, dimensions: ['smart_plus_ad_id', 'main_material_id'], metrics: ['spend'] },
    filtering: { smart_plus_ad_ids: [made['smart_plus_ad_id']] },
  })
  assert.equal(materials.data.list!.length, 3)
  assert.equal(cents(materials.data.list!), cents(whole))
  const wrong = { ...about, ...range, dimensions: ['main_material_id'] }
  assert.equal((await client.get('smart_plus/material_report/overview/', wrong)).code, 40002)
})

test('after its last day nothing of the ended objectives is made by hand; what is there goes on', async (context) => {
  const { about, client, control, group, identity, seededVideo } = await smartGround(context)
  const campaign = (objective_type: string) =>
    client.post('campaign/create/', { ...about, campaign_name: `By hand ${objective_type}`, objective_type })
  const sales = (await campaign('WEB_CONVERSIONS')).data
  assert.ok(sales['campaign_id'])
  const future = (date: unknown, platform: unknown = 'tiktok') => control('POST', '/future', { platform, date })
  assert.equal((await future('2027-01-01', 'radio')).status, 400)
  assert.equal((await future('2027-01-01', 'pinterest')).status, 400, 'no change is known there')
  for (const date of ['2020-01-01', '2027-13-01', 'tomorrow', 5]) {
    const { status, body } = await future(date)
    assert.deepEqual([status, JSON.stringify(body).includes('date')], [400, true], String(date))
  }
  assert.equal((await future('2027-01-01')).status, 200)
  assert.equal((await campaign('LEAD_GENERATION')).code, 40002)
  assert.equal((await campaign('TRAFFIC')).code, 0)
  const adGroup = { ...about, campaign_id: sales['campaign_id'], adgroup_name: 'Late' }
  assert.match((await client.post('adgroup/create/', adGroup)).message, /smart_plus/)
  const off = { ...about, campaign_ids: [sales['campaign_id']], operation_status: 'DISABLE' }
  assert.equal((await client.post('campaign/status/update/', off)).code, 0)
  const creative = {
    ...{ ad_name: 'Goes on', ad_format: 'SINGLE_VIDEO', identity_type: 'TT_USER', identity_id: identity('TT_USER') },
    ...{ video_id: seededVideo, image_ids: [`tos-cover/${seededVideo}/0`], ad_text: 'Text' },
    ...{ call_to_action: 'LEARN_MORE', landing_page_url: 'https://example.com' },
  }
  const ad = { ...about, adgroup_id: group('Spring traffic Broad'), creatives: [creative] }
  assert.equal((await client.post('ad/create/', ad)).code, 0)
})
