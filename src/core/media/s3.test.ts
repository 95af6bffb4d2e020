import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, test } from 'node:test'
import { demoFixture, singleAd } from '../../../test/support/demo.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import type { TestApp } from '../../../test/support/harness.ts'
import { filesIn, rowsIn, send } from '../../../test/support/media/uploads.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { mp4, picture } from '../../../test/support/media/media-files.ts'
import { s3Credentials, startS3 } from '../../../test/support/media/s3.ts'

const s3 = await startS3()
after(() => s3.close())

const bucket = {
  S3_BUCKET: 'media',
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
}
const app = await startTestApp(bucket)

async function objects(): Promise<string[]> {
  const found = await readdir(s3.dir, { recursive: true })
  return found.filter((path) => path.endsWith('_object'))
}

test('with a bucket, media lie there and nowhere else, and are served from there', async () => {
  const bytes = await picture().png().toBuffer()
  const { status, body } = await send(app, bytes, 'cloud.png')
  assert.equal(status, 200)
  assert.equal((await objects()).length, 1)
  assert.deepEqual(await filesIn(app), [])
  assert.ok(body.url.startsWith(`${app.url}/media/`))
  const whole = await fetch(body.url)
  assert.equal(whole.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
  const part = await fetch(body.url, { headers: { range: 'bytes=5-14' } })
  assert.equal(part.status, 206)
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(5, 15))
  const head = await fetch(body.url, { method: 'HEAD' })
  assert.equal(head.headers.get('content-length'), String(bytes.length))
  assert.equal((await app.call('DELETE', `/v1/media/${body.id}`)).status, 200)
  assert.deepEqual(await objects(), [])
  assert.equal((await fetch(body.url)).status, 404)
})

test('the same content sent many times at once is one object in the bucket', async () => {
  const bytes = await mp4()
  const answers = await Promise.all([1, 2, 3].map(() => send(app, bytes, 'clip.mp4')))
  assert.equal(new Set(answers.map(({ body }) => body.url)).size, 1)
  assert.equal((await objects()).length, 1)
  assert.equal((await rowsIn(app)).loose, 0)
})

test('a launch reads its media from the bucket', async () => {
  const { body } = await send(app, await picture({ width: 600, height: 600 }).png().toBuffer(), 'launch.png')
  const ads = [singleAd(app, await demoFixture(app), { media: [{ url: body.url }] })]
  const launched = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await app.finished(launched.body.adBatchId)).status, 'success')
})

test('a file that the storage lost comes back with the next upload of the same content', async () => {
  const bytes = await picture({ width: 99 }).png().toBuffer()
  const first = await send(app, bytes, 'lost.png')
  const key = app.app.services.media.keyOf(first.body.url)!
  await app.app.services.media.store.remove(key)
  assert.equal((await fetch(first.body.url)).status, 404)
  await send(app, bytes, 'lost.png')
  assert.equal((await fetch(first.body.url)).status, 200)
})

test('health asks the bucket', async () => {
  const health = (of: TestApp) => of.call<{ checks: { storage: string } }>('GET', '/v1/health', { key: null })
  assert.equal((await health(app)).body.checks.storage, 'ok')
  const wrong = await startTestApp(
    { ...bucket, S3_BUCKET: 'no-such-bucket', LOG_LEVEL: 'silent' },
    { api: true, worker: false, sandbox: false },
  )
  const ill = await health(wrong)
  assert.deepEqual([ill.status, ill.body.checks.storage], [503, 'failed'])
  const refused = await send<{ error: string }>(wrong, await picture().png().toBuffer(), 'nowhere.png')
  assert.equal(refused.status, 500)
  assert.deepEqual(await filesIn(wrong), [])
  assert.equal((await rowsIn(wrong)).media, 0)
  await wrong.close()
})

test('with a CDN in front, answers carry its address, and launches still read from the storage', async () => {
  const settings = { ...bucket, MEDIA_PUBLIC_URL: 'https://cdn.example.com/files/' }
  const behind = await startTestApp(settings)
  const { body } = await send(behind, await picture({ width: 620, height: 620 }).png().toBuffer(), 'cdn.png')
  assert.match(body.url, /^https:\/\/cdn\.example\.com\/files\/[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f]{12}\.png$/)
  const listed = await behind.call<{ data: { url: string }[] }>('GET', '/v1/media')
  assert.equal(listed.body.data[0]!.url, body.url)
  const ads = [singleAd(behind, await demoFixture(behind), { media: [{ url: body.url }] })]
  const launched = await behind.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await behind.finished(launched.body.adBatchId)).status, 'success')
  await behind.close()
})

test('half a set of S3 settings is refused, and no secret is repeated', () => {
  const wrong = [
    { S3_ENDPOINT: 'http://127.0.0.1:9000' },
    { S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id' },
    { S3_BUCKET: 'media', S3_SECRET_ACCESS_KEY: 'very-secret' },
    { S3_BUCKET: 'media', S3_ENDPOINT: 'nonsense', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'very-secret' },
    { MEDIA_PUBLIC_URL: 'ftp://cdn' },
  ]
  for (const settings of wrong) {
    assert.throws(
      () => readConfig(settings),
      (error) => error instanceof ConfigError && !error.message.includes('very-secret'),
    )
  }
})
