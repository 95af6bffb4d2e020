import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { pinClient, token, usdAccount } from '../../../test/support/simulated/pinterest.ts'

const account = `ad_accounts/${usdAccount}`

test('tags, lists of customers and audiences are made of each other, listed and read', async (context) => {
  const client = pinClient((await startTestSandbox(context)).url)
  const tag = await client.post(`${account}/conversion_tags`, { name: 'Shop' })
  assert.match(String(tag.body['code_snippet']), /pintrk/)
  const list = await client.post(`${account}/customer_lists`, { name: 'Buyers', records: 'a@x.example,b@x.example' })
  assert.equal(list.body['num_uploaded_user_records'], 2)
  const audience = (audience_type: string, rule: object) =>
    client.post(`${account}/audiences`, { name: 'People', audience_type, rule })
  const visitors = await audience('VISITOR', { visitor_source_id: tag.body.id, retention_days: 30 })
  const buyers = await audience('CUSTOMER_LIST', { customer_list_id: list.body.id })
  assert.deepEqual(
    (await client.items(`${account}/audiences`)).map(({ id }) => id),
    [visitors.body.id, buyers.body.id],
  )
  const read = await client.get(`${account}/audiences/${visitors.body.id}`)
  assert.equal(read.body['audience_type'], 'VISITOR')
  const refusals = [
    await audience('VISITOR', {}),
    await audience('VISITOR', { visitor_source_id: tag.body.id, retention_days: 541 }),
    await audience('MOON', {}),
    await audience('CUSTOMER_LIST', { customer_list_id: tag.body.id }),
    await client.get(`${account}/conversion_tags/${list.body.id}`),
    await client.post(`${account}/conversion_tags`, {}),
  ]
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [400, 400, 400, 404, 404, 400],
  )
})

test('lead forms come in a batch, and an active one has a policy', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  const form = {
    ...{ name: 'Visit', status: 'ACTIVE', has_accepted_terms: true },
    ...{ privacy_policy_link: 'https://shop.example/privacy', questions: [{ question_type: 'EMAIL' }] },
  }
  const { body } = await client.post(`${account}/lead_forms`, [
    form,
    { ...form, has_accepted_terms: false },
    { ...form, questions: [{ question_type: 'CUSTOM' }] },
  ])
  assert.deepEqual(
    body.items!.map(({ exceptions }) => (exceptions as { code: number }[]).map(({ code }) => code)),
    [[], [6], [6]],
  )
  assert.equal((await client.items(`${account}/lead_forms`)).length, 1)
  const wrong = await client.post(`${account}/lead_forms`, [{ ...form, questions: [] }])
  assert.deepEqual([wrong.status, wrong.body.code], [400, 1])
  const other = await pinClient(url, `${token}.other`).get(`${account}/lead_forms`)
  assert.equal(other.status, 404)
})

test('keywords are made, listed, measured and suggested', async (context) => {
  const client = pinClient((await startTestSandbox(context)).url)
  const [group] = await client.items(`${account}/ad_groups`)
  const [campaign] = await client.items(`${account}/campaigns`)
  const add = (parent_id: string, match_type: string, value = 'oak desk') =>
    client.post(`${account}/keywords`, { parent_id, keywords: [{ value, match_type }] })
  assert.equal(((await add(group!.id!, 'BROAD')).body['keywords'] as object[]).length, 1)
  assert.equal(((await add(campaign!.id!, 'BROAD')).body['errors'] as object[]).length, 1)
  assert.equal(((await add(group!.id!, 'BROAD', 'x'.repeat(81))).body['errors'] as object[]).length, 1)
  assert.equal((await add('1', 'BROAD')).status, 404)
  assert.equal((await add(group!.id!, 'LOOSE')).status, 400)
  assert.equal((await client.items(`${account}/keywords?ad_group_id=${group!.id}`)).length, 1)
  assert.equal((await client.get(`${account}/keywords`)).status, 400)
  const metrics = await client.get(`${account}/keywords/metrics?country_code=US&keywords=desk,lamp`)
  assert.equal((metrics.body['data'] as object[]).length, 2)
  assert.equal((await client.get(`${account}/keywords/metrics?keywords=desk`)).status, 400)
  const related = await client.get('terms/related?terms=desk')
  assert.equal(related.body['related_term_count'], 5)
  assert.deepEqual(Object.values((await client.get('terms/suggested?term=desk&limit=2')).body), ['desk', 'desk ideas'])
  assert.equal((await client.get('terms/suggested?term=desk&limit=11')).status, 400)
})

test('what can be aimed at is listed, and a pin previewed', async (context) => {
  const client = pinClient((await startTestSandbox(context)).url)
  const { body } = await client.get('resources/targeting/LOCATION')
  assert.equal((body as unknown as Record<string, string>[])[0]!['US'], 'United States')
  assert.equal((await client.get('resources/targeting/MOON')).status, 400)
  const [ad] = await client.items(`${account}/ads`)
  const preview = await client.post(`${account}/ad_previews`, { pin_id: ad!['pin_id'] })
  assert.equal((await fetch(String(preview.body['url']))).status, 200)
  assert.equal((await client.post(`${account}/ad_previews`, { pin_id: '1' })).status, 404)
  assert.equal((await client.post(`${account}/ad_previews`, {})).status, 400)
})

test('figures are split by several things in one answer, and by age and gender together', async (context) => {
  const client = pinClient((await startTestSandbox(context)).url)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const range = `start_date=${day(7)}&end_date=${day(1)}&columns=TOTAL_IMPRESSION&granularity=TOTAL`
  const split = (types: string) => client.get(`${account}/targeting_analytics?${range}&targeting_types=${types}`)
  const { body } = await split('COUNTRY,AGE_BUCKET,AGE_BUCKET_AND_GENDER')
  const rows = body['data'] as { targeting_type: string; metrics: { TOTAL_IMPRESSION?: number } }[]
  const sums = Object.entries(Object.groupBy(rows, (row) => row.targeting_type)).map(([type, some]) => [
    type,
    some!.reduce((sum, { metrics }) => sum + (metrics.TOTAL_IMPRESSION ?? 0), 0),
  ])
  assert.equal(new Set(sums.map(([, sum]) => sum)).size, 1)
  assert.equal(sums.length, 3)
  assert.equal((await split('MOON')).status, 400)
})
