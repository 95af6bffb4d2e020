import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { animatedGif, picture } from '../../support/media/media-files.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { kinds } from '../../crash/kinds.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { openGraph } from '../../support/platforms/primary-graph.ts'

const size = { width: 1080, height: 1920 }
const opaque = await picture(size).removeAlpha().webp().toBuffer()
const files: Record<string, Buffer> = {
  '/photo.webp': opaque,
  '/same.webp': opaque,
  '/clear.webp': await sharp({ create: { ...size, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } })
    .webp()
    .toBuffer(),
  '/moving.webp': await sharp(await animatedGif(3), { animated: true })
    .webp()
    .toBuffer(),
}
const web = await serveHttp((request, response) => void response.end(files[request.url!]))
after(() => web.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: web.host })
const fixture = await demoFixture(app)
const there = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T>(method, path)).body,
}

async function launch(ads: object[]) {
  const { body, status } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}
const adWith = (path: string, more: object = {}) =>
  singleAd(app, fixture, { adName: path, media: [{ url: web.url(path) }], ...more })
const images = async () =>
  (await app.control<{ counts: { images: number } }>('GET', 'state?platform=meta')).counts.images
const graph = await openGraph(app, fixture)
const sentImage = async (name: string) => {
  const { data } = await graph.get<{ data: { name: string; width: number; height: number }[] }>(
    `${fixture.accounts[0]!.id}/adimages`,
    { fields: 'name,width,height', limit: '100' },
  )
  const { width, height } = data.find((image) => image.name === name)!
  return { width, height }
}

test('a WebP picture is launched as a JPEG, a transparent one as a PNG', async () => {
  const photo = await launch([adWith('/photo.webp')])
  assert.equal(photo.status, 'success', JSON.stringify(photo.failedAds))
  assert.deepEqual(await sentImage('photo.webp.jpg'), size)
  const clear = await launch([adWith('/clear.webp', { media: [{ url: web.url('/clear.webp'), type: 'image' }] })])
  assert.equal(clear.status, 'success', JSON.stringify(clear.failedAds))
  assert.deepEqual(await sentImage('clear.webp.png'), size)
})

test('the same WebP picture is the same file again: it is sent to an account once', async () => {
  await launch([adWith('/photo.webp')])
  const before = await images()
  const { status } = await launch([adWith('/photo.webp'), adWith('/same.webp')])
  assert.equal(status, 'success')
  assert.equal(await images(), before)
})

test('WebP pictures can be among the placements of a multi ad', async () => {
  const media = [{ url: web.url('/photo.webp') }, { url: `${app.sandboxUrl}/_assets/square.png` }]
  assert.equal((await launch([adWith('/photo.webp', { type: 'multi', media })])).status, 'success')
})

test('an animated WebP is refused with the reason', async () => {
  const { failedAds } = await launch([adWith('/moving.webp')])
  const { code, field, message } = failedAds[0]!
  assert.deepEqual([code, field], ['INVALID_FORMAT', 'media.0.url'])
  assert.match(String(message), /animated WebP .* as a GIF or a video/)
})

for (const platform of ['photo-messaging', 'pin']) {
  test(`a WebP picture is launched on ${platform}`, async () => {
    const [ad] = await kinds[platform]!.ads(there, `WebP ${platform}`, 1)
    const { status, failedAds } = await launch([{ ...ad, media: [{ url: web.url('/photo.webp') }] }])
    assert.equal(status, 'success', JSON.stringify(failedAds))
  })
}

test('an upload of a WebP picture is still refused', async () => {
  const { status, body } = await app.call<{ error: string }>('POST', '/upload/url', {
    body: { url: web.url('/photo.webp') },
  })
  assert.deepEqual([status, body.error], [415, 'INVALID_FORMAT'])
})
