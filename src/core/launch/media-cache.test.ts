import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoGround, singleAd } from '../../../test/demo.ts'
import { startTestApp } from '../../../test/harness.ts'
import { send } from '../../api/upload/test-uploads.ts'
import { picture } from '../../media/fixtures.ts'
import { serveHttp } from '../../media/test-server.ts'

const banner = await picture({ width: 600, height: 600 }).png().toBuffer()
let fetches: string[] = []
const web = await serveHttp((request, response) => {
  fetches.push(request.url!)
  if (request.url === '/webp.png')
    void picture()
      .webp()
      .toBuffer()
      .then((bytes) => response.end(bytes))
  else response.end(banner)
})
after(() => web.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: web.host })
const ground = await demoGround(app)

async function launch(ads: Record<string, unknown>[]) {
  fetches = []
  const { body, status } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}

const adIn = (accountId: string, url: string, more: object = {}) =>
  singleAd(app, ground, {
    adAccountId: accountId,
    adSets: ground.adSets[accountId]!.slice(0, 2),
    media: [{ url }],
    ...more,
  })

test('an uploaded file is launched from the storage, although its address could not be fetched', async () => {
  const { body } = await send(app, banner, 'banner.png')
  // Our own address is a private one here, and the fetcher refuses those.
  await assert.rejects(app.app.services.media.fetcher.fetch(body.url), { code: 'URL_NOT_ACCESSIBLE' })
  const status = await launch(ground.accounts.slice(0, 2).map(({ id }) => adIn(id, body.url)))
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')).catch(() => []), [])
})

test('uploaded files are measured from the storage when a launch is checked', async () => {
  const tall = await send(app, await picture({ width: 540, height: 960 }).png().toBuffer(), 'story.png')
  const square = await send(app, banner, 'square.png')
  const media = [square, tall].map(({ body }) => ({ url: body.url }))
  const ads = [singleAd(app, ground, { type: 'multi', media })]
  const { body } = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', { body: { ads } })
  assert.equal(body.valid, true, JSON.stringify(body))
})

test("another company's file is not launched from the storage", async () => {
  const stranger = await app.stranger()
  const { body } = await send(app, await picture({ width: 610, height: 610 }).png().toBuffer(), 'theirs.png', stranger)
  const status = await launch([adIn(ground.accounts[0]!.id, body.url)])
  assert.equal(status.status, 'error')
  assert.equal(status.failedAds[0]!.code, 'URL_NOT_ACCESSIBLE')
})

test('a file from elsewhere is fetched once for all ads and accounts of a batch, and forgotten afterwards', async () => {
  const ads = ground.accounts
    .slice(0, 2)
    .flatMap(({ id }) => ['One', 'Two', 'Three'].map((adName) => adIn(id, web.url('/banner.png'), { adName })))
  const status = await launch(ads)
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  assert.deepEqual(fetches, ['/banner.png'])
  await app.app.worker!.drain()
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')), [])
})

test('a file from elsewhere is checked before anything is created', async () => {
  const status = await launch([adIn(ground.accounts[0]!.id, web.url('/webp.png'))])
  assert.equal(status.status, 'error')
  assert.deepEqual([status.failedAds[0]!.code, status.failedAds[0]!.field], ['INVALID_FORMAT', 'media.0.url'])
})
