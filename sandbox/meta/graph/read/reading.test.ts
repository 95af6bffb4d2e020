import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import {
  campaignForm,
  graphClient,
  instagram,
  jpyAccount,
  page,
  pixel,
  prepareLaunch,
  usdAccount,
} from '../../../../test/support/simulated/primary.ts'

test('only the fields asked for are shown, by default the id', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { campaignId, adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'Shown',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
  })
  assert.deepEqual((await client.get(adId)).body, { id: adId })
  const fields =
    'name,configured_status,created_time,adset{name,daily_budget,campaign{objective}},campaign,creative{call_to_action_type,url_tags}'
  const { body } = await client.get(`${adId}?fields=${encodeURIComponent(fields)}`)
  assert.match(String(body['created_time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  delete body['created_time']
  assert.deepEqual(body, {
    name: 'Shown',
    configured_status: 'PAUSED',
    adset: {
      name: 'US broad',
      daily_budget: '2000',
      campaign: { objective: 'OUTCOME_TRAFFIC', id: campaignId },
      id: adsetId,
    },
    campaign: { id: campaignId },
    creative: { call_to_action_type: 'SHOP_NOW', url_tags: 'utm_source=meta', id: creativeId },
    id: adId,
  })
  const expanded = await client.get(`${campaignId}?fields=${encodeURIComponent('adsets.limit(1){name,ads{name}}')}`)
  const adsets = expanded.body['adsets'] as { data: { name: string; ads: { data: { name: string }[] } }[] }
  assert.equal(adsets.data[0]?.ads.data[0]?.name, 'Shown')
})

test('an unknown field, node or path is refused as the platform does', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const field = (await client.get(`${usdAccount}?fields=colour`)).body.error
  assert.equal(field?.code, 100)
  assert.match(field?.message ?? '', /Tried accessing nonexisting field \(colour\) on node type \(AdAccount\)/)
  const node = (await client.get('120219999999999999')).body.error
  assert.deepEqual([node?.code, node?.error_subcode, node?.type], [100, 33, 'GraphMethodException'])
  assert.equal((await client.get(`${usdAccount}/friends`)).body.error?.code, 2500)
  assert.equal((await client.get(`${usdAccount}?fields=name{`)).body.error?.code, 100)
  assert.equal((await client.get('?ids=1,2')).body.error?.code, 100)
  assert.equal((await client.get('me?date_format=U')).body.error?.code, 100)
  assert.equal((await client.get('me?pretty=1&debug=all&locale=de_DE&suppress_http_code=1&id=5')).status, 200)
})

test('creating with fields answers with the fields of the new object', async (context) => {
  const { url } = await startTestSandbox(context)
  const { body } = await graphClient(url).post(`${usdAccount}/campaigns`, {
    ...campaignForm,
    fields: 'name,objective,effective_status',
  })
  assert.deepEqual(body, { name: 'Launch week', objective: 'OUTCOME_TRAFFIC', effective_status: 'ACTIVE', id: body.id })
})

test('a list is read page by page with cursors, each object once', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const ids: unknown[] = []
  let after = ''
  for (;;) {
    const { body } = await client.get(`${usdAccount}/ads?limit=4${after}`)
    ids.push(...(body.data ?? []).map((ad) => ad['id']))
    if (!body.paging?.next) break
    assert.ok(body.paging.next.includes('access_token=sandbox-meta-token'))
    after = `&after=${body.paging.cursors.after}`
  }
  const { body: all } = await client.get(`${usdAccount}/ads?limit=500&summary=total_count`)
  assert.deepEqual(
    ids,
    all.data?.map((ad) => ad['id']),
  )
  assert.deepEqual(all['summary'], { total_count: ids.length })
  assert.equal(new Set(ids).size, ids.length)
  assert.equal((await client.get(`${usdAccount}/ads?after=@@@`)).body.error?.code, 2642)
})

test('lists are filtered by name, status, id and time', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const id = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, name: 'Find ~k7f3q2 me' })
  const find = async (filtering: object[]) => {
    const { body } = await client.get(
      `${usdAccount}/campaigns?filtering=${encodeURIComponent(JSON.stringify(filtering))}`,
    )
    return body.data?.map((campaign) => campaign['id'])
  }
  const soon = Math.floor(Date.now() / 1000) - 60
  assert.deepEqual(await find([{ field: 'name', operator: 'CONTAIN', value: 'k7f3q2' }]), [id])
  assert.deepEqual(await find([{ field: 'name', operator: 'EQUAL', value: 'Find ~k7f3q2 me' }]), [id])
  assert.deepEqual(await find([{ field: 'campaign.name', operator: 'EQUAL', value: 'Find' }]), [])
  assert.deepEqual(await find([{ field: 'id', operator: 'IN', value: [id] }]), [id])
  assert.deepEqual(await find([{ field: 'created_time', operator: 'GREATER_THAN', value: soon }]), [id])
  const paused = await find([{ field: 'effective_status', operator: 'IN', value: ['PAUSED'] }])
  assert.ok(paused && paused.length > 0 && !paused.includes(id))
  const wrong = encodeURIComponent(JSON.stringify([{ field: 'name', operator: 'RHYMES', value: 'x' }]))
  assert.equal((await client.get(`${usdAccount}/campaigns?filtering=${wrong}`)).body.error?.code, 100)
})

test('archived objects are listed only when asked for, deleted ones only by id', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const ad = { name: 'Ad', adset_id: adsetId, creative: { creative_id: creativeId } }
  const archived = await client.create(`${usdAccount}/ads`, ad)
  const deleted = await client.create(`${usdAccount}/ads`, ad)
  await client.post(archived, { status: 'ARCHIVED' })
  assert.deepEqual((await client.remove(deleted)).body, { success: true })
  assert.deepEqual((await client.get(`${adsetId}/ads`)).body.data, [])
  assert.deepEqual((await client.get(`${adsetId}/ads?effective_status=["ARCHIVED"]`)).body.data, [{ id: archived }])
  assert.deepEqual((await client.get(`${adsetId}/ads?effective_status=["DELETED"]`)).body.data, [])
  assert.equal((await client.get(`${deleted}?fields=effective_status`)).body['effective_status'], 'DELETED')
  const ads = (await control('GET', '/state?platform=meta')).body['ads'] as { id: string; status: string }[]
  assert.deepEqual(
    ads.filter(({ id }) => id === archived || id === deleted).map(({ status }) => status),
    ['ARCHIVED', 'DELETED'],
  )
})

test('the effective status follows review, ad set and campaign', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  await control('POST', '/meta', { reviewSeconds: 600 })
  const { campaignId, adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'Ad',
    status: 'ACTIVE',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
  })
  const status = async () => (await client.get(`${adId}?fields=effective_status`)).body['effective_status']
  assert.equal(await status(), 'IN_PROCESS')
  await control('POST', '/clock', { offsetSeconds: 400 })
  assert.equal(await status(), 'PENDING_REVIEW')
  await control('POST', '/clock', { offsetSeconds: 700 })
  assert.equal(await status(), 'ACTIVE')
  await client.post(campaignId, { status: 'PAUSED' })
  assert.equal(await status(), 'CAMPAIGN_PAUSED')
  await client.post(adsetId, { status: 'PAUSED' })
  assert.equal(await status(), 'ADSET_PAUSED')
  await client.post(adId, { status: 'PAUSED' })
  assert.equal(await status(), 'PAUSED')
  await client.remove(campaignId)
  assert.equal(await status(), 'DELETED')
})

test('labels made on the fly find what carries them', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const labelId = await client.create(`${usdAccount}/adlabels`, { name: 'run-1' })
  const ad = { name: 'Ad', adset_id: adsetId, creative: { creative_id: creativeId } }
  const both = await client.create(`${usdAccount}/ads`, { ...ad, adlabels: [{ name: 'run-1' }, { name: 'item-7' }] })
  const one = await client.create(`${usdAccount}/ads`, { ...ad, adlabels: [{ id: labelId }] })
  const campaignId = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, adlabels: [{ name: 'run-1' }] })
  const labels = (await client.get(`${both}?fields=adlabels`)).body['adlabels'] as { id: string; name: string }[]
  assert.deepEqual(
    labels.map(({ name }) => name),
    ['run-1', 'item-7'],
  )
  const ids = labels.map((label) => label.id)
  const found = async (path: string) => (await client.get(path)).body.data?.map((object) => object['id'])
  assert.deepEqual(await found(`${usdAccount}/adsbylabels?ad_label_ids=${JSON.stringify(ids)}&operator=ALL`), [both])
  assert.deepEqual(await found(`${usdAccount}/adsbylabels?ad_label_ids=${JSON.stringify(ids)}&operator=ANY`), [
    one,
    both,
  ])
  assert.deepEqual(await found(`${usdAccount}/campaignsbylabels?ad_label_ids=["${labelId}"]`), [campaignId])
  assert.deepEqual(await found(`${labelId}/ads`), [one, both])
  assert.equal((await client.get(`${usdAccount}/adsbylabels`)).body.error?.code, 100)
})

test('accounts, pages, Instagram accounts, pixels and budgets can be read', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const ids = async (path: string) => (await client.get(path)).body.data?.map((object) => object['id'])
  const business = '244066148315001'
  assert.deepEqual(await ids('me/adaccounts'), [usdAccount, jpyAccount])
  assert.deepEqual(await ids(`${business}/owned_ad_accounts`), [usdAccount, jpyAccount])
  assert.deepEqual(await ids(`${business}/client_ad_accounts`), [])
  assert.equal((await ids('me/accounts'))?.[0], page)
  assert.equal((await ids(`${usdAccount}/promote_pages`))?.length, 2)
  assert.equal((await ids(`${usdAccount}/instagram_accounts`))?.[0], instagram)
  assert.deepEqual(await ids(`${page}/instagram_accounts`), [instagram])
  assert.deepEqual(await ids(`${usdAccount}/adspixels`), [pixel])
  assert.equal((await ids(`${page}/posts`))?.length, 6)
  const budgets = (await client.get(`${jpyAccount}/minimum_budgets`)).body.data?.[0]
  assert.equal(budgets?.['currency'], 'JPY')
  const permissions = (await client.get('me/permissions')).body.data
  assert.ok(permissions?.some((entry) => entry['permission'] === 'ads_management' && entry['status'] === 'granted'))
})
