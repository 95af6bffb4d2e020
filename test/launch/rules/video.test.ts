import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { mp4 } from '../../support/media/media-files.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { launchFixture } from '../../support/platforms/primary-graph.ts'

const files = new Map<string, Buffer>()
/** Paths that are not ready to answer the next time. */
const busy = new Set<string>()
/** Serves films under paths without an extension, so that only their content says what they are. */
const server = await serveHttp((request, response) => {
  const path = request.url ?? ''
  if (busy.delete(path)) return void response.writeHead(503).end()
  const bytes = files.get(path)
  if (bytes) response.setHeader('content-length', bytes.length)
  response.writeHead(bytes ? 200 : 404).end(bytes)
})
after(() => server.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: server.host })
await app.control('POST', 'meta', { videoSeconds: 0 })
const { demo: fixture, graph, asset, launched, failed } = await launchFixture(app)
const account = fixture.accounts[0]!.id
const link = 'https://example.com/sale'
const megabyte = 1024 * 1024

async function film(name: string, size: { width?: number; height?: number; padding?: number } = {}): Promise<string> {
  files.set(`/${name}`, await mp4({ width: 320, height: 320, ...size }))
  return server.url(`/${name}`)
}

async function md5Of(url: string): Promise<string> {
  return createHash('md5')
    .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .digest('hex')
}

const videoCalls = async () => (await graph.writes()).filter((call) => call.endsWith('/advideos')).length

test('a video is known by its content, and gets the preview picture that the platform prefers', async () => {
  const { creative } = await launched(
    singleAd(app, fixture, { media: [{ url: await film('plain') }], adDescription: 'Small print' }),
  )
  const story = creative.object_story_spec!
  const videoId = String(story.video_data!.video_id)
  const { data } = await graph.get<{ data: { uri: string; is_preferred: boolean }[] }>(`${videoId}/thumbnails`)
  assert.deepEqual(story, {
    page_id: fixture.page,
    instagram_user_id: fixture.secondary,
    video_data: {
      video_id: videoId,
      image_hash: await md5Of(data.find((thumbnail) => thumbnail.is_preferred)!.uri),
      message: 'Everything must go.',
      title: 'Spring sale',
      link_description: 'Small print',
      call_to_action: { type: 'SHOP_NOW', value: { link } },
    },
  })
})

test("a video gets the caller's own preview picture, and a button when none was named", async () => {
  const thumbnail = asset('landscape.png')
  const media = [{ url: asset('vertical.mp4'), type: 'video', thumbnail }]
  const { creative } = await launched(singleAd(app, fixture, { media, cta: undefined }))
  assert.equal(creative.object_story_spec!.video_data!.image_hash, await md5Of(thumbnail))
  assert.deepEqual(creative.object_story_spec!.video_data!.call_to_action, { type: 'LEARN_MORE', value: { link } })
})

test('a large video goes to the platform in pieces', async () => {
  const url = await film('large', { padding: 9 * megabyte })
  await app.control('DELETE', 'calls')
  const { creative } = await launched(singleAd(app, fixture, { media: [{ url }] }))
  const pieces = Math.ceil(files.get('/large')!.length / megabyte)
  assert.equal(await videoCalls(), pieces + 2)
  const video = await graph.get<{ status: { video_status: string } }>(
    String(creative.object_story_spec!.video_data!.video_id),
    { fields: 'status' },
  )
  assert.equal(video.status.video_status, 'ready')
})

test('a video that the platform cannot take in pieces is fetched by the platform itself', async () => {
  const url = await film('stubborn', { padding: 6 * megabyte })
  await app.control('POST', 'faults', {
    platform: 'meta',
    fault: 'platform-error',
    match: { method: 'POST', path: '/advideos' },
    after: 2,
    times: 1,
    code: 6001,
    message: 'There was a problem uploading your video file.',
  })
  await app.control('DELETE', 'calls')
  const { creative } = await launched(singleAd(app, fixture, { media: [{ url }] }))
  // Start, the first piece, the piece that failed, and the request to fetch it.
  assert.equal(await videoCalls(), 4)
  assert.match(String(creative.object_story_spec!.video_data!.video_id), /^\d+$/)
})

test('a video is uploaded once for an account, whichever launches show it', async () => {
  const url = await film('shared', { padding: 5 * megabyte })
  const first = await launched(singleAd(app, fixture, { media: [{ url }] }))
  await app.control('DELETE', 'calls')
  const second = await launched(singleAd(app, fixture, { media: [{ url }], adName: 'Again' }))
  assert.equal(await videoCalls(), 0)
  assert.equal(
    second.creative.object_story_spec!.video_data!.video_id,
    first.creative.object_story_spec!.video_data!.video_id,
  )
})

test('an upload whose answer got lost is made again, and the ad exists once', async () => {
  const url = await film('lost')
  await app.control('POST', 'faults', {
    platform: 'meta',
    fault: 'drop-after',
    match: { method: 'POST', path: '/advideos' },
    times: 1,
  })
  const { ads } = await graph.counts()
  await launched(singleAd(app, fixture, { media: [{ url }], adName: 'Lost upload' }))
  assert.equal((await graph.counts()).ads, ads! + 1)
})

test('the ad waits until its video is processed', async () => {
  await app.control('POST', 'meta', { videoSeconds: 1 })
  await app.control('DELETE', 'calls')
  const { creative } = await launched(singleAd(app, fixture, { media: [{ url: await film('slow', { width: 480 }) }] }))
  await app.control('POST', 'meta', { videoSeconds: 0 })
  const videoId = String(creative.object_story_spec!.video_data!.video_id)
  const { calls } = await app.control<{ calls: { path: string; method: string }[] }>('GET', 'calls?platform=meta')
  const looks = calls.filter(({ method, path }) => method === 'GET' && path.includes(`/${videoId}?`))
  assert.ok(looks.length >= 2, `looked ${looks.length} times`)
})

test('a video that was deleted on the platform is uploaded again', async () => {
  const url = await film('deleted', { width: 640 })
  const first = await launched(singleAd(app, fixture, { media: [{ url }] }))
  const videoId = String(first.creative.object_story_spec!.video_data!.video_id)
  await app.control('POST', 'faults', {
    platform: 'meta',
    fault: 'platform-error',
    match: { method: 'GET', path: `/${videoId}` },
    times: 1,
    code: 100,
    subcode: 33,
    message: 'Object does not exist',
  })
  const second = await launched(singleAd(app, fixture, { media: [{ url }], adName: 'After' }))
  assert.notEqual(second.creative.object_story_spec!.video_data!.video_id, videoId)
})

test('an image is sent as it is, and the same image only once', async () => {
  const url = asset('portrait.png?v=77')
  await app.control('DELETE', 'calls')
  await launched(singleAd(app, fixture, { media: [{ url }], adSets: fixture.adSets[account]!.slice(0, 2) }))
  assert.equal((await graph.writes()).filter((call) => call.endsWith('/adimages')).length, 1)
  const { data } = await graph.get<{ data: { hash: string; width: number; height: number }[] }>(`${account}/adimages`, {
    hashes: JSON.stringify([await md5Of(url)]),
    fields: 'hash,width,height',
  })
  assert.deepEqual(
    data.map(({ width, height }) => [width, height]),
    [[1080, 1350]],
  )
})

test('a video that the platform cannot process fails the ad, and the next launch sends it anew', async () => {
  const url = await film('broken', { width: 560 })
  const broken = { status: { video_status: 'error', processing_phase: { errors: [{ message: 'Bad codec.' }] } } }
  await app.control('POST', 'faults', {
    platform: 'meta',
    fault: 'status',
    match: { method: 'GET', path: 'fields=status$' },
    times: 1,
    status: 200,
    body: broken,
  })
  const { ads } = await graph.counts()
  const failure = await failed(singleAd(app, fixture, { media: [{ url }] }))
  assert.equal(failure.code, 'platform_error')
  assert.equal(failure.step, 'media')
  assert.match(String(failure.message), /could not process the video.*Bad codec\./)
  assert.equal((await graph.counts()).ads, ads)
  await app.control('DELETE', 'calls')
  await launched(singleAd(app, fixture, { media: [{ url }], adName: 'Second try' }))
  assert.equal(await videoCalls(), 1)
})

test('a multi ad whose media could not be looked at before still makes nothing when they turn out alike', async () => {
  const media = [{ url: await film('one', { width: 300, height: 310 }) }, { url: await film('two') }]
  busy.add('/two')
  const before = await graph.counts()
  const failure = await failed(singleAd(app, fixture, { type: 'multi', media }))
  assert.equal(failure.code, 'unprocessable_entity')
  assert.equal(failure.field, 'media')
  assert.match(String(failure.message), /at least two different aspect ratios/)
  assert.deepEqual(await graph.counts(), before)
})

test('a turned video counts as it is seen', async () => {
  files.set('/turned', await mp4({ width: 320, height: 180, rotation: 90 }))
  const media = [{ url: server.url('/turned') }, { url: asset('landscape.png') }]
  const { creative } = await launched(singleAd(app, fixture, { type: 'multi', media }))
  const [video] = creative.asset_feed_spec!.videos as { adlabels: object[] }[]
  assert.deepEqual(video!.adlabels, [{ name: 'vertical' }])
})
