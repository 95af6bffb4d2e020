import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { mp4 } from '../../support/media/media-files.ts'
import { pdf } from '../../support/media/pdf.ts'
import { send } from '../../support/media/uploads.ts'
import {
  creativePath,
  networkAd,
  networkAds,
  networkCalls,
  networkFixture,
  readNetwork,
} from '../../support/linkedin/network.ts'

const app = await startTestApp()
const fixture = await networkFixture(app)
const { adSets } = fixture
await app.control('POST', 'linkedin', { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0, partBytes: 32_768 })
const asset = (name: string) => `${app.sandboxUrl}/_assets/${name}`

interface Issue {
  path: string
  message: string
}
interface Launched {
  adBatchId: number
  warnings: Issue[]
  error?: { details?: { issues?: Issue[] } }
}

const launch = (ads: object[]) => app.call<Launched>('POST', '/v1/launch', { body: { ads } })
const launched = async (...ads: object[]) => {
  const { status, body } = await launch(ads)
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}
const ad = (more: Record<string, unknown>) => networkAd(app, fixture, more)
const issuesOf = async (more: Record<string, unknown>): Promise<Issue[]> => {
  const { status, body } = await launch([ad(more)])
  assert.equal(status, 422, JSON.stringify(body))
  return body.error!.details!.issues!
}

interface Post {
  author: string
  commentary: string
  content: Record<string, unknown>
  contentLandingPage?: string
  contentCallToActionLabel?: string
  adContext: { dscAdAccount: string; dscName: string }
}
interface Creative {
  intendedStatus: string
  name: string
  campaign: string
  content: { reference: string }
}
const creativeOf = (id: string) => readNetwork<Creative>(app, creativePath(fixture.usd, id))
const postOf = async (adId: string) => {
  const { content } = await creativeOf(adId)
  return readNetwork<Post>(app, `posts/${encodeURIComponent(content.reference)}`)
}

/** What is stored is what was asked for, in every field. */
async function assertReceipts(batchId: number): Promise<void> {
  const { body } = await app.call<{ data: { differences: object[]; stored: object | null }[] }>(
    'GET',
    `/v1/batches/${batchId}/receipts`,
  )
  assert.ok(body.data.length > 0)
  for (const { differences, stored } of body.data) {
    assert.ok(stored)
    assert.deepEqual(differences, [])
  }
}

test('a picture becomes a dark post of the organization and a creative that shows it', async () => {
  const { body } = await launch([ad({ adName: 'One picture', urlTags: 'utm_source=li' })])
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [stored] = await networkAds(app, 'One picture')
  const [shown] = done.ads!
  assert.equal(shown!.adId, stored!.id)
  const creative = await creativeOf(stored!.id)
  assert.deepEqual([creative.intendedStatus, creative.name], ['ACTIVE', 'One picture'])
  assert.equal(creative.campaign, `urn:li:sponsoredCampaign:${adSets['Workplace images']}`)
  assert.equal(shown!.creativeId, creative.content.reference)
  const post = await postOf(stored!.id)
  assert.deepEqual(
    [post.author, post.commentary, post.contentLandingPage, post.contentCallToActionLabel],
    [
      `urn:li:organization:${fixture.organization}`,
      'Made of oak \\(and ash\\), \\#1 in offices.',
      'https://example.com/desks?utm_source=li',
      'LEARN_MORE',
    ],
  )
  assert.match(post.adContext.dscName, /^One picture \[/)
  await assertReceipts(body.adBatchId)
})

test('an ad in two ad sets is two creatives of one post, and paused ones are drafts', async () => {
  const done = await launched(
    ad({
      adName: 'Drafted',
      description: 'Later',
      adSets: [adSets['Workplace images'], adSets['Spring preview']],
      launchPaused: true,
    }),
  )
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const ads = await networkAds(app, 'Drafted')
  assert.equal(new Set(ads.map(({ creativeId }) => creativeId)).size, 1)
  for (const { id } of ads) assert.equal((await creativeOf(id)).intendedStatus, 'DRAFT')
})

test('a video is uploaded in parts, once, waited for, and shown by every ad that has it', async () => {
  await app.control('POST', 'linkedin', { videoSeconds: 1 })
  await app.control('DELETE', 'calls?platform=linkedin')
  const film = { adSets: [adSets['Workshop film']], media: [{ url: asset('square.mp4?v=7'), type: 'video' }] }
  const { body } = await launch([
    ad({ ...film, adName: 'Film 1', description: 'One' }),
    ad({ ...film, adName: 'Film 2', description: 'Two' }),
  ])
  const done = await app.finished(body.adBatchId)
  await app.control('POST', 'linkedin', { videoSeconds: 0 })
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const calls = await networkCalls(app)
  const puts = calls.filter(({ method }) => method === 'PUT')
  assert.equal(puts.length, 3, '80 KB in parts of 32')
  const [first] = await networkAds(app, 'Film 1')
  assert.match(JSON.stringify((await postOf(first!.id)).content), /urn:li:video:/)
  await assertReceipts(body.adBatchId)
})

test('several pictures are the cards of a carousel', async () => {
  const media = [
    { url: asset('square.png?v=1'), carouselTitle: 'Oak', carouselLink: 'https://example.com/oak' },
    { url: asset('square.png?v=2') },
    { url: asset('square.png?v=1'), carouselTitle: 'Oak again' },
  ]
  const { body } = await launch([
    ad({ adName: 'Cards', adSets: [adSets['Office carousel']], media, urlTags: 'utm_source=li', cta: undefined }),
  ])
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [stored] = await networkAds(app, 'Cards')
  const { cards } = (await postOf(stored!.id)).content.carousel as {
    cards: { media: { id: string; title: string }; landingPage: string }[]
  }
  assert.deepEqual(
    cards.map(({ media: { title }, landingPage }) => [title, landingPage]),
    [
      ['Oak', 'https://example.com/oak?utm_source=li'],
      ['Desks that last', 'https://example.com/desks?utm_source=li'],
      ['Oak again', 'https://example.com/desks?utm_source=li'],
    ],
  )
  assert.equal(cards[0]!.media.id, cards[2]!.media.id, 'the same picture is uploaded once')
  await assertReceipts(body.adBatchId)
})

test('a document of the library is shown page by page', async () => {
  const { body: file } = await send(app, pdf(12), 'guide.pdf', { path: '/v1/media/upload' })
  const { body } = await launch([
    ad({ adName: 'Guide', adSets: [adSets['Buying guide']], media: [{ url: file.url, type: 'document' }] }),
  ])
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [stored] = await networkAds(app, 'Guide')
  const { id, title } = (await postOf(stored!.id)).content.media as { id: string; title: string }
  assert.match(id, /^urn:li:document:/)
  assert.equal(title, 'Desks that last')
  await assertReceipts(body.adBatchId)
})

interface PagePost {
  id: string
  text: string
}
const posts = async () => {
  const answer = await readNetwork<{ elements: { id: string; commentary: string; author: string }[] }>(
    app,
    `posts?q=author&author=${encodeURIComponent(`urn:li:organization:${fixture.organization}`)}&isDsc=false&count=50`,
  )
  return answer.elements.map(({ id, commentary }): PagePost => ({ id, text: commentary }))
}

test('a post of the organization is sponsored as it is, named in either of two ways', async () => {
  const post = (await posts()).find(({ text }) => text.includes('showroom'))!
  const bare = { title: undefined, description: undefined, cta: undefined, link: undefined }
  const { body } = await launch([
    ad({ ...bare, adName: 'Sponsored', postId: post.id, media: undefined }),
    ad({
      ...bare,
      adName: 'Boosted',
      scalePostId: true,
      media: [{ effectiveStoryId: post.id, existingAd: true, existingPrimaryAd: true, isExistingPost: true }],
    }),
    // Just like the first: both are made.
    ad({ ...bare, adName: 'Sponsored', postId: post.id, media: undefined }),
  ])
  const done = await app.finished(body.adBatchId)
  assert.equal(done.successfulAds, 3, JSON.stringify(done.failedAds))
  const ads = [...(await networkAds(app, 'Sponsored')), ...(await networkAds(app, 'Boosted'))]
  assert.equal(new Set(ads.map(({ id }) => id)).size, 3)
  for (const { id } of ads) assert.equal((await creativeOf(id)).content.reference, post.id)
  await assertReceipts(body.adBatchId)
})

test('a sponsored post keeps its own button and link, and whoever asks for others is told which', async () => {
  const post = (await posts()).find(({ text }) => text.includes('showroom'))!
  const { contentLandingPage: link = null } = await readNetwork<Post>(app, `posts/${encodeURIComponent(post.id)}`)
  const asked = { title: undefined, description: undefined, cta: 'SIGN_UP', link: 'https://other.example/' }
  const { body } = await launch([ad({ ...asked, adName: 'Decided', postId: post.id, media: undefined })])
  assert.deepEqual(
    body.warnings.map(({ path, message }) => [path, /decided by the post/.test(message)]),
    [
      ['ads.0.cta', true],
      ['ads.0.link', true],
    ],
  )
  await app.finished(body.adBatchId)
  interface Receipts {
    data: { differences: { field: string; stored: unknown; reason?: string }[] }[]
  }
  const receipts = await app.call<Receipts>('GET', `/v1/batches/${body.adBatchId}/receipts`)
  const { differences } = receipts.body.data[0]!
  assert.deepEqual(
    differences.map(({ field, reason }) => [field, reason]),
    [
      ['cta', 'decided by the post'],
      ['link', 'decided by the post'],
    ],
  )
  assert.equal(differences[1]!.stored, link)
})

test('an ad that says and shows what an earlier one did shares its post instead of being refused', async () => {
  const twin = { description: 'Said twice', media: [{ url: asset('square.png?v=9') }] }
  const first = await launched(ad({ ...twin, adName: 'Twin 1' }))
  assert.equal(first.status, 'success', JSON.stringify(first.failedAds))
  const done = await launched(
    ad({ ...twin, adName: 'Twin 2' }),
    ad({ ...twin, adName: 'Elsewhere', link: 'https://example.com/x' }),
  )
  assert.equal(done.successfulAds, 1)
  const [one, two] = await networkAds(app, 'Twin')
  assert.equal(one!.creativeId, two!.creativeId)
  const [failed] = done.failedAds
  assert.deepEqual(
    [failed!.adName, failed!.field, failed!.platformCode],
    ['Elsewhere', 'description', 'DUPLICATE_POST'],
  )
  assert.match(String(failed!.hint), /postId/)
})

test('what can be seen before the launch is refused before the launch', async () => {
  const other = { organizationId: fixture.otherOrganization }
  const picture = { url: asset('square.png'), type: 'image' }
  const film = { url: asset('square.mp4'), type: 'video' }
  const wrong: [what: string, more: Record<string, unknown>, path: string, message: RegExp][] = [
    ['no such ad set', { adSets: ['999'] }, 'adSets', /no ad set 999/],
    ['a group that ended', { adSets: [adSets['Terrace days']] }, 'adSets', /ended on/],
    ['leads', { adSets: [adSets['Showroom leads']] }, 'adSets', /form/],
    ['another organization', other, 'organizationId', /speaks for organization/],
    ['an unknown button', { cta: 'SHOP_NOW' }, 'cta', /none of the \d+ words that are taken here, such as APPLY/],
    ['a button that leads nowhere', { link: undefined }, 'link', /required/],
    ['a video among pictures', { media: [picture, film] }, 'media', /cards are pictures/],
    ['eleven cards', { media: Array(11).fill(picture) }, 'media', /2 to 10/],
    ['a video where pictures go', { media: [film] }, 'media', /STANDARD_UPDATE, made of one picture/],
    ['a post with media', { postId: 'urn:li:share:1' }, 'media', /left out/],
    ['a post that is no URN', { postId: '123', media: undefined }, 'postId', /URN/],
    ['an organization that is none', { organizationId: 'harbor' }, 'organizationId', /number/],
    ['two organizations', { page: fixture.otherOrganization }, 'page', /another organization/],
    ['a carousel by its type', { type: 'carousel', media: [picture, picture] }, 'type', /cannot be launched/],
  ]
  for (const [what, more, path, message] of wrong) {
    const [issue, ...more_] = await issuesOf(more)
    assert.deepEqual([issue!.path, more_.length], [`ads.0.${path}`, 0], what)
    assert.match(issue!.message, message, what)
  }
})

test('posts of others, drafts and posts that are not there are refused by name', async () => {
  const [issue] = await issuesOf({ postId: 'urn:li:share:404', media: undefined })
  assert.deepEqual([issue!.path, /no post urn:li:share:404/.test(issue!.message)], ['ads.0.postId', true])
})

test('what only the files show fails the ad, and says which file', async () => {
  const long = await send(app, pdf(301), 'long.pdf', { path: '/v1/media/upload' })
  const quick = await send(
    app,
    Buffer.concat([await mp4({ frames: 24, framesPerSecond: 24 }), freeBox(80_000)]),
    'quick.mp4',
  )
  const documents = { adSets: [adSets['Buying guide']] }
  const films = { adSets: [adSets['Workshop film']] }
  const done = await launched(
    ad({ ...documents, adName: 'Long', media: [{ url: long.body.url }] }),
    ad({ ...films, adName: 'Quick', media: [{ url: quick.body.url }] }),
    ad({
      adName: 'Mixed',
      adSets: [adSets['Office carousel']],
      media: [{ url: asset('square.png') }, { url: asset('square.mp4') }],
    }),
  )
  assert.deepEqual(
    done.failedAds.map(({ adName, field }) => [adName, field]),
    [
      ['Long', 'media.0.url'],
      ['Quick', 'media.0.url'],
      ['Mixed', 'media'],
    ],
  )
  assert.match(String(done.failedAds[0]!.message), /301 pages; a document has at most 300/)
  assert.match(String(done.failedAds[1]!.message), /1 seconds; a video plays for 3 seconds to 30 minutes/)
})

function freeBox(size: number): Buffer {
  const box = Buffer.alloc(size)
  box.writeUInt32BE(size, 0)
  box.write('free', 4, 'latin1')
  return box
}

test('a file that the platform cannot process fails its ad, and is uploaded anew the next time', async () => {
  await app.control('POST', 'linkedin', { failMedia: true })
  const media = [{ url: asset('square.png?v=77') }]
  const done = await launched(ad({ adName: 'Broken', media }))
  await app.control('POST', 'linkedin', { failMedia: false })
  assert.equal(done.failedAds[0]!.field, 'media')
  const again = await launched(ad({ adName: 'Mended', media }))
  assert.equal(again.status, 'success', JSON.stringify(again.failedAds))
})

test('undoing a launch removes drafts and marks the others', async () => {
  const { body } = await launch([
    ad({ adName: 'Undone 1', description: 'U1' }),
    ad({ adName: 'Undone 2', description: 'U2', launchPaused: true }),
  ])
  assert.equal((await app.finished(body.adBatchId)).successfulAds, 2)
  const undone = await app.call<{ results: { outcome: string }[] }>('POST', `/v1/batches/${body.adBatchId}/undo`, {
    body: {},
  })
  assert.deepEqual(
    undone.body.results.map(({ outcome }) => outcome),
    ['done', 'done'],
  )
  assert.ok((await networkAds(app, 'Undone')).every(({ status }) => status === 'DELETED'))
})
