import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  campaign,
  campaigns,
  campaignUrn,
  darkPost,
  elementsOf,
  foreignOrganization,
  media,
  openCaller,
  organization,
  pagePost,
  usd,
} from './test-caller.ts'
import type { Fields } from './objects/objects.ts'

/** Long enough that no slow machine takes longer between two calls. */
const review = 600

async function openCreatives(context: TestContext) {
  const caller = await openCaller(context)
  await caller.change({ reviewSeconds: review })
  const creative = (more: Fields = {}) =>
    caller.create('creatives', {
      campaign: campaignUrn(campaigns.image),
      content: { reference: pagePost },
      intendedStatus: 'ACTIVE',
      name: 'Mine',
      ...more,
    })
  const post = (more: Fields = {}) => caller.call('POST', '/rest/posts', darkPost(more))
  const inline = (fields: Fields = {}, more: Fields = {}) => {
    const { distribution: _, ...given } = darkPost(more)
    const sent = { campaign: campaignUrn(campaigns.image), intendedStatus: 'ACTIVE', name: 'Inline', ...fields }
    return caller.call('POST', `${caller.inAccount('creatives')}?action=createInline`, {
      creative: { ...sent, inlineContent: { post: given } },
    })
  }
  return { ...caller, creative, post, inline }
}

const card = (number: number) => ({
  media: { id: `urn:li:image:C4E10AQ661483100${number}`, title: `Card ${number}` },
  landingPage: 'https://shop.example/',
})

test('a post of the page is sponsored, reviewed, and shown', async (context) => {
  const { creative, read, clock } = await openCreatives(context)
  const made = await creative()
  assert.deepEqual([made.status, made.body['text']], [201, ''])
  assert.match(made.headers.get('x-restli-id') ?? '', /^urn%3Ali%3AsponsoredCreative%3A\d+$/)
  const fresh = (await read('creatives', made.id)).body
  assert.deepEqual(fresh['review'], { status: 'PENDING' })
  assert.deepEqual([fresh['isServing'], fresh['servingHoldReasons']], [false, ['UNDER_REVIEW']])
  await clock(review)
  const reviewed = (await read('creatives', made.id)).body
  assert.deepEqual([reviewed['review'], reviewed['isServing']], [{ status: 'APPROVED' }, true])
})

test('a rejected creative says so, and a draft is not looked at before it is sent in', async (context) => {
  const { creative, read, set, change, clock, remove } = await openCreatives(context)
  const draft = await creative({ intendedStatus: 'DRAFT' })
  assert.equal((await read('creatives', draft.id)).body['review'], undefined)
  assert.equal((await set('creatives', draft.id, { intendedStatus: 'ACTIVE' })).status, 204)
  assert.deepEqual((await read('creatives', draft.id)).body['review'], { status: 'PENDING' })
  assert.equal((await remove('creatives', draft.id)).body['code'], 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS')
  await change({ review: 'rejects' })
  const bad = await creative()
  await clock(review)
  const { body } = await read('creatives', bad.id)
  assert.deepEqual(
    [body['review'], body['servingHoldReasons']],
    [{ status: 'REJECTED', rejectionReasons: ['INAPPROPRIATE_CONTENT'] }, ['REJECTED']],
  )
  const other = await creative({ intendedStatus: 'DRAFT' })
  assert.equal((await remove('creatives', other.id)).status, 204)
})

test('a creative is refused where post and campaign do not go together', async (context) => {
  const { creative, create, post } = await openCreatives(context)
  const refused = async (more: Fields, about: RegExp) => {
    const { status, body } = await creative(more)
    assert.equal(status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys(body).sort(), ['message', 'serviceErrorCode', 'status'])
    assert.match(String(body['message']), about)
  }
  await refused({ intendedStatus: 'PAUSED' }, /PENDING/)
  await refused({ content: { reference: 'urn:li:share:1' } }, /no post/)
  await refused({ campaign: campaignUrn('1') }, /no campaign/)
  await refused({ campaign: campaignUrn(campaigns.video) }, /format/)
  await refused({ content: { reference: 'urn:li:share:71661483120006' } }, /associatedEntity/)
  await refused({ content: { reference: 'urn:li:share:71661483110005' } }, /cannot be sponsored/)
  await refused({ campaign: campaignUrn(campaigns.leads) }, /leadgenCallToAction/)
  const open = campaignUrn((await create('adCampaigns', campaign({ format: undefined }))).id)
  await refused({ campaign: open, content: { reference: 'urn:li:ugcPost:71661483110002' } }, /format/)
  const bare = await post({ contentLandingPage: undefined, contentCallToActionLabel: undefined })
  await refused({ content: { reference: bare.id } }, /contentLandingPage/)
  assert.equal((await creative({ content: undefined })).status, 422)
  assert.equal((await creative({ review: { status: 'APPROVED' } })).status, 422)
  assert.equal((await creative({ campaign: open })).status, 201)
})

test('the first creative gives a campaign its format', async (context) => {
  const { creative, create, read } = await openCreatives(context)
  const made = await create('adCampaigns', campaign({ format: undefined }))
  assert.equal((await read('adCampaigns', made.id)).body['format'], undefined)
  await creative({ campaign: campaignUrn(made.id) })
  assert.equal((await read('adCampaigns', made.id)).body['format'], 'STANDARD_UPDATE')
  const document = { reference: 'urn:li:ugcPost:71661483110004' }
  assert.equal((await creative({ campaign: campaignUrn(made.id), content: document })).status, 400)
})

test('a campaign has room for fifteen active creatives and a hundred in all', async (context) => {
  const { create, call, inAccount, set } = await openCreatives(context)
  const made = campaignUrn((await create('adCampaigns', campaign())).id)
  const some = async (count: number, intendedStatus: string) => {
    const one = { campaign: made, content: { reference: pagePost }, intendedStatus }
    const elements = Array.from({ length: count }, () => one)
    const answer = await call('POST', inAccount('creatives'), { elements }, { 'x-restli-method': 'BATCH_CREATE' })
    return elementsOf(answer)
  }
  const active = await some(16, 'ACTIVE')
  assert.deepEqual([active[14]!['status'], active[15]!['status']], [201, 400])
  const drafts = await some(86, 'DRAFT')
  assert.deepEqual([drafts[84]!['status'], drafts[85]!['status']], [201, 400])
  const draft = String(drafts[0]!['id'])
  assert.equal((await set('creatives', draft, { intendedStatus: 'ACTIVE' })).status, 400)
  await set('creatives', String(active[0]!['id']), { intendedStatus: 'PAUSED' })
  assert.equal((await set('creatives', draft, { intendedStatus: 'ACTIVE' })).status, 204)
})

test('only status, name and a draft’s form change in a creative', async (context) => {
  const { creative, set, call, inAccount } = await openCreatives(context)
  const { id } = await creative()
  for (const fields of [{ campaign: campaignUrn(campaigns.leads) }, { content: { reference: 'urn:li:share:1' } }])
    assert.equal((await set('creatives', id, fields)).status, 400)
  assert.equal((await set('creatives', id, { name: 'Renamed', intendedStatus: 'PAUSED' })).status, 204)
  assert.equal((await set('creatives', id, { intendedStatus: 'DRAFT' })).status, 400)
  const form = { destination: 'urn:li:adForm:3066148311', label: 'REGISTER' }
  assert.equal((await set('creatives', id, { leadgenCallToAction: form })).status, 400)
  const lead = { campaign: campaignUrn(campaigns.leads), leadgenCallToAction: form, intendedStatus: 'DRAFT' }
  const draft = await creative(lead)
  assert.equal((await set('creatives', draft.id, { leadgenCallToAction: { ...form, label: 'SIGN_UP' } })).status, 204)
  const gone = { patch: { $delete: ['leadgenCallToAction'] } }
  const named = { 'x-restli-method': 'PARTIAL_UPDATE' }
  assert.equal((await call('POST', inAccount('creatives', draft.id), gone, named)).status, 400)
})

test('a post and its creative are made in one call, or neither of them', async (context) => {
  const { inline, read, find, inAccount, change } = await openCreatives(context)
  const postsOf = async () => {
    const query = `/rest/posts?q=dscAdAccount&dscAdAccount=urn%3Ali%3AsponsoredAccount%3A${usd}&count=100`
    return elementsOf(await find(query)).length
  }
  const before = await postsOf()
  assert.equal((await inline({ campaign: campaignUrn(campaigns.video) })).status, 400)
  assert.equal(await postsOf(), before)
  const made = await inline()
  assert.deepEqual([made.status, made.body], [200, { value: { creative: made.id } }])
  const reference = (await read('creatives', made.id)).body['content'] as { reference: string }
  const wanted = `${inAccount('creatives')}?q=criteria&contentReferences=List(${encodeURIComponent(reference.reference)})`
  assert.deepEqual(
    elementsOf(await find(wanted)).map(({ id }) => id),
    [made.id],
  )
  const again = await inline()
  assert.deepEqual(
    [again.status, again.body['code'], again.body['message']],
    [422, 'DUPLICATE_POST', `Content is a duplicate of ${reference.reference}`],
  )
  await change({ duplicatePosts: 'accepted', inlineAnswer: 'header' })
  const second = await inline()
  assert.deepEqual([second.status, second.body['text']], [200, ''])
  assert.equal((await inline({}, { adContext: undefined })).status, 400)
})

test('dark posts have every kind of content, and carry what they are', async (context) => {
  const { post, get } = await openCreatives(context)
  const kinds: [Fields, string, string][] = [
    [{ media: { id: media.image, title: 'T' } }, 'share', 'STANDARD'],
    [{ media: { id: media.video, title: 'T' } }, 'ugcPost', 'VIDEO'],
    [{ media: { id: media.document, title: 'T' } }, 'ugcPost', 'NATIVE_DOCUMENT'],
    [{ article: { source: 'https://shop.example/a', title: 'T', thumbnail: media.image } }, 'share', 'STANDARD'],
    [{ carousel: { cards: [card(1), card(2)] } }, 'ugcPost', 'CAROUSEL'],
  ]
  for (const [content, type, adType] of kinds) {
    const made = await post({ content })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.ok(made.id.startsWith(`urn:li:${type}:`), made.id)
    const { body } = await get(`/rest/posts/${encodeURIComponent(made.id)}?viewContext=AUTHOR`)
    const context = body['adContext'] as Fields
    assert.deepEqual([body['content'], context['dscAdType'], context['isDsc']], [content, adType, true])
  }
})

test('a post is refused for what the platform does not take', async (context) => {
  const { post, change } = await openCreatives(context)
  const status = async (more: Fields) => (await post(more)).status
  const adContext = { dscAdAccount: `urn:li:sponsoredAccount:${usd}` }
  assert.equal(await status({ adContext: { ...adContext, isDsc: true } }), 422)
  assert.equal(await status({ adContext: { ...adContext, dscAdType: 'VIDEO' } }), 422)
  assert.equal(await status({ adContext: undefined }), 400)
  assert.equal(await status({ adContext: { dscAdAccount: 'urn:li:sponsoredAccount:1' } }), 403)
  assert.equal(await status({ author: foreignOrganization }), 403)
  assert.equal(await status({ contentCallToActionLabel: 'SHOP_NOW' }), 422)
  assert.equal(await status({ contentLandingPage: undefined }), 400)
  assert.equal(await status({ contentLandingPage: 'shop' }), 422)
  assert.equal(await status({ visibility: 'SECRET' }), 422)
  assert.equal(await status({ content: { media: { id: 'urn:li:image:none' } } }), 400)
  assert.equal(await status({ content: { media: { id: media.document } } }), 422, 'a document has a title')
  assert.equal(await status({ content: { carousel: { cards: [card(1)] } } }), 422)
  assert.equal(await status({ content: { carousel: { cards: Array.from({ length: 11 }, () => card(1)) } } }), 422)
  assert.equal(await status({ content: { multiImage: { images: [{ id: media.image }, { id: media.image }] } } }), 400)
  assert.equal(await status({ commentary: 'x'.repeat(3001) }), 422)
  assert.equal(await status({ colour: 'red' }), 422)
  await change({ scopes: ['r_ads', 'rw_ads'] })
  assert.equal(await status({}), 403)
})

test('signs of the text format are escaped, or refused, or cut', async (context) => {
  const { post, get, change } = await openCreatives(context)
  for (const commentary of ['50% (today)', '#now', 'a_b', 'mail@shop', '{x}', 'a|b', 'a~b', '5 * 3', '<b>', 'a\\'])
    assert.equal((await post({ commentary })).status, 422, commentary)
  const good = [
    '50% \\(today\\) \\#now',
    `Hello @[Harbor](${organization})!`,
    '{hashtag|\\#|desks}',
    'It is 5:30, a-b & c/d?',
  ]
  for (const commentary of good) assert.equal((await post({ commentary })).status, 201, commentary)
  await change({ bareSigns: 'cut' })
  const cut = await post({ commentary: 'Only this (and not that)' })
  assert.equal((await get(`/rest/posts/${encodeURIComponent(cut.id)}`)).body['commentary'], 'Only this ')
})

test('posts of a page are listed for those who may speak for it', async (context) => {
  const { find, post, call, get } = await openCreatives(context)
  const list = (author: string, more = '') =>
    find(`/rest/posts?q=author&author=${encodeURIComponent(author)}&count=50&sortBy=LAST_MODIFIED${more}`)
  const page = await list(organization, '&isDsc=false')
  assert.equal(elementsOf(page).length, 5)
  assert.equal((page.body['paging'] as { total: number }).total, 5)
  assert.ok(elementsOf(await list(organization, '&isDsc=true')).every(({ adContext }) => adContext !== undefined))
  assert.equal((await list(foreignOrganization)).status, 403)
  const feed = { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] }
  const made = await post({ distribution: feed, adContext: undefined, commentary: 'News' })
  assert.equal(made.status, 201)
  const path = `/rest/posts/${encodeURIComponent(made.id)}`
  const patch = { patch: { $set: { commentary: 'Newer news' } } }
  assert.equal((await call('POST', path, patch, { 'x-restli-method': 'PARTIAL_UPDATE' })).status, 204)
  assert.equal((await get(path)).body['commentary'], 'Newer news')
  assert.equal((await call('DELETE', path)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('organizations and roles tell where the member may speak', async (context) => {
  const { find, get, call } = await openCreatives(context)
  const roles = await find('/rest/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED')
  assert.deepEqual(
    elementsOf(roles).map((acl) => [acl['organization'], acl['role'], acl['state']]),
    [[organization, 'ADMINISTRATOR', 'APPROVED']],
  )
  const one = await get('/rest/organizations/8066148311')
  assert.deepEqual([one.body['id'], one.body['localizedName']], [8066148311, 'Harbor & Pine'])
  const batch = '/rest/organizations?ids=List(8066148311,8066148312,7)'
  const { body } = await call('GET', batch, undefined, { 'x-restli-method': 'BATCH_GET' })
  assert.deepEqual(Object.keys(body['results'] as Fields), ['8066148311', '8066148312'])
})
