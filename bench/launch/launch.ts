import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from '../figure.ts'
import { adIn, finish, launchFixture, launchOne } from './launch-one.ts'
import type { LaunchFixture } from './launch-one.ts'
import { launchWithSdk } from './sdk-launch.ts'
import { freePort } from '../../test/support/service/service-process.ts'
import { secondCompany } from '../second-company.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

const root = join(import.meta.dirname, '..', '..')
const latencyMs = 150
const adsPerAccount = 50
const allowedAtOnce = 4

/** 200 ads over 4 ad accounts, each platform call taking 150 ms. */
export const launchBench: Bench = {
  name: 'launch',
  about: '200 single-image ads over 4 ad accounts with 150 ms per platform call',
  async run(say) {
    // The platform is another machine's work: its simulator gets a process of its own.
    const port = await freePort()
    const sandbox = spawn(process.execPath, ['sandbox/main.ts', '--port', String(port)], { cwd: root, stdio: 'ignore' })
    await answers(`http://127.0.0.1:${port}`)
    const service = await benchService({ SANDBOX_URL: `http://127.0.0.1:${port}` })
    const companies = [service.key, await secondCompany(service)]
    const fixtures = await Promise.all(companies.map((key) => launchFixture(service, key)))
    // A service that has launched before: compiled code and open connections are not what is measured.
    await launchOne(service)
    await service.control('POST', 'latency', { platform: 'meta', ms: latencyMs })
    await service.control('POST', 'meta', { limits: 'off' })
    const from = performance.now()
    await Promise.all(companies.map((key, index) => launchAll(service, fixtures[index]!, key)))
    const tookMs = performance.now() - from
    const calls = 1 + 2 * adsPerAccount
    const idealMs = Math.ceil(calls / allowedAtOnce) * latencyMs
    const state = await service.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
    const made = state.ads.filter((ad) => ad.name.startsWith('Bench act_')).length
    if (made !== 4 * adsPerAccount) throw new Error(`${made} ads exist`)
    say(
      `${made} ads in ${Math.round(tookMs)} ms; ideal ${idealMs} ms; the official SDK, one call after another, now takes a minute`,
    )
    const sdkMs = await launchWithSdk(service, fixtures[0]!, adsPerAccount)
    await service.remove()
    sandbox.kill()
    return [
      { what: 'time / ideal schedule', value: tookMs / idealMs, unit: '', atMost: 1.25 },
      {
        what: 'times faster than the official SDK in sequence',
        value: (4 * sdkMs) / tookMs,
        unit: 'x',
        atLeast: 8,
        note: `the SDK took ${Math.round(sdkMs)} ms for one of the four accounts`,
      },
    ]
  },
}

async function launchAll(service: BenchService, fixture: LaunchFixture, key: string): Promise<void> {
  const ads = fixture.accountIds.flatMap((accountId) => {
    const adSets = fixture.adSets[accountId]!
    return Array.from({ length: adsPerAccount }, (_, n) =>
      adIn(service, fixture, { accountId, adSetId: adSets[n % adSets.length]! }, `Bench ${accountId} ${n}`),
    )
  })
  const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', { ads }, key)
  await finish(service, adBatchId, key)
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
