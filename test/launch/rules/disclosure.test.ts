import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { pinAd, pinAds, pinFixture, readPlatform } from '../../support/pinterest/pinterest.ts'
import { featuresOf, launchFixture } from '../../support/platforms/primary-graph.ts'
import { snapFixture } from '../../support/platforms/snapchat.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp({ PINTEREST_AI_DISCLOSURE_FIELD: 'ai_disclosure' })
const primary = await launchFixture(app)
const pins = await pinFixture(app)
const short = await tiktokFixture(app)
const snaps = await snapFixture(app)
const onPrimary = (more: Record<string, unknown>) => singleAd(app, primary.demo, more)

interface Answer {
  adBatchId: number
  error: { details: { issues: { path: string; message: string }[] } }
}

async function done(...ads: object[]): Promise<number> {
  const { status, body } = await app.call<Answer>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  const finished = await app.finished(body.adBatchId)
  assert.equal(finished.status, 'success', JSON.stringify(finished.failedAds))
  return body.adBatchId
}

async function refused(...ads: object[]): Promise<{ path: string; message: string }[]> {
  const { status, body } = await app.call<Answer>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.error.details.issues
}

const receiptOf = async (batchId: number) => {
  const { body } = await app.call<{ data: { asked: object; stored: object; differences: object[] }[] }>(
    'GET',
    `/v1/batches/${batchId}/receipts`,
  )
  assert.equal(body.data.length, 1)
  assert.deepEqual(body.data[0]!.differences, [])
  return JSON.stringify(body.data[0]!.stored)
}

test('what an ad says about AI is stored by each platform that takes it, and stands in the receipt', async () => {
  const { creative } = await primary.launched(onPrimary({ aiDisclosure: true }))
  assert.equal(featuresOf(creative).ai_media_self_disclosure, 'OPT_IN')
  const made = await done(short.videoAd({ adName: 'Made', aiDisclosure: true }))
  assert.match(await receiptOf(made), /"aigc_disclosure_type":"SELF_DISCLOSURE"/)
  const filmed = await done(short.videoAd({ adName: 'Filmed', aiDisclosure: false }))
  assert.match(await receiptOf(filmed), /"aigc_disclosure_type":"NOT_DECLARED"/)
  const silent = await done(short.videoAd({ adName: 'Silent' }))
  assert.doesNotMatch(await receiptOf(silent), /aigc_disclosure_type/)
  const drawn = await done(pinAd(app, pins, { adName: 'Drawn', aiDisclosure: true }))
  assert.match(await receiptOf(drawn), /"ai_disclosure":true/)
  const [pin] = await pinAds(app, 'Drawn')
  assert.equal((await readPlatform(app, `ad_accounts/${pins.usd}/ads/${pin!.id}`)).ai_disclosure, true)
})

test('where a platform has no disclosure, one is refused; to say that there is nothing to disclose is not', async () => {
  const [issue] = await refused(snaps.snapAd({ aiDisclosure: true }))
  assert.deepEqual(issue, {
    path: 'ads.0.aiDisclosure',
    message: 'is not possible on snapchat, only on primary, pinterest, tiktok',
  })
  await done(snaps.snapAd({ adName: 'Filmed', aiDisclosure: false }))
})

test('two names of the same must not say different things', async () => {
  const issues = await refused(onPrimary({ aiDisclosure: false, aiMediaSelfDisclosure: true }))
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['ads.0.aiMediaSelfDisclosure'],
  )
})

test('posts that exist already are spoken for by whoever made them', async () => {
  const spark = short.videoAd({
    media: undefined,
    link: undefined,
    sparkPostId: '7000000000000000001',
    aiDisclosure: true,
  })
  const issues = await refused(spark)
  assert.ok(issues.some(({ path }) => path === 'ads.0.aiDisclosure'))
})

test('a name that is not public is a setting, and without it the ad is refused before it is accepted', async () => {
  const plain = await startTestApp()
  const fixture = await pinFixture(plain)
  const ads = [pinAd(plain, fixture, { aiDisclosure: true })]
  const { status, body } = await plain.call<Answer>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 422, JSON.stringify(body))
  const [issue] = body.error.details.issues
  assert.equal(issue?.path, 'ads.0.aiDisclosure')
  assert.match(issue.message, /PINTEREST_AI_DISCLOSURE_FIELD/)
})

test('a company may ask every ad for a word about AI, and the refusal names field and setting', async () => {
  const set = (value: boolean | null) =>
    app.call<{ requireAiDisclosure: boolean | null }>('PATCH', '/v1/launch-defaults', {
      body: { requireAiDisclosure: value },
    })
  assert.equal((await set(true)).body.requireAiDisclosure, true)
  const issues = await refused(onPrimary({}), short.videoAd({}), pinAd(app, pins), snaps.snapAd({}))
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['ads.0.aiDisclosure', 'ads.1.aiDisclosure', 'ads.2.aiDisclosure'],
  )
  for (const { message } of issues) assert.match(message, /requireAiDisclosure/)
  await done(onPrimary({ adName: 'Older name', aiMediaSelfDisclosure: false }), short.videoAd({ aiDisclosure: false }))
  const account = { accountId: primary.demo.accounts[0]!.id, requireAiDisclosure: false }
  await app.call('PATCH', '/v1/launch-defaults', { body: account })
  assert.equal((await refused(onPrimary({}))).length, 1, 'no account takes itself out')
  assert.equal((await set(null)).body.requireAiDisclosure, null)
})
