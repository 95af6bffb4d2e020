import type { Bench } from '../figure.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { secondCompany } from '../second-company.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { crowd, removeAds } from './crowd.ts'
import type { Crowded } from './crowd.ts'
import { adIn, finish, launchFixture } from './launch-one.ts'
import type { LaunchFixture } from './launch-one.ts'
import { pairedRatio } from '../measure.ts'

/** Until the code is as warm as in a service that has run for a while. */
const warmUps = 12
const rounds = 50
const adsPerLaunch = 200
const adSetsPerLaunch = 20
const runningAdSets = 2000
const demoToken = 'sandbox-meta-token'

/** What guards add to the time in which a launch is accepted, when what was spent is known. */
export const guardsBench: Bench = {
  name: 'guards',
  about: `a launch of ${adsPerLaunch} ads is accepted, by turns for a company with guards and for one without`,
  async run(say) {
    const sandbox = await sandboxProcess()
    const service = await benchService({ SANDBOX_URL: sandbox.url })
    await service.control('POST', 'meta', { limits: 'off' })
    const other = await secondCompany(service)
    const guarded = service.key
    const guards = [
      { dailyCap: 1_000_000_000, monthlyCap: 1_000_000_000, currency: 'USD', mode: 'refuse' },
      { largestBatch: 1000, largestBudget: 1_000_000, currency: 'EUR', mode: 'ask' },
    ]
    const free = { key: other, token: `${demoToken}.second`, fixture: await launchFixture(service, other) }
    const bound = { key: guarded, token: demoToken, fixture: await launchFixture(service) }
    await service.call('PUT', '/v1/spend-guards', { guards }, guarded)
    for (const { token, fixture } of [bound, free]) {
      const counts = [runningAdSets, warmUps * adSetsPerLaunch]
      for (const [place, count] of counts.entries()) {
        const accountId = fixture.accountIds[place]!
        fixture.adSets[accountId] = await crowd({ sandboxUrl: service.sandboxUrl, token, accountId }, count)
      }
    }
    await service.call('GET', '/v1/spend-guards/status', undefined, guarded)
    const times = { free: [] as number[], bound: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      // Taking turns in the order too: whatever else the machine does falls on both alike.
      const turns = round % 2 === 0 ? (['free', 'bound'] as const) : (['bound', 'free'] as const)
      for (const which of turns) {
        await service.call('GET', '/v1/spend-guards/status', undefined, guarded)
        const ms = await acceptOne(service, which === 'free' ? free : bound, round)
        if (round >= warmUps) times[which].push(ms)
      }
    }
    say(`in ms, without ${times.free.map(Math.round).join(', ')}; with ${times.bound.map(Math.round).join(', ')}`)
    const { ratio, error } = pairedRatio(times.bound, times.free)
    await service.remove()
    sandbox.end()
    const note = `give or take ${error.toFixed(2)}`
    return [{ what: 'time with guards / without', value: ratio, unit: '', atMost: 1.15, note }]
  },
}

interface Company {
  key: string
  token: string
  fixture: LaunchFixture
}

async function acceptOne(service: BenchService, { key, token, fixture }: Company, round: number): Promise<number> {
  const isWarm = round >= warmUps
  const accountId = fixture.accountIds[isWarm ? 0 : 1]!
  const first = isWarm ? round - warmUps : round
  const adSets = fixture.adSets[accountId]!.slice(first * adSetsPerLaunch, (first + 1) * adSetsPerLaunch)
  const ads = Array.from({ length: adsPerLaunch }, (_, index) =>
    adIn(service, fixture, { accountId, adSetId: adSets[index % adSets.length]! }, `${ofRound(round)} ${index}`),
  )
  const begun = performance.now()
  const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', { ads }, key)
  const ms = performance.now() - begun
  await finish(service, adBatchId, key)
  const place: Crowded = { sandboxUrl: service.sandboxUrl, token, accountId }
  await removeAds(place, adSets, ofRound(round))
  return ms
}

function ofRound(round: number): string {
  return `Guards ${round}`
}
