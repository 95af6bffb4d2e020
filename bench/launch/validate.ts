import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { secondCompany } from '../second-company.ts'
import type { BenchService } from '../service.ts'

const latencyMs = 150
const adsPerAccount = 50
const atOnce = 4
/** Longer than the window that the short-video platform counts the calls of an app in: what was called before is out of it. */
const quietMs = 1_200

/** One account, what an ad in it is made of, and how many of its reads each wait for the one before. */
interface Look {
  platform: string
  sandbox: string
  account: number
  lead: number
  ad(service: BenchService, accountId: string): Promise<object>
}

interface List<T> {
  data: T[]
}

const asset = (service: BenchService, name: string) => [{ url: `${service.sandboxUrl}/_assets/${name}` }]
const texts = { title: 'Spring sale', cta: 'SHOP_NOW', link: 'https://example.com/sale' }

async function primaryAd(service: BenchService, accountId: string): Promise<object> {
  const { data } = await service.call<List<{ page: string; secondary: string }>>(
    'GET',
    `/v1/profiles?businessId=${accountId}`,
  )
  const { page, secondary } = data[0]!
  return { ...texts, description: 'Everything must go.', page, secondary, media: asset(service, 'square.png') }
}

const looks: Look[] = [
  // Ad sets, pages and profiles know nothing of each other.
  { platform: 'primary', sandbox: 'meta', account: 0, lead: 1, ad: primaryAd },
  { platform: 'primary', sandbox: 'meta', account: 1, lead: 1, ad: primaryAd },
  {
    // How full the ad sets are, each of them, and who speaks know nothing of each other.
    platform: 'short-video',
    sandbox: 'tiktok',
    account: 0,
    lead: 1,
    async ad(service, accountId) {
      const path = `/v1/tiktok/identities?accountId=${accountId}`
      const { data } = await service.call<List<{ identityId: string; identityType: string }>>('GET', path)
      const { identityId } = data.find(({ identityType }) => identityType === 'TT_USER')!
      const { title: _none, ...rest } = texts
      return { ...rest, description: 'Made for bad weather.', identityId, media: asset(service, 'vertical.mp4') }
    },
  },
  {
    // Ad groups, then their campaigns; boards beside.
    platform: 'pin',
    sandbox: 'pinterest',
    account: 0,
    lead: 2,
    async ad(service, accountId) {
      const path = `/v1/pinterest/boards?accountId=${accountId}`
      const { data } = await service.call<List<{ value: string }>>('GET', path)
      return { ...texts, description: 'Warm rooms.', boardId: data[0]!.value, media: asset(service, 'portrait.png') }
    },
  },
]

/** What is asked of platforms before a launch takes no longer than its reads do. */
export const validateBench: Bench = {
  name: 'validate',
  about: `validate of ${adsPerAccount * looks.length} ads over ${looks.length} accounts, ${latencyMs} ms per platform call`,
  async run(say) {
    const service = await benchService()
    for (const sandbox of new Set(looks.map((look) => look.sandbox)))
      await service.control('POST', sandbox, { limits: 'off' })
    const asked = await Promise.all(looks.map((look) => adsOf(service, look)))
    const ads = asked.flat()
    // What is measured is not the first call of its kind: another company asked for as much, and its answers help nobody here.
    const otherKey = await secondCompany(service)
    const other: BenchService = { ...service, call: (method, path, body) => service.call(method, path, body, otherKey) }
    const others = await Promise.all(looks.map((look) => adsOf(other, look)))
    await other.call('POST', '/v1/launch/validate', { ads: others.flat(), depth: 'platform' })
    const rulesMs = await timed(() => service.call('POST', '/v1/launch/validate', { ads, depth: 'rules' }))
    for (const sandbox of new Set(looks.map((look) => look.sandbox))) {
      await service.control('POST', 'latency', { platform: sandbox, ms: latencyMs })
      await service.control('DELETE', `calls?platform=${sandbox}`)
    }
    await pause(quietMs)
    const reported: { valid: boolean; depth: string }[] = []
    const whole = async () =>
      void reported.push(await service.call('POST', '/v1/launch/validate', { ads, depth: 'platform' }))
    const firstMs = await timed(whole)
    const reads = await readsByAccount(service, asked)
    const againMs = await timed(whole)
    await service.remove()
    for (const { valid, depth } of reported)
      if (!valid || depth !== 'platform') throw new Error(`valid: ${valid}, depth: ${depth}`)
    const idealMs = Math.max(
      ...reads.map((count, n) => Math.max(looks[n]!.lead, Math.ceil(count / atOnce)) * latencyMs),
    )
    say(`${reads.join(' + ')} reads in ${Math.round(firstMs)} ms; ideal ${idealMs} ms`)
    say(`again ${Math.round(againMs)} ms; by the rules alone ${Math.round(rulesMs)} ms`)
    return [
      { what: 'time / ideal schedule of its reads', value: firstMs / idealMs, unit: '', atMost: 1.3 },
      { what: 'again within a minute / first time', value: againMs / firstMs, unit: '', atMost: 0.7 },
    ]
  },
}

async function adsOf(service: BenchService, look: Look): Promise<{ adAccountId: string }[]> {
  const accounts = await service.call<List<{ id: string }>>('GET', `/v1/adaccounts?platform=${look.platform}`)
  const adAccountId = accounts.data[look.account]!.id
  const sets = await service.call<List<{ value: string; label: string }>>(
    'GET',
    `/v1/adsets?accountId=${adAccountId}&status=ACTIVE`,
  )
  const open = sets.data.filter(({ label }) => !/(Partner apps|Smart\+)$/.test(label)).map(({ value }) => value)
  const ad = await look.ad(service, adAccountId)
  return Array.from({ length: adsPerAccount }, (_, number) => ({
    ...ad,
    adName: `Bench ${look.platform} ${number}`,
    adAccountId,
    adSets: [open[number % open.length]],
  }))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Calls that were answered, by account; a call that names none is counted for each account of its platform. */
async function readsByAccount(service: BenchService, asked: { adAccountId: string }[][]): Promise<number[]> {
  return Promise.all(
    looks.map(async ({ sandbox }, n) => {
      const { calls } = await service.control<{ calls: { accountId?: string; inBatch?: true }[] }>(
        'GET',
        `calls?platform=${sandbox}`,
      )
      const own = asked[n]![0]!.adAccountId
      return calls.filter(({ accountId = own, inBatch }) => accountId === own && !inBatch).length
    }),
  )
}
