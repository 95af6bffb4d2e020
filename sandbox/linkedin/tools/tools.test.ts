import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from '../objects/objects.ts'
import { account, elementsOf, firstCreative, openCaller, openClient, organization, pagePost } from '../test-caller.ts'

const call = { accessToken: 'sandbox-linkedin-token', versionString: '202607' }
const facet = 'urn:li:adTargetingFacet:seniorities'

function refused(status: number) {
  return (error: { response: { status: number } }) => error.response.status === status
}

test('the official client lists facets, finds their values and asks for prices', async (context) => {
  const { client } = await openClient(context)
  const all = await client.getAll({ ...call, resourcePath: '/adTargetingFacets' })
  const found = all.data.elements.find((each) => each['adTargetingFacetUrn'] === facet) as Fields
  assert.deepEqual(found['availableEntityFinders'], ['AD_TARGETING_FACET'])
  const search = (finderName: string, queryParams: Fields) =>
    client.finder({ ...call, resourcePath: '/adTargetingEntities', finderName, queryParams })
  const values = await search('adTargetingFacet', { facet, queryVersion: 'QUERY_USES_URNS' })
  assert.ok(values.data.elements.some(({ name }) => name === 'Director'))
  const places = await search('typeahead', { facet: 'urn:li:adTargetingFacet:locations', query: 'united' })
  const urns = places.data.elements.map((each) => each['urn'] as string)
  assert.equal(urns.length, 2)
  assert.equal((await search('urns', { urns })).data.elements.length, 2)
  await assert.rejects(search('typeahead', { facet, query: 'dir' }), refused(400))
  await assert.rejects(search('adTargetingFacet', { facet: 'urn:li:adTargetingFacet:moon' }), refused(400))
  const asked = {
    ...{ account, bidType: 'CPM', campaignType: 'SPONSORED_UPDATES', matchType: 'EXACT' },
    targetingCriteria: { include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': urns } }] } },
  }
  const price = (queryParams: Fields) =>
    client.finder({ ...call, resourcePath: '/adBudgetPricing', finderName: 'criteriaV2', queryParams })
  const [told] = (await price(asked)).data.elements as [{ suggestedBid: { default: Fields } }]
  assert.equal(told.suggestedBid.default['currencyCode'], 'USD')
  await assert.rejects(price({ ...asked, bidType: 'CPX' }), refused(400))
  await assert.rejects(price({ ...asked, account: 'urn:li:sponsoredAccount:1' }), refused(403))
})

const conversion = { name: 'Order', account, type: 'PURCHASE', postClickAttributionWindowSize: 30 }
const localized = (text: string) => ({ localized: { en_US: text } })
const form = {
  ...{ owner: { sponsoredAccount: account }, name: 'Visit', creationLocale: { country: 'US', language: 'en' } },
  content: {
    headline: localized('Visit us'),
    questions: [{ predefinedField: 'EMAIL', question: localized('E-mail') }],
    legalInfo: { privacyPolicyUrl: 'https://shop.example/privacy' },
  },
}
const segment = { name: 'Buyers', account, type: 'USER', destinations: [{ destination: 'LINKEDIN' }] }

const kinds: { name: string; finder: string; asked: Fields; entity: Fields; wrong: Fields }[] = [
  {
    ...{ name: 'conversions', finder: 'account', asked: { account }, entity: conversion },
    wrong: { postClickAttributionWindowSize: 31 },
  },
  {
    ...{ name: 'leadForms', finder: 'owner', asked: { owner: { sponsoredAccount: account } }, entity: form },
    wrong: { content: { ...form.content, questions: [] } },
  },
  { name: 'dmpSegments', finder: 'account', asked: { account }, entity: segment, wrong: { type: 'EVERYBODY' } },
  { name: 'insightTags', finder: 'account', asked: { account }, entity: { account }, wrong: { id: 1 } },
]

for (const { name, finder, asked, entity, wrong } of kinds)
  test(`the official client makes, lists and reads ${name}; wrong ones are refused`, async (context) => {
    const { client, change } = await openClient(context)
    const resourcePath = `/${name}`
    const list = async () =>
      (await client.finder({ ...call, resourcePath, finderName: finder, queryParams: asked })).data.elements
    const before = await list()
    const made = await client.create({ ...call, resourcePath, entity })
    const id = made.createdEntityId as string
    const read = await client.get({ ...call, resourcePath: `${resourcePath}/{id}`, pathKeys: { id } })
    assert.equal(read.data['name'], entity['name'])
    await assert.rejects(client.create({ ...call, resourcePath, entity: { ...entity, ...wrong } }), refused(422))
    await assert.rejects(client.create({ ...call, resourcePath, entity: { ...entity, moon: 1 } }), refused(422))
    assert.equal((await list()).length, before.length + 1)
    if (name === 'insightTags') await assert.rejects(client.create({ ...call, resourcePath, entity }), refused(422))
    const elsewhere = { ...entity, account: 'urn:li:sponsoredAccount:1', owner: { sponsoredAccount: 'urn:li:x:1' } }
    const { [finder]: place } = elsewhere as Fields
    await assert.rejects(client.create({ ...call, resourcePath, entity: { ...entity, [finder]: place } }), refused(403))
    await change({ scopes: ['r_ads'] })
    await assert.rejects(client.create({ ...call, resourcePath, entity }), refused(403))
  })

test('an ad is previewed, a post is commented, and the member says who it is', async (context) => {
  const { client, call: bare, base, url } = await openClient(context)
  const preview = (creative: string) =>
    client.finder({
      ...call,
      ...{ resourcePath: '/adPreviews', finderName: 'creative', queryParams: { creative, account } },
    })
  const { elements } = (await preview(firstCreative)).data
  const [, address = ''] = /src="([^"]+)"/.exec(String(elements[0]?.['preview'])) ?? []
  assert.ok(address.startsWith(url))
  assert.equal((await fetch(address)).status, 200)
  await assert.rejects(preview('urn:li:sponsoredCreative:1'), refused(404))
  const comments = { ...call, resourcePath: '/socialActions/{post}/comments', pathKeys: { post: pagePost } }
  const comment = { actor: organization, object: pagePost, message: { text: 'Made by hand.' } }
  await client.create({ ...comments, entity: comment })
  const listed = (await client.getAll(comments)).data.elements as { message: Fields }[]
  assert.deepEqual(
    listed.map(({ message }) => message['text']),
    ['Made by hand.'],
  )
  await assert.rejects(client.create({ ...comments, entity: { ...comment, message: { text: '' } } }), refused(422))
  const foreign = { ...comment, actor: 'urn:li:organization:8066148312' }
  await assert.rejects(client.create({ ...comments, entity: foreign }), refused(403))
  const gone = `/rest/socialActions/${encodeURIComponent('urn:li:share:1')}/comments`
  assert.equal((await bare('GET', gone)).status, 404)
  const me = await fetch(`${base}/v2/userinfo`, { headers: { authorization: `Bearer ${call.accessToken}` } })
  assert.equal(me.status, 200)
})

test('rows are split by up to three things at once, and by no more', async (context) => {
  const { find } = await openCaller(context)
  const asked = (pivots: string) =>
    find(
      `/rest/adAnalytics?q=statistics&pivots=List(${pivots})&timeGranularity=ALL&fields=pivotValues,impressions` +
        `&dateRange=(start:(year:2026,month:1,day:1))&accounts=List(${encodeURIComponent(account)})`,
    )
  const answer = await asked('CAMPAIGN,CREATIVE')
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.ok(elementsOf(answer).every((row) => (row['pivotValues'] as string[]).length === 2))
  assert.equal((await asked('CAMPAIGN,CAMPAIGN')).status, 400)
})
