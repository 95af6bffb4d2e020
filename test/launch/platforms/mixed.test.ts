import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

/** One launch with ads for every platform that can be launched on, each with its own media and ad sets. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await demoFixture(app)
const asset = (name: string) => ({ url: `${app.sandboxUrl}/_assets/${name}` })
const list = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data

async function account(platform: string, named = /./): Promise<{ adAccountId: string; adSets: string[] }> {
  const [first] = await list<{ id: string }>(`/v1/adaccounts?platform=${platform}`)
  const sets = await list<{ value: string; label: string }>(`/v1/adsets?accountId=${first!.id}&status=ACTIVE`)
  return {
    adAccountId: first!.id,
    adSets: [sets.find(({ label }) => named.test(label) && !/(Partner apps|Smart\+)$/.test(label))!.value],
  }
}

const shortVideo = await account('short-video')
const photoMessaging = await account('photo-messaging')
const pin = await account('pin')
const network = await account('professional-network', /Workplace images/)
const mobileApp = await account('mobile-app')
const identities = await list<{ identityId: string; identityType: string }>(
  `/v1/tiktok/identities?accountId=${shortVideo.adAccountId}`,
)
const boards = await list<{ value: string }>(`/v1/pinterest/boards?accountId=${pin.adAccountId}`)
const [profile] = await list<{ page: string }>(`/v1/profiles?businessId=${photoMessaging.adAccountId}`)
const texts = {
  title: 'Spring sale',
  description: 'Everything must go.',
  cta: 'SHOP_NOW',
  link: 'https://example.com/sale',
}

/** None asks for anything that its platform has no use for. */
const oneOfEach = (name: string) => [
  singleAd(app, fixture, { adName: `${name} primary` }),
  {
    ...shortVideo,
    ...texts,
    title: undefined,
    adName: `${name} short-video`,
    media: [asset('vertical.mp4')],
    identityId: identities.find((one) => one.identityType === 'TT_USER')!.identityId,
  },
  {
    ...photoMessaging,
    ...texts,
    description: undefined,
    adName: `${name} photo-messaging`,
    media: [asset('vertical.png')],
    brandName: 'Harbor & Pine',
    profileId: profile!.page,
  },
  {
    ...pin,
    ...texts,
    cta: undefined,
    adName: `${name} pin`,
    media: [asset('portrait.png')],
    boardId: boards[0]!.value,
  },
  {
    ...network,
    ...texts,
    adName: `${name} network`,
    description: name,
    cta: 'LEARN_MORE',
    media: [asset('square.png')],
  },
  { ...mobileApp, adName: `${name} mobile-app`, media: [asset('vertical.mp4'), asset('vertical.png')] },
]

const names = async (start: string) => {
  const states = await Promise.all(
    ['meta', 'tiktok', 'snapchat', 'pinterest', 'linkedin', 'applovin'].map((platform) =>
      app.control<{ ads: { name: string }[] }>('GET', `state?platform=${platform}`),
    ),
  )
  return states
    .flatMap((state) => state.ads.map((ad) => ad.name))
    .filter((name) => name.startsWith(start))
    .sort()
}
const wanted = (name: string) =>
  ['mobile-app', 'network', 'photo-messaging', 'pin', 'primary', 'short-video'].map((platform) => `${name} ${platform}`)

/** Shown as text, wherever it stands. */
const mixed = '<b>Mixed</b>'

/** `adsManagerUrl` leads to the sandbox's page of the ad, which shows it. */
async function lookAt(ads: Record<string, unknown>[]): Promise<void> {
  for (const { adsManagerUrl, adName, platform } of ads) {
    assert.ok(String(adsManagerUrl).startsWith(`${app.sandboxUrl}/manager/`), String(adsManagerUrl))
    const answer = await fetch(String(adsManagerUrl))
    const text = await answer.text()
    assert.equal(answer.status, 200, String(adsManagerUrl))
    assert.ok(text.includes(String(adName).replace('<b>Mixed</b>', '&lt;b&gt;Mixed&lt;/b&gt;')), String(platform))
    assert.ok(!text.includes('<b>Mixed'), String(platform))
    const [, picture] = /<article[^]*?<img\s+src="([^"]+)"/.exec(text) ?? []
    assert.equal((await fetch(app.sandboxUrl + picture)).status, 200, String(platform))
    if (platform !== 'applovin') assert.match(text, /<article[^]*(Spring sale|Everything must go\.)/)
  }
}

test('one request launches on all platforms', async () => {
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: oneOfEach(mixed) },
  })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await names(mixed), wanted(mixed))
  await lookAt(done.ads!)
  const { body: receipts } = await app.call<{ data: { differences: object[]; error?: string }[] }>(
    'GET',
    `/v1/batches/${body.adBatchId}/receipts`,
  )
  assert.deepEqual(
    receipts.data.map(({ differences, error }) => [differences, error]),
    receipts.data.map(() => [[], undefined]),
  )
  assert.equal(receipts.data.length, 6)
})

test("an ad of a real account is looked at in the platform's own tool", () => {
  const { connections } = app.app.services
  const urlOf = (platform: string, isSandbox: boolean) =>
    connections.adUrl({ platform, accountId: 'act_1', adId: 'a/2', isSandbox })
  assert.match(String(urlOf('primary', false)), /^https:\/\/adsmanager\.facebook\.com\//)
  assert.equal(urlOf('primary', true), `${app.sandboxUrl}/manager/meta/act_1/ads/a%2F2`)
  assert.equal(urlOf('applovin', false), null)
  assert.equal(urlOf('orkut', true), null)
})

test('a platform that is down does not hold up the others', async () => {
  await app.control('POST', 'faults', { platform: 'snapchat', match: {}, fault: 'hang', times: 0 })
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: oneOfEach('Down') } })
  let heard: () => void = () => undefined
  const stop = app.app.services.listener.on('batch_event', () => heard())
  for (;;) {
    const event = new Promise<void>((resolve) => (heard = resolve))
    const { body: status } = await app.call<{ successfulAds: number }>('GET', `/v1/batch-status/${body.adBatchId}`)
    if (status.successfulAds === 5) break
    await event
  }
  stop()
  assert.deepEqual(
    await names('Down'),
    wanted('Down').filter((name) => name !== 'Down photo-messaging'),
  )
  await app.control('DELETE', 'faults')
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  assert.deepEqual(await names('Down'), wanted('Down'))
})
