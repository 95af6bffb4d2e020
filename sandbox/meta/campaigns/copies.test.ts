import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  jpyAccount,
  prepareLaunch,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

interface Copied {
  ad_object_type: string
  source_id: string
  copied_id: string
}

async function launch(client: GraphClient, adNames: string[]) {
  const launched = await prepareLaunch(client)
  const adIds: string[] = []
  for (const name of adNames)
    adIds.push(
      await client.create(`${usdAccount}/ads`, {
        name,
        adset_id: launched.adsetId,
        status: 'ACTIVE',
        creative: { creative_id: launched.creativeId },
      }),
    )
  return { ...launched, adIds }
}

async function legacyAdSet(client: GraphClient, name: string): Promise<string> {
  const filtering = encodeURIComponent(JSON.stringify([{ field: 'name', operator: 'EQUAL', value: name }]))
  const { body } = await client.get(`${usdAccount}/adsets?filtering=${filtering}`)
  return String(body.data?.[0]?.['id'])
}

test('a copied ad is paused, renamed, shows the same post and names its source', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adIds, creativeId } = await launch(client, ['Original'])
  const [adId = ''] = adIds
  const { body } = await client.post(`${adId}/copies`, {})
  const copyId = String(body['copied_ad_id'])
  const made = body['ad_object_ids'] as Copied[]
  assert.deepEqual(
    made.map(({ ad_object_type, source_id }) => [ad_object_type, source_id]),
    [
      ['unique_adcreative', creativeId],
      ['ad', adId],
    ],
  )
  const fields = 'name,status,source_ad_id,adset_id,creative{effective_object_story_id,url_tags}'
  const copy = (await client.get(`${copyId}?fields=${fields}`)).body
  const source = (await client.get(`${adId}?fields=${fields}`)).body
  assert.deepEqual([copy['name'], copy['status'], copy['source_ad_id']], ['Original - Copy', 'PAUSED', adId])
  assert.equal(copy['adset_id'], source['adset_id'])
  const post = (ad: object) => (ad as { creative: Record<string, unknown> }).creative['effective_object_story_id']
  assert.equal(post(copy), post(source))
  assert.deepEqual((await client.get(`${adId}/copies`)).body.data, [{ id: copyId }])
})

test('a copied ad can go to another ad set with other content', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adIds, campaignId } = await launch(client, ['Original'])
  const other = await client.create(`${usdAccount}/adsets`, adSetForm(campaignId))
  const { body } = await client.post(`${adIds[0]}/copies`, {
    adset_id: other,
    status_option: 'INHERITED_FROM_SOURCE',
    rename_options: { rename_prefix: 'B: ', rename_suffix: '' },
    creative_parameters: { url_tags: 'utm_source=copy' },
  })
  const copy = (await client.get(`${String(body['copied_ad_id'])}?fields=name,status,adset_id,creative{url_tags}`)).body
  assert.deepEqual([copy['name'], copy['status'], copy['adset_id']], ['B: Original', 'ACTIVE', other])
  assert.equal((copy['creative'] as Record<string, unknown>)['url_tags'], 'utm_source=copy')
})

test('an ad set is copied with its only ad, or without its ads into another campaign', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, adIds } = await launch(client, ['Only'])
  const deep = (
    await client.post(`${adsetId}/copies`, {
      deep_copy: true,
      rename_options: { rename_strategy: 'DEEP_RENAME', rename_suffix: ' v2' },
    })
  ).body
  const copyId = String(deep['copied_adset_id'])
  const { data } = (await client.get(`${copyId}/ads?fields=name,source_ad_id,status`)).body
  assert.deepEqual(
    data?.map((ad) => [ad['name'], ad['source_ad_id'], ad['status']]),
    [['Only v2', adIds[0], 'PAUSED']],
  )
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const shallow = (await client.post(`${adsetId}/copies`, { campaign_id: campaignId })).body
  const moved = (await client.get(`${String(shallow['copied_adset_id'])}?fields=name,campaign_id,source_adset_id`)).body
  assert.deepEqual(
    [moved['name'], moved['campaign_id'], moved['source_adset_id']],
    ['US broad - Copy', campaignId, adsetId],
  )
  assert.equal((await client.get(`${adsetId}/copies`)).body.data?.length, 2)
})

test('a campaign is copied alone, with another budget if asked', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, {
    ...campaignForm,
    is_adset_budget_sharing_enabled: undefined,
    daily_budget: 5000,
  })
  const { body } = await client.post(`${campaignId}/copies`, { parameter_overrides: { daily_budget: 7000 } })
  const copy = (await client.get(`${String(body['copied_campaign_id'])}?fields=name,daily_budget,source_campaign_id`))
    .body
  assert.deepEqual(
    [copy['name'], copy['daily_budget'], copy['source_campaign_id']],
    ['Launch week - Copy', '7000', campaignId],
  )
})

test('more than two objects are too many while the caller waits', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, campaignId } = await launch(client, ['One', 'Two'])
  assertError(await client.post(`${adsetId}/copies`, { deep_copy: true }), 100, 1885194)
  assertError(await client.post(`${campaignId}/copies`, { deep_copy: true }), 100, 1885194)
  assert.deepEqual((await client.get(`${adsetId}/copies`)).body.data, [])
  assert.equal((await client.post(`${adsetId}/copies`, {})).status, 200)
})

test('sources from before the rules changed are refused with the code of the rule they break', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const cases: [string, number][] = [
    ['Legacy | no audience flag', 1870227],
    ['Legacy | explore alone', 2490392],
    ['Legacy | standard enhancements', 3858504],
    ['Legacy | broken rule label', 2446173],
    ['Legacy | old crop', 2490085],
  ]
  for (const [name, subcode] of cases) {
    const adsetId = await legacyAdSet(client, name)
    assertError(await client.post(`${adsetId}/copies`, { deep_copy: true }), 100, subcode, name)
    assert.deepEqual((await client.get(`${adsetId}/copies`)).body.data, [], name)
  }
  const label = await legacyAdSet(client, 'Legacy | broken rule label')
  assert.equal((await client.post(`${label}/copies`, { deep_copy: false })).status, 200)
})

test('copies with wrong options, into foreign or finished places are refused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, adIds, campaignId } = await launch(client, ['Original'])
  const foreign = await client.create(`${jpyAccount}/campaigns`, campaignForm)
  assertError(await client.post(`${adsetId}/copies`, { campaign_id: foreign }), 100)
  assertError(await client.post(`${adIds[0]}/copies`, { adset_id: '1' }), 100)
  assertError(await client.post(`${adsetId}/copies`, { status_option: 'ARCHIVED' }), 100)
  assertError(await client.post(`${adsetId}/copies`, { rename_options: { rename_strategy: 'SOME' } }), 100)
  assertError(await client.post(`${campaignId}/copies`, { parameter_overrides: { objective: 'OUTCOME_SALES' } }), 100)
  assertError(await client.post(`${adsetId}/copies`, { end_time: '2020-01-01T00:00:00+0000' }), 100, 1487033)
  const budgeted = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, daily_budget: 5000 })
  assertError(await client.post(`${adsetId}/copies`, { campaign_id: budgeted }), 100, 1885621)
  await client.remove(budgeted)
  assertError(await client.post(`${adsetId}/copies`, { campaign_id: budgeted }), 100, 1487566)
  await client.remove(adIds[0] ?? '')
  assertError(await client.post(`${adIds[0]}/copies`, {}), 100)
  for (const [code, subcode] of [[1634013], [100, 3390001], [100, 2446173]] as [number, number?][]) {
    await control('POST', '/faults', {
      platform: 'meta',
      fault: 'platform-error',
      match: { path: '/copies' },
      code,
      subcode,
    })
    assertError(await client.post(`${adsetId}/copies`, {}), code, subcode)
  }
})

test('a finished ad set is copied to start now and run as long', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const start = Math.floor(Date.now() / 1000)
  const adsetId = await client.create(`${usdAccount}/adsets`, {
    ...adSetForm(campaignId),
    start_time: start,
    end_time: start + 172_800,
  })
  await control('POST', '/clock', { offsetSeconds: 400_000 })
  const { body } = await client.post(`${adsetId}/copies`, {})
  const copy = (await client.get(`${String(body['copied_adset_id'])}?fields=start_time,end_time`)).body
  const seconds = (field: string) => Date.parse(String(copy[field]).replace('+0000', 'Z')) / 1000
  assert.ok(seconds('start_time') >= start + 400_000)
  assert.equal(seconds('end_time') - seconds('start_time'), 172_800)
})
