import { join } from 'node:path'
import { setStage } from '../../test/crash/stage.ts'
import type { Stage } from '../../test/crash/stage.ts'
import type { Bench } from '../figure.ts'

const adsPerLaunch = 400
const rounds = 7

/** The same launch with and without journal and fences, platform calls at 0 ms, in turns. */
export const journalBench: Bench = {
  name: 'journal',
  about: `${adsPerLaunch} ads over 4 ad accounts with the platform answering at once: with journal and fences, and without`,
  async run(say) {
    const withJournal: number[] = []
    const without: number[] = []
    const noJournal = join(import.meta.dirname, 'no-journal.ts')
    const stage = await setStage()
    await stage.control('POST', 'meta', { limits: 'off' })
    // The simulator warms up.
    await adsPerSecond(stage)
    for (let round = 0; round < rounds; round++) {
      withJournal.push(await adsPerSecond(stage))
      without.push(await adsPerSecond(stage, noJournal))
    }
    await stage.close()
    say(`ads per second with ${withJournal.map(Math.round).join(', ')}; without ${without.map(Math.round).join(', ')}`)
    return [
      {
        what: 'throughput with journal / without',
        // Of each two that ran one after the other: what else the machine does then touches both.
        value: median(withJournal.map((speed, round) => speed / without[round]!)),
        unit: '',
        atLeast: 0.85,
      },
    ]
  },
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Two companies with two ad accounts each launch at once. */
async function adsPerSecond(stage: Stage, program?: string): Promise<number> {
  const companies = [await stage.newCompany(), await stage.newCompany()]
  const service = await stage.start('up', {}, program)
  const launchAll = (name: string, count: number) =>
    Promise.all(companies.map((api) => launch(stage, api, name, count / companies.length)))
  // The first launch warms up connections and compiled code.
  await launchAll('Warm', 20)
  const from = performance.now()
  await launchAll('Bench', adsPerLaunch)
  const seconds = (performance.now() - from) / 1000
  await service.kill('SIGTERM')
  return adsPerLaunch / seconds
}

async function launch(stage: Stage, api: Stage['api'], name: string, count: number): Promise<void> {
  const accounts = (await api<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).data
  const ads: object[] = []
  for (const { id } of accounts) {
    const [profile] = (
      await api<{ data: { page: string; secondary: string }[] }>('GET', `/v1/profiles?businessId=${id}`)
    ).data
    const sets = (
      await api<{ data: { value: string; capacity: number }[] }>('GET', `/v1/adsets?accountId=${id}&status=ACTIVE`)
    ).data
    const roomy = sets.filter((set) => set.capacity > 25)
    for (let n = 0; n < count / accounts.length; n++) {
      ads.push({
        adName: `${name} ${id} ${n}`,
        adAccountId: id,
        adSets: [roomy[n % roomy.length]!.value],
        page: profile!.page,
        secondary: profile!.secondary,
        title: 'Bench',
        description: 'Bench',
        cta: 'SHOP_NOW',
        link: 'https://example.com',
        media: [{ url: `${stage.sandboxUrl}/_assets/square.png` }],
      })
    }
  }
  const { adBatchId } = await api<{ adBatchId: number }>('POST', '/v1/launch', { ads })
  for (;;) {
    const status = await api<{ summaryStatus: string; failedAds: object[] }>('GET', `/v1/batch-status/${adBatchId}`)
    if (status.summaryStatus === 'success') return
    if (status.failedAds.length > 0) throw new Error(JSON.stringify(status.failedAds[0]))
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
