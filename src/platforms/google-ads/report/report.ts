import { z } from 'zod'
import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { AdDay, ReportEntity, ReportingVerbs } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { adFields, adGroupFields, campaignFields, metricFields } from '../fields.ts'
import { isWithin } from '../gaql.ts'
import { budgetFacts } from '../../kit/entity-facts.ts'
import { budgetsOf } from '../manage/budgets.ts'
import { adName } from '../manage/views.ts'
import { statusOf } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire, Id, MetricsWire } from '../wire.ts'
import { readCountries } from './countries.ts'
import { countsOf, isSomething } from './figures.ts'

/** How long background reading may wait for its turn. */
const patienceMs = 60_000
/** Daily figures are kept for 37 months. */
const historyDays = 1_120
/** Two queries for each stretch of days: longer ones cost less of the day's operations. */
const daysAtOnce = 30

export function reportingVerbs(api: Api): ReportingVerbs {
  return {
    attribution: 'as set for each conversion action in the account, counted on the day of the click',
    calendar: 'account',
    historyDays,
    daysAtOnce,
    days: (accountId, range, signal) => readDays(api, range, { accountId, signal, maxWaitMs: patienceMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs: patienceMs }),
    countries: (accountId, question) => readCountries(api, question, { accountId, signal: question.signal }),
  }
}

const DayWire = MetricsWire.extend({
  segments: z.object({ date: z.string() }),
  campaign: z.object({ id: Id }),
})
const AdDayWire = DayWire.extend({
  adGroup: z.object({ id: Id }),
  adGroupAd: z.object({ ad: z.object({ id: Id }) }),
})

async function* readDays(api: Api, range: DayRange, options: CallOptions): AsyncGenerator<AdDay[]> {
  const where = [isWithin('segments.date', range)]
  const common = ['segments.date', 'campaign.id', ...metricFields]
  const withAds = new Set<string>()
  const ofAds = { select: [...common, 'ad_group.id', 'ad_group_ad.ad.id'], from: 'ad_group_ad', where }
  for await (const page of api.pages(AdDayWire, ofAds, options)) {
    const rows = page.filter(({ metrics }) => isSomething(metrics))
    for (const { campaign, segments } of rows) withAds.add(`${campaign.id} ${segments.date}`)
    if (rows.length > 0)
      yield rows.map(({ segments, campaign, adGroup, adGroupAd, metrics }) => ({
        day: segments.date,
        adId: adGroupAd.ad.id,
        adSetId: adGroup.id,
        campaignId: campaign.id,
        ...countsOf(metrics),
      }))
  }
  // Some campaigns show no ads of their own (Performance Max): what they did must not be missing from the sums.
  for await (const page of api.pages(DayWire, { select: common, from: 'campaign', where }, options)) {
    const rows = page.filter(
      ({ metrics, campaign, segments }) => isSomething(metrics) && !withAds.has(`${campaign.id} ${segments.date}`),
    )
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

async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  for await (const page of api.pages(CampaignWire, { select: campaignFields, from: 'campaign' }, options))
    yield page.map(({ campaign: { id, name, status }, campaignBudget }) => {
      const budgets = budgetFacts(budgetsOf(campaignBudget))
      return { level: 'campaign', id, name, ...stateOf(status), ...budgets, campaignId: null, adSetId: null }
    })
  for await (const page of api.pages(AdGroupWire, { select: adGroupFields, from: 'ad_group' }, options))
    yield page.map(({ adGroup: { id, name, status }, campaign }) => {
      return { level: 'adset', id, name, ...stateOf(status), campaignId: campaign.id, adSetId: null }
    })
  for await (const page of api.pages(AdWire, { select: adFields, from: 'ad_group_ad' }, options))
    yield page.map(({ adGroupAd: { ad, status }, adGroup, campaign }) => {
      const place = { campaignId: campaign.id, adSetId: adGroup.id }
      return { level: 'ad', id: ad.id, name: adName(ad), ...stateOf(status), ...place }
    })
}

/** When something was made is not told here, nor whether bidding still learns. */
function stateOf(status: string) {
  return { status, state: statusOf(status).status }
}
