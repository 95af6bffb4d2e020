import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from './objects/objects.ts'
import { campaign, campaigns, campaignUrn, darkPost, openClient, organization, usd } from './test-caller.ts'

const call = { accessToken: 'sandbox-linkedin-token', versionString: '202607' }
const own = { id: usd }
const resource = (name: string) => `/adAccounts/{id}/${name}`

test('the official client finds, pages and gets', async (context) => {
  const { client } = await openClient(context)
  const search = { status: { values: ['ACTIVE'] }, type: { values: ['BUSINESS'] }, test: false }
  const found = await client.finder({
    ...call,
    resourcePath: '/adAccounts',
    finderName: 'search',
    queryParams: { search },
  })
  assert.deepEqual(
    found.data.elements.map(({ currency }) => currency as string),
    ['USD', 'JPY'],
  )
  const one = await client.get({ ...call, resourcePath: '/adAccounts/{id}', pathKeys: own })
  assert.equal(one.data['id'], Number(usd))
  const creatives = await client.finder({
    ...call,
    resourcePath: resource('creatives'),
    pathKeys: own,
    finderName: 'criteria',
    queryParams: { campaigns: [campaignUrn(campaigns.image)], fields: 'id,name' },
  })
  const [creative] = creatives.data.elements as [Fields]
  assert.deepEqual(Object.keys(creative).sort(), ['id', 'name'])
  const read = await client.get({
    ...call,
    resourcePath: '/adAccounts/{id}/creatives/{creative}',
    pathKeys: { ...own, creative: creative['id'] },
  })
  assert.equal(read.data['name'], creative['name'])
  const many = await client.batchGet({ ...call, resourcePath: '/organizations', ids: [8066148311, 8066148312] })
  assert.deepEqual(Object.keys(many.data.results), ['8066148311', '8066148312'])
})

test('the official client creates, changes, marks and deletes', async (context) => {
  const { client } = await openClient(context)
  const resourcePath = resource('adCampaigns')
  const made = await client.create({ ...call, resourcePath, pathKeys: own, entity: campaign({ status: 'DRAFT' }) })
  assert.equal(made.status, 201)
  const id = made.createdEntityId as string
  const keyed = { ...call, resourcePath: `${resourcePath}/{campaign}`, pathKeys: { ...own, campaign: id } }
  const before: Fields = (await client.get(keyed)).data
  const patched = await client.partialUpdate({
    ...keyed,
    originalEntity: { name: before['name'], dailyBudget: before['dailyBudget'] },
    modifiedEntity: { name: 'By client', dailyBudget: { amount: '33', currencyCode: 'USD' } },
  })
  assert.equal(patched.status, 204)
  const after = (await client.get(keyed)).data
  assert.deepEqual([after['name'], after['dailyBudget']], ['By client', { amount: '33', currencyCode: 'USD' }])
  assert.equal((await client.delete(keyed)).status, 204)
  await assert.rejects(client.get(keyed), (error: { response: { status: number } }) => error.response.status === 404)
  const several = await client.batchCreate({ ...call, resourcePath, pathKeys: own, entities: [campaign(), campaign()] })
  assert.deepEqual(
    several.data.elements.map(({ status }) => status),
    [201, 201],
  )
})

test('the official client posts, creates inline by an action, and reads the created URN', async (context) => {
  const { client } = await openClient(context)
  const post = await client.create({ ...call, resourcePath: '/posts', entity: darkPost() })
  assert.match(post.createdEntityId as string, /^urn:li:share:\d+$/)
  const { distribution: _, ...given } = darkPost({ commentary: 'In one call' })
  const made = await client.action({
    ...call,
    resourcePath: resource('creatives'),
    pathKeys: own,
    actionName: 'createInline',
    data: {
      creative: { campaign: campaignUrn(campaigns.image), intendedStatus: 'ACTIVE', inlineContent: { post: given } },
    },
  })
  assert.match((made.data.value as { creative: string }).creative, /^urn:li:sponsoredCreative:\d+$/)
  const upload = await client.action({
    ...call,
    resourcePath: '/images',
    actionName: 'initializeUpload',
    data: { initializeUploadRequest: { owner: organization } },
  })
  assert.match((upload.data.value as { image: string }).image, /^urn:li:image:/)
})

test('the official client tunnels what is too long, and reads figures', async (context) => {
  const { client, control } = await openClient(context)
  const urns = Array.from({ length: 150 }, (_, index) => campaignUrn(String(Number(campaigns.image) + index)))
  await control('DELETE', '/calls')
  const creatives = await client.finder({
    ...call,
    resourcePath: resource('creatives'),
    pathKeys: own,
    finderName: 'criteria',
    queryParams: { campaigns: urns },
  })
  assert.equal(creatives.data.elements.length, 11)
  const { body } = await control('GET', '/calls?platform=linkedin')
  assert.deepEqual(
    (body['calls'] as { method: string; status: number }[]).map(({ method, status }) => [method, status]),
    [['POST', 200]],
  )
  const ends = new Date(Date.now() - 86_400_000)
  const part = (date: Date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
  const figures = await client.finder({
    ...call,
    resourcePath: '/adAnalytics',
    finderName: 'statistics',
    queryParams: {
      pivots: ['CAMPAIGN', 'CREATIVE'],
      dateRange: { start: part(new Date(ends.getTime() - 6 * 86_400_000)), end: part(ends) },
      timeGranularity: { value: 'ALL' },
      campaigns: urns,
      fields: 'pivotValues,impressions,costInLocalCurrency',
    },
  })
  const [row] = figures.data.elements as [Fields]
  assert.equal((row['pivotValues'] as string[]).length, 2)
  assert.match(String(row['costInLocalCurrency']), /^\d+\.\d\d$/)
})
