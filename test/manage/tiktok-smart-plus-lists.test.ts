import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiktok } from '../../src/platforms/tiktok/index.ts'
import { openStructure } from '../support/platforms/structure.ts'
import { firstAdvertiser, tiktokClient } from '../support/simulated/tiktok.ts'

/** A Smart+ ad of three creatives in the seeded Smart+ ad group. */
async function threeFaced(url: string) {
  const client = tiktokClient(url)
  const advertiser_id = await firstAdvertiser(client)
  const groups = (await client.get('adgroup/get/', { advertiser_id, page_size: 100 })).data.list!
  const adGroup = groups.find((group) => group['campaign_automation_type'] === 'UPGRADED_SMART_PLUS')!
  const videos = (await client.get('file/video/ad/search/', { advertiser_id })).data.list!
  const video = String(videos[0]!['video_id'])
  const { data } = await client.get('identity/get/', { advertiser_id, identity_type: 'TT_USER' })
  const [{ identity_id }] = data['identity_list'] as [{ identity_id: string }]
  const asked = { advertiser_id, asset_type: 'CTA_AUTO_OPTIMIZED', content_type: 'LANDING_PAGE' }
  const offered = (await client.get('creative/cta/recommend/', asked)).data['recommend_assets'] as object[]
  const portfolio = { advertiser_id, portfolio_content: offered.slice(0, 1) }
  const { creative_portfolio_id } = (await client.post('creative/portfolio/create/', portfolio)).data
  const creative_info = {
    ...{ ad_format: 'SINGLE_VIDEO', identity_type: 'TT_USER', identity_id },
    ...{ video_info: { video_id: video }, image_info: [{ web_uri: `tos-cover/${video}/0` }] },
  }
  const made = await client.post('smart_plus/ad/create/', {
    ...{ advertiser_id, adgroup_id: adGroup['adgroup_id'], ad_name: 'Three faces' },
    creative_list: [1, 2, 3].map(() => ({ creative_info })),
    ad_text_list: [{ ad_text: 'Text' }],
    landing_page_url_list: [{ landing_page_url: 'https://example.com' }],
    ad_configuration: { call_to_action_id: creative_portfolio_id },
  })
  assert.equal(made.code, 0, made.message)
  return { id: String(made.data['smart_plus_ad_id']), adSetId: String(adGroup['adgroup_id']) }
}

test('a Smart+ ad of several creatives is one ad in every list, on one page or on many', async (context) => {
  const { url, session, accounts } = await openStructure(context, tiktok)
  const { id, adSetId } = await threeFaced(url)
  const [account] = accounts
  for (const limit of [1, 7, 200]) {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await session.listAds!(account!, { limit, ...(after === undefined ? {} : { after }) })
      found.push(...page.items.map((ad) => ad.id))
      after = page.after ?? undefined
    } while (after !== undefined)
    assert.equal(found.length, 33, `by ${limit}`)
    assert.equal(new Set(found).size, 33, `by ${limit}`)
    assert.ok(found.includes(id))
  }
  const inSet = await session.listAds!(account!, { adSetId, limit: 10 })
  assert.deepEqual(
    inSet.items.map((ad) => [ad.id, ad.name]),
    [[id, 'Three faces']],
  )
  const manual = (await session.listAds!(account!, { limit: 1 })).items[0]!.id
  const byId = await session.listAds!(account!, { ids: [id, manual], limit: 10 })
  assert.deepEqual(new Set(byId.items.map((ad) => ad.id)), new Set([id, manual]))
  const [state] = await session.readEntities!(account!, [{ type: 'ad', id }])
  assert.deepEqual([state!.name, state!.adSetId, state!.status], ['Three faces', adSetId, 'active'])
  const [choice] = (await session.listAdSets!(account!.id, { limit: 100 })).filter(({ value }) => value === adSetId)
  assert.deepEqual([choice!.adCount, choice!.capacity], [1, 29])
})

test('its days and its entity are told once, and add up to what the platform counts', async (context) => {
  const { url, session, accounts, control, dayOf, spent } = await openStructure(context, tiktok)
  const { id, adSetId } = await threeFaced(url)
  const [account] = accounts
  await control('POST', '/clock', { offsetSeconds: 86_400, stopped: true })
  const day = dayOf(account!)
  const { reporting } = session
  const days = []
  for await (const rows of reporting!.days(account!.id, { from: day, to: day })) days.push(...rows)
  const own = days.filter(({ adId }) => adId === id)
  assert.equal(own.length, 1)
  assert.equal(own[0]!.spendMicros, spentOf(await spent(account!, 'adset', day), adSetId) * 10_000)
  const entities = []
  for await (const rows of reporting!.entities(account!)) entities.push(...rows)
  assert.equal(entities.filter((entity) => entity.level === 'ad' && entity.id === id).length, 1)
  assert.equal(entities.filter(({ level }) => level === 'ad').length, 33)
})

function spentOf(spent: Map<string, number>, id: string): number {
  const found = spent.get(id)
  assert.ok(found, 'it was delivered')
  return found
}
