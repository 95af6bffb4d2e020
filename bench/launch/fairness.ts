import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bench } from '../figure.ts'
import { adIn, finish, launchFixture, launchOne } from './launch-one.ts'
import type { LaunchFixture } from './launch-one.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { secondCompany } from '../second-company.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

const rounds = 7
const adsPerLaunch = 3
const hangingAds = 100
const cardsPerAd = 10

/** What a company's launch takes while another company waits for addresses that never answer. */
export const fairnessBench: Bench = {
  name: 'fairness',
  about: `a launch of ${adsPerLaunch} ads, alone and next to ${hangingAds * cardsPerAd} hanging media addresses of another company`,
  async run(say) {
    const silent = await silentServer()
    const sandbox = await sandboxProcess()
    const service = await benchService({ SANDBOX_URL: sandbox.url, ALLOW_PRIVATE_URLS: silent.host })
    await service.control('POST', 'meta', { limits: 'off' })
    const other = await secondCompany(service)
    const [fixture, otherFixture] = [await launchFixture(service), await launchFixture(service, other)]
    // A service that has launched before: compiled code and open connections are not what is measured.
    await launchOne(service)
    const alone = await launchTimes(service, fixture, 1)
    await service.call('POST', '/v1/launch', { ads: hangingCarousels(service, otherFixture, silent.host) }, other)
    await silent.untilAsked()
    const beside = await launchTimes(service, fixture, 1001)
    say(`in ms, alone ${alone.join(', ')}; beside ${beside.join(', ')}; ${silent.asked()} addresses were asked by then`)
    await service.remove()
    sandbox.end()
    silent.close()
    return [
      { what: 'time next to the other company / alone', value: median(beside) / median(alone), unit: '', atMost: 1.5 },
    ]
  },
}

/** Takes every request and never answers. */
async function silentServer() {
  let asked = 0
  let heard: () => void = () => undefined
  const first = new Promise<void>((resolve) => (heard = resolve))
  const server = createServer(() => {
    asked += 1
    heard()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    asked: () => asked,
    untilAsked: () => first,
    close: () => server.close().closeAllConnections(),
  }
}

function hangingCarousels(service: BenchService, fixture: LaunchFixture, host: string): object[] {
  const places = fixture.accountIds.flatMap((accountId) =>
    fixture.adSets[accountId]!.map((adSetId) => ({ accountId, adSetId })),
  )
  return Array.from({ length: hangingAds }, (_, ad) => {
    const { accountId, adSetId } = places[ad % places.length]!
    const media = Array.from({ length: cardsPerAd }, (_, card) => ({
      url: `http://${host}/${ad}-${card}.png`,
      carouselTitle: `Card ${card}`,
    }))
    return { ...adIn(service, fixture, { accountId, adSetId }, `Hanging ${ad}`), type: 'carousel', media }
  })
}

/** Every ad has a picture of its own, so that every one is fetched. */
async function launchTimes(service: BenchService, fixture: LaunchFixture, firstPicture: number): Promise<number[]> {
  const times: number[] = []
  const account = fixture.accountIds[0]!
  let picture = firstPicture
  for (let round = 0; round < rounds; round++) {
    const ads = Array.from({ length: adsPerLaunch }, (_, index) => ({
      ...adIn(service, fixture, { accountId: account, adSetId: fixture.adSets[account]![index]! }, `Fair ${picture}`),
      media: [{ url: `${service.sandboxUrl}/_assets/square.png?v=${picture++}` }],
    }))
    const from = performance.now()
    const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', { ads })
    await finish(service, adBatchId)
    times.push(Math.round(performance.now() - from))
  }
  return times
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
