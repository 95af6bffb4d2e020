import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { launched, videoAd, sandboxAds } = await tiktokFixture(app)
const noPermission = { code: 40001, message: 'No permission to perform the related operation.', data: {} }
const refuse = (path: string) =>
  app.control('POST', 'faults', {
    platform: 'tiktok',
    match: { path },
    fault: 'status',
    status: 200,
    body: noPermission,
    times: 1,
  })
const four = (name: string, file: string) =>
  [1, 2, 3, 4].map((n) => videoAd({ adName: `${name} ${n}`, media: [{ url: `${app.sandboxUrl}/_assets/${file}` }] }))

for (const path of ['/file/video/ad/info/', '/file/video/suggestcover/'])
  test(`a new video that ${path} does not know yet is asked about again, and every ad goes live`, async () => {
    await refuse(path)
    const name = `New${path.replaceAll('/', ' ')}`
    const done = await launched(four(name, `square.mp4?for=${encodeURIComponent(path)}`))
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    assert.equal((await sandboxAds(name)).length, 4)
  })

test('a permission that is missing for one ad fails that ad alone, and says what to do', async () => {
  await refuse('/ad/create/')
  const done = await launched(four('Forbidden', 'vertical.mp4'))
  assert.equal(done.successfulAds, 3)
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformCode, 40001)
  assert.match(String(done.failedAds[0]!.hint), /permission/)
  assert.equal((await sandboxAds('Forbidden')).length, 3)
})
