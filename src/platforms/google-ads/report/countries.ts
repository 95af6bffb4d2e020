import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import { sumCounts } from '../../kit/figures.ts'
import type { Api, CallOptions } from '../client.ts'
import { metricFields } from '../fields.ts'
import { isNumber, isNumberLike, isOneOf, isWithin, maxValues } from '../gaql.ts'
import { platformName } from '../name.ts'
import { Id, MetricsWire } from '../wire.ts'
import { countsOf, readAllRows } from './rows.ts'

const PlaceWire = MetricsWire.extend({
  userLocationView: z.object({ countryCriterionId: Id.optional() }),
  segments: z.object({ date: z.string() }).optional(),
  campaign: z.object({ id: Id }).optional(),
  adGroup: z.object({ id: Id }).optional(),
})
const CountryWire = z.object({
  geoTargetConstant: z.object({ id: Id, countryCode: z.string().optional() }),
})

type Level = Exclude<CountryQuestion['level'], 'ad'>

/** Where people were when they saw the ads, as far down as ad groups. */
export async function readCountries(
  api: Api,
  { level, addedUpTo, range, isDaily }: CountryQuestion,
  options: CallOptions,
): Promise<CountryRow[]> {
  const finest = level === 'ad' ? addedUpTo : level
  if (finest === undefined || finest === 'ad') throw notByAd()
  const rows = await readAt(api, { level: finest, range, isDaily }, options)
  if (level !== 'ad' || finest === 'account') return rows
  // What is added up anyway may stand under any ad that it belongs to.
  const ads = await anyAds(api, finest, range, options)
  return rows.map((row) => ({ ...row, id: row.id && (ads.get(row.id) ?? standInFor(row.id)) }))
}

async function readAt(
  api: Api,
  { level, range, isDaily }: { level: Level; range: DayRange; isDaily: boolean },
  options: CallOptions,
): Promise<CountryRow[]> {
  const own = level === 'campaign' ? ['campaign.id'] : level === 'adset' ? ['ad_group.id'] : []
  const select = ['user_location_view.country_criterion_id', ...own, ...(isDaily ? ['segments.date'] : [])]
  const found = await readAllRows(api, PlaceWire, { select, from: 'user_location_view', range }, options)
  const codes = await codesOf(
    api,
    found.flatMap(({ userLocationView: place }) => place.countryCriterionId ?? []),
    options,
  )
  const rows = new Map<string, CountryRow>()
  for (const { userLocationView: place, segments, campaign, adGroup, metrics } of found) {
    const country = codes.get(place.countryCriterionId ?? '') ?? 'unknown'
    const id = (level === 'campaign' ? campaign?.id : level === 'adset' ? adGroup?.id : null) ?? null
    const day = isDaily ? (segments?.date ?? null) : null
    const key = `${id} ${day} ${country}`
    const before = rows.get(key)
    const counts = countsOf(metrics)
    // How many people there were is not told.
    rows.set(key, before ? { ...before, ...sumCounts(before, counts) } : { country, id, day, reach: null, ...counts })
  }
  return [...rows.values()]
}

const AnyAdWire = MetricsWire.extend({
  campaign: z.object({ id: Id }),
  adGroup: z.object({ id: Id }),
  adGroupAd: z.object({ ad: z.object({ id: Id }) }),
})

/** One ad with delivery for each campaign or ad group that has any. */
async function anyAds(api: Api, level: Level, range: DayRange, options: CallOptions): Promise<Map<string, string>> {
  const query = {
    select: ['campaign.id', 'ad_group.id', 'ad_group_ad.ad.id', ...metricFields],
    from: 'ad_group_ad',
    where: [isWithin('segments.date', range), isNumberLike('metrics.impressions', '>', '0')],
  }
  const rows = await api.stream(AnyAdWire, query, options)
  return new Map(
    rows.map(({ campaign, adGroup, adGroupAd }) => [level === 'campaign' ? campaign.id : adGroup.id, adGroupAd.ad.id]),
  )
}

/** Countries have numbers here. */
async function codesOf(api: Api, ids: string[], options: CallOptions): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(isNumber).slice(0, maxValues)
  if (wanted.length === 0) return new Map()
  const query = {
    select: ['geo_target_constant.id', 'geo_target_constant.country_code'],
    from: 'geo_target_constant',
    where: [isOneOf('geo_target_constant.id', wanted)],
  }
  const rows = await api.rows(CountryWire, query, options)
  const isCode = (text: string | undefined): text is string => text !== undefined && /^[A-Z]{2}$/.test(text)
  return new Map(
    rows.flatMap(({ geoTargetConstant: { id, countryCode } }) =>
      isCode(countryCode) ? [[id, countryCode] as const] : [],
    ),
  )
}

function notByAd(): PlatformError {
  const message = 'The platform splits figures by country for accounts, campaigns and ad groups, not for single ads.'
  return new PlatformError({ platform: platformName, kind: 'rejected', code: 'NOT_BY_AD', message })
}
