import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { connect } from '../../src/db/connect.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { kinds } from '../../test/crash/kinds.ts'
import type { Bench, Figure } from '../figure.ts'
import { bucket, idealMs, slidingWindow } from './ideal.ts'
import type { Work } from './ideal.ts'
import { finish } from './launch-one.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { searchAdsFigures } from '../search-ads/search-ads.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

const latencyMs = 150
const adCount = 100
const warmUpAds = 8

interface Race {
  /** Our word for the platform. */
  platform: string
  /** Into the ad set whose name ends so, and as many more beside it as the ads need room, instead of the usual ones. */
  into?: { adSet: string; more: number }
  /** Calls that bring media: each may be made once for each of the media. */
  isMediaCall(method: string, path: string): boolean
  media: number
  work: Omit<Work, 'latencyMs'>
  /** A video is ready as soon as it has come: how long the platform works on it is not ours. */
  settings?: object
}

/** What has to be called for 100 ads, and what the simulator allows. Limits that do not come near are left out. */
const races: Race[] = [
  // Upload, look, cover for each of three videos; then one call for each ad.
  shortVideoRace(9 + adCount),
  // The same into Smart+ ad sets, each of which takes 30 ads, with a portfolio for their button.
  { ...shortVideoRace(10 + adCount), into: { adSet: 'Smart+', more: 3 } },
  {
    // A place, the file and a look for each of three pictures; then a creative and an ad each.
    platform: 'photo-messaging',
    isMediaCall: (method, path) => method === 'POST' && /\/media(\/[^/]+\/upload)?$/.test(path),
    media: 6,
    work: { lead: 0, calls: 9 + 2 * adCount, limits: [{ calls: 9 + 2 * adCount, may: bucket(10, 60) }], atOnce: 3 },
  },
  {
    // A picture goes along with its pin: a pin and an ad each. A minute takes 100 pins.
    platform: 'pin',
    isMediaCall: (method, path) => method === 'POST' && path.endsWith('/media'),
    media: 0,
    work: { lead: 0, calls: 2 * adCount, limits: [{ calls: adCount, may: slidingWindow(100, 60_000) }], atOnce: 4 },
  },
  {
    // The file and what became of it, for three videos and three pictures; then a creative set each.
    platform: 'mobile-app',
    isMediaCall: (method, path) => method === 'POST' && path.includes('/asset/upload?'),
    media: 6,
    settings: { assetSeconds: 0 },
    work: {
      lead: 4,
      calls: 12 + adCount,
      limits: [{ calls: 12 + adCount, may: slidingWindow(1000, 60_000) }],
      atOnce: 4,
    },
  },
  {
    // A place, the file and a look for each of three pictures, videos and documents, the videos with an end as well; then a post and a
    // creative each. Its limits are those of a day.
    platform: 'professional-network',
    isMediaCall: (method, path) => method === 'POST' && /\/(images|videos|documents)(\?|$)/.test(path),
    media: 12,
    settings: { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0 },
    work: { lead: 3, calls: 30 + 2 * adCount, limits: [], atOnce: 4 },
  },
]

function shortVideoRace(calls: number): Race {
  return {
    platform: 'short-video',
    isMediaCall: (method, path) => method === 'POST' && /\/file\/video\/ad\/upload\//.test(path),
    media: 3,
    settings: { videoSeconds: 0 },
    work: {
      lead: 3,
      calls,
      limits: [
        { calls, may: slidingWindow(10, 1000) },
        { calls: adCount, may: slidingWindow(5, 1000) },
        { calls: adCount, may: slidingWindow(150, 60_000) },
      ],
      atOnce: 4,
    },
  }
}

/** 100 ads in one ad account of each platform, with that platform's limits in force; keywords and campaigns where none is launched. */
export const platformsBench: Bench = {
  name: 'platforms',
  about: `${adCount} ads on each further platform, ${latencyMs} ms per platform call, within the platform's own limits`,
  async run(say) {
    const figures: Figure[] = []
    for (const race of races) figures.push(...(await runRace(race, say)))
    return [...figures, ...(await searchAdsFigures(say))]
  },
}

async function runRace(race: Race, say: (line: string) => void): Promise<Figure[]> {
  const sandbox = await sandboxProcess()
  const service = await benchService({ SANDBOX_URL: sandbox.url })
  const { sandbox: name } = kinds[race.platform]!
  // Warm: compiled code is not what is measured. The company that races has nothing from it, and a full allowance.
  await service.control('POST', name, { limits: 'off', ...race.settings })
  await launchAds(service, await adsFor(service, service.key, { race, name: 'Warm', count: warmUpAds }), service.key)
  const key = await anotherCompany(service)
  const body = await adsFor(service, key, { race, name: 'Bench', count: adCount })
  await service.control('POST', name, { limits: 'on' })
  await service.control('POST', 'latency', { platform: name, ms: latencyMs })
  await service.control('DELETE', `calls?platform=${name}`)

  const from = performance.now()
  await launchAds(service, body, key)
  const tookMs = performance.now() - from

  const ideal = idealMs({ ...race.work, latencyMs })
  const seen = await whatHappened(service, race, name)
  await service.remove()
  sandbox.end()
  const title = race.into ? `${race.platform}, ${race.into.adSet}` : race.platform
  if (seen.made !== adCount) throw new Error(`${seen.made} ads exist on ${title}`)
  say(
    `${title}: ${Math.round(tookMs)} ms, ideal ${Math.round(ideal)} ms, ${seen.calls} calls ${seen.refused.join(' ')}`,
  )
  return [
    { what: `${title}: time / ideal schedule`, value: tookMs / ideal, unit: '', atMost: 1.3 },
    { what: `${title}: media calls`, value: seen.mediaCalls, unit: '', atMost: race.media },
    { what: `${title}: throttle answers`, value: seen.throttled, unit: '', atMost: 0 },
  ]
}

async function whatHappened(service: BenchService, race: Race, name: string) {
  const { calls } = await service.control<{ calls: { method: string; path: string; status: number }[] }>(
    'GET',
    `calls?platform=${name}`,
  )
  const state = await service.control<{ ads: { name: string }[] }>('GET', `state?platform=${name}`)
  // One of them refuses with status 200; it counts by itself.
  const { refused } = await service
    .control<{ refused: string[] }>('GET', `${name}/limits`)
    .catch(() => ({ refused: [] }))
  return {
    refused,
    calls: calls.length,
    mediaCalls: calls.filter(({ method, path }) => race.isMediaCall(method, path)).length,
    throttled: refused.length + calls.filter(({ status }) => status === 429).length,
    made: state.ads.filter((ad) => ad.name.startsWith('Bench ')).length,
  }
}

async function anotherCompany({ dataDir }: BenchService): Promise<string> {
  const { db } = connect((await embeddedConnection(dataDir))!, 1)
  const company = await createCompany(db, { name: 'Race', slug: 'race' })
  const { key } = await createApiKey(db, { companyId: company.id, name: 'Race', scopes: ['read', 'launch', 'manage'] })
  await db.destroy()
  return key
}

async function adsFor(
  service: BenchService,
  key: string,
  { race: { platform, into }, name, count }: { race: Race; name: string; count: number },
): Promise<object[]> {
  const api = <T>(method: string, path: string) => service.call<T>(method, path, undefined, key)
  const ads = (await kinds[platform]!.ads({ sandboxUrl: service.sandboxUrl, api }, name, count)) as {
    adAccountId: string
  }[]
  if (!into) return ads
  const { adAccountId: accountId } = ads[0]!
  const list = `/v1/adsets?accountId=${accountId}`
  const { data } = await api<{ data: { value: string; label: string; campaignId: string }[] }>('GET', list)
  const { value, campaignId } = data.find(({ label }) => label.endsWith(into.adSet))!
  const adSets = [value]
  for (let more = 1; more <= into.more; more++)
    adSets.push(await anotherAdSet(service, key, { accountId, campaignId, name: `${name} ${more}` }))
  return ads.map((ad, n) => ({ ...ad, adSets: [adSets[n % adSets.length]] }))
}

/** Beside the first one: what they promote and count is the same. */
async function anotherAdSet(service: BenchService, key: string, place: object): Promise<string> {
  const counted = { pixelId: '7100000000000000009', optimizationEvent: 'SHOPPING' }
  const goal = { locationIds: ['6252001'], optimizationGoal: 'CONVERT', billingEvent: 'OCPM', ...counted }
  const body = { ...place, ...goal, status: 'ACTIVE' }
  return (await service.call<{ adSetId: string }>('POST', '/v1/tiktok/create-adset', body, key)).adSetId
}

async function launchAds(service: BenchService, ads: object[], key: string): Promise<void> {
  const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', { ads }, key)
  await finish(service, adBatchId, key)
}
