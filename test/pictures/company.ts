import { createFlightdeck, FlightdeckError } from '../../client/src/index.ts'
import type { Flightdeck } from '../../client/src/index.ts'
import type { BenchService } from '../../bench/service.ts'
import { demo } from '../../src/api/examples.ts'

/** What the pictures show beside what the demo company has: batches, limits, rules, a draft, a question that waits. */
export async function liveIn({ url, key, sandboxUrl, control }: BenchService): Promise<void> {
  const flightdeck = createFlightdeck({ baseUrl: url, key })
  await flightdeck.waitForBatch('1')
  const ad = (adName: string, title: string) => ({
    ...{ adName, title, adAccountId: demo.account, adSets: [demo.adSet], page: demo.page, secondary: demo.secondary },
    ...{
      description: 'Free returns for 60 days.',
      cta: 'SHOP_NOW' as const,
      link: 'https://harbor-and-pine.example/linen',
    },
    media: [{ url: `${sandboxUrl}/_assets/square.png` }],
  })
  const launch = async (name: string, ads: ReturnType<typeof ad>[]) => {
    const { adBatchId } = await flightdeck.launchAds({ ads })
    await flightdeck.renameBatch({ id: String(adBatchId), name })
    await flightdeck.waitForBatch(adBatchId)
  }
  await launch('Linen, week 46', [ad('Linen 01', 'Linen that lasts'), ad('Linen 02', 'Made for warm days')])
  const refused = { platform: 'meta', fault: 'platform-error', code: 100, subcode: 1487390 }
  await control('POST', 'faults', { ...refused, match: { method: 'POST', path: '/adcreatives$' }, times: 1 })
  await launch('Autumn sale, US', [ad('Autumn 01', 'Up to 40 % off'), ad('Autumn 02', 'Last days of the sale')])
  const scope = { accountIds: [demo.account] }
  await flightdeck.createAutomation({ template: 'stop-loss', name: 'Stop what costs and brings nothing', scope })
  await flightdeck.createAutomation({ template: 'scale-winners', name: 'More for what works', scope })
  await flightdeck.createAutomation({ template: 'fatigue', name: 'Tired ads', scope })
  await flightdeck.createWebhook({ url: 'https://example.com/hooks/flightdeck' })
  await flightdeck.createDraft({ name: 'Winter lookbook', ads: [ad('Winter 01', 'Wool from one farm')] })
  const ofMeta = { accountId: demo.account, dailyCap: 4000, monthlyCap: 80_000, largestBatch: 20, mode: 'ask' as const }
  const ofAll = { monthlyCap: 400_000, largestRaisePercent: 50, mode: 'refuse' as const }
  await flightdeck.setSpendGuards({
    guards: [
      { ...ofMeta, name: 'Meta in the US', currency: 'USD' },
      { ...ofAll, name: 'Everything, each month', currency: 'USD' },
    ],
  })
  const holiday = Array.from({ length: 21 }, (_, at) => ad(`Holiday ${at + 1}`, 'Wrapped and on its way'))
  await heldUp(flightdeck, holiday)
}

/** A launch that a guard holds up until a person has decided. */
async function heldUp(flightdeck: Flightdeck, ads: Parameters<Flightdeck['launchAds']>[0]['ads']): Promise<void> {
  try {
    await flightdeck.launchAds({ ads })
  } catch (error) {
    if (error instanceof FlightdeckError && error.code === 'approval_required') return
    throw error
  }
  throw new Error('No guard held it up.')
}
