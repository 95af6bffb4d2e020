import { z } from 'zod'
import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { Id, MetricsWire } from '../wire.ts'
import { countsOf, readRows } from './rows.ts'

const TotalWire = MetricsWire.extend({ segments: z.object({ date: z.string() }) })
const DayWire = TotalWire.extend({ campaign: z.object({ id: Id }) })
const AdDayWire = DayWire.extend({
  adGroup: z.object({ id: Id }),
  adGroupAd: z.object({ ad: z.object({ id: Id }) }),
})

export async function* readDays(api: Api, range: DayRange, options: CallOptions): AsyncGenerator<AdDay[]> {
  const select = ['segments.date', 'campaign.id']
  const withAds = new Set<string>()
  const ofAds = { select: [...select, 'ad_group.id', 'ad_group_ad.ad.id'], from: 'ad_group_ad', range }
  for await (const rows of readRows(api, AdDayWire, ofAds, options)) {
    for (const { campaign, segments } of rows) withAds.add(`${campaign.id} ${segments.date}`)
    yield rows.map(({ segments, campaign, adGroup, adGroupAd, metrics }) => ({
      day: segments.date,
      adId: adGroupAd.ad.id,
      adSetId: adGroup.id,
      campaignId: campaign.id,
      ...countsOf(metrics),
    }))
  }
  // Some campaigns show no ads of their own (Performance Max): what they did must not be missing from the sums.
  for await (const page of readRows(api, DayWire, { select, from: 'campaign', range }, options)) {
    const rows = page.filter(({ campaign, segments }) => !withAds.has(`${campaign.id} ${segments.date}`))
    if (rows.length > 0)
      yield rows.map(({ segments, campaign, metrics }) => ({
        day: segments.date,
        adId: standInFor(campaign.id),
        adSetId: standInFor(campaign.id),
        campaignId: campaign.id,
        ...countsOf(metrics),
      }))
  }
}

/** Also what reports by ad and by campaign leave out. */
export async function readTotals(api: Api, range: DayRange, options: CallOptions): Promise<AccountTotal[]> {
  const totals: AccountTotal[] = []
  const question = { select: ['segments.date'], from: 'customer', range }
  for await (const rows of readRows(api, TotalWire, question, options)) {
    for (const { segments, metrics } of rows) {
      const { spendMicros, impressions, clicks } = countsOf(metrics)
      totals.push({ day: segments.date, spendMicros, impressions, clicks })
    }
  }
  return totals
}
