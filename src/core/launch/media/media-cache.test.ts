import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { demoFixture, singleAd } from '../../../../test/support/demo.ts'
import { makeDataDir, startTestApp } from '../../../../test/support/harness.ts'
import { send } from '../../../../test/support/media/uploads.ts'
import { picture } from '../../../../test/support/media/media-files.ts'
import { serveHttp } from '../../../../test/support/media/file-server.ts'
import { createMediaCache } from './media-cache.ts'

const banner = await picture({ width: 600, height: 600 }).png().toBuffer()
const story = await picture({ width: 540, height: 960 }).png().toBuffer()
let fetches: string[] = []
const web = await serveHttp((request, response) => {
  fetches.push(request.url!)
  if (request.url === '/tiff.png')
    void picture()
      .tiff()
      .toBuffer()
      .then((bytes) => response.end(bytes))
  else if (request.url === '/story.png') response.end(story)
  else response.end(banner)
})
after(() => web.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: web.host })
const fixture = await demoFixture(app)

async function launch(ads: Record<string, unknown>[]) {
  fetches = []
  const { body, status } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}

const adIn = (accountId: string, url: string, more: object = {}) =>
  singleAd(app, fixture, {
    adAccountId: accountId,
    adSets: fixture.adSets[accountId]!.slice(0, 2),
    media: [{ url }],
    ...more,
  })

test('an uploaded file is launched from the storage, although its address could not be fetched', async () => {
  const { body } = await send(app, banner, 'banner.png')
  // Our own address is a private one here, and the fetcher refuses those.
  const { intake, tempDir } = app.app.services.media
  const fetched = intake.receiveUrl(1, body.url, { tempDir, maxBytes: 1_000_000 })
  await assert.rejects(fetched, { code: 'URL_NOT_ACCESSIBLE' })
  const status = await launch(fixture.accounts.slice(0, 2).map(({ id }) => adIn(id, body.url)))
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')).catch(() => []), [])
})

test('uploaded files are measured from the storage when a launch is checked', async () => {
  const tall = await send(app, await picture({ width: 540, height: 960 }).png().toBuffer(), 'story.png')
  const square = await send(app, banner, 'square.png')
  const media = [square, tall].map(({ body }) => ({ url: body.url }))
  const ads = [singleAd(app, fixture, { type: 'multi', media })]
  const { body } = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', { body: { ads } })
  assert.equal(body.valid, true, JSON.stringify(body))
})

test("another company's file is not launched from the storage", async () => {
  const stranger = await app.stranger()
  const { body } = await send(app, await picture({ width: 610, height: 610 }).png().toBuffer(), 'theirs.png', stranger)
  const status = await launch([adIn(fixture.accounts[0]!.id, body.url)])
  assert.equal(status.status, 'error')
  assert.equal(status.failedAds[0]!.code, 'URL_NOT_ACCESSIBLE')
})

test('a file from elsewhere is fetched once for all ads and accounts of a batch, and forgotten afterwards', async () => {
  const ads = fixture.accounts
    .slice(0, 2)
    .flatMap(({ id }) => ['One', 'Two', 'Three'].map((adName) => adIn(id, web.url('/banner.png'), { adName })))
  const status = await launch(ads)
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  assert.deepEqual(fetches, ['/banner.png'])
  await app.app.worker!.drain()
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')), [])
  assert.deepEqual(await filesOfBatches(), [])
})

const filesOfBatches = async () => {
  const { db } = app.app.services
  const owned = await db.selectFrom('batch_media').select('object_key').where('object_key', 'is not', null).execute()
  const loose = await db.selectFrom('media_loose').select('key').execute()
  return [...owned, ...loose]
}

test('files that were looked at before the launch are not fetched again for it', async () => {
  const ads = fixture.accounts.slice(0, 2).map(({ id }) =>
    adIn(id, '', {
      type: 'multi',
      media: [{ url: web.url('/square.png') }, { url: web.url('/story.png') }],
    }),
  )
  const status = await launch(ads)
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  assert.deepEqual(fetches.sort(), ['/square.png', '/story.png'])
  await app.app.worker!.drain()
  assert.deepEqual(await filesOfBatches(), [])
})

test('a check fetches what it must look at and keeps nothing of it', async () => {
  fetches = []
  const media = [{ url: web.url('/square.png') }, { url: web.url('/story.png') }]
  const ads = [singleAd(app, fixture, { type: 'multi', media })]
  for (const path of ['/v1/launch/validate', '/v1/drafts'])
    assert.ok((await app.call('POST', path, { body: { ads } })).status < 300, path)
  const refused = [singleAd(app, fixture, { type: 'multi', media: [media[0], { url: web.url('/square2.png') }] })]
  assert.equal((await app.call('POST', '/v1/launch', { body: { ads: refused } })).status, 422)
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')), [])
  assert.deepEqual(await filesOfBatches(), [])
})

test('workers of several processes fetch a file once between them, and the second reads what the first fetched', async () => {
  const { db, log, media, launchMedia } = app.app.services
  const stored = { find: () => Promise.resolve(null) }
  const { intake, store } = media
  const other = createMediaCache({ db, log, store, intake, stored, dataDir: await makeDataDir() })
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const batch = await db
    .insertInto('batches')
    .values({
      company_id: company.id,
      slug: 'two-workers',
      state: 'queued',
      request: '{}',
      total_ads: 1,
      created_by: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  fetches = []
  const url = web.url('/shared.png')
  const ref = { batchId: batch.id, companyId: company.id }
  const both = await Promise.all([launchMedia.get(ref, url), other.get(ref, url)])
  const bytes = await Promise.all(both.map((each) => buffer(each.open())))
  assert.deepEqual(fetches, ['/shared.png'])
  for (const each of bytes) assert.ok(each.equals(banner))
})

test('a file from elsewhere is checked before anything is created', async () => {
  const status = await launch([adIn(fixture.accounts[0]!.id, web.url('/tiff.png'))])
  assert.equal(status.status, 'error')
  assert.deepEqual([status.failedAds[0]!.code, status.failedAds[0]!.field], ['INVALID_FORMAT', 'media.0.url'])
  assert.match(String(status.failedAds[0]!.hint), /in a format that is taken/)
})
