import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { metricFields } from '../fields.ts'
import { isNumber, isOneOf, isWithin, mostValues } from '../gaql.ts'
import { platformName } from '../name.ts'
import { Id, MetricsWire } from '../wire.ts'
import { countsOf, isSomething, sumCounts } from './figures.ts'

const PlaceWire = MetricsWire.extend({
  userLocationView: z.object({ countryCriterionId: Id.optional() }),
  segments: z.object({ date: z.string() }).optional(),
  campaign: z.object({ id: Id }).optional(),
  adGroup: z.object({ id: Id }).optional(),
})
const CountryWire = z.object({
  geoTargetConstant: z.object({ id: Id, countryCode: z.string().optional() }),
})

/** Where people were when they saw the ads, as far down as ad groups. */
export async function readCountries(
  api: Api,
  { level, range, isDaily }: CountryQuestion,
  options: CallOptions,
): Promise<CountryRow[]> {
  if (level === 'ad') throw notByAd()
  const own = level === 'campaign' ? ['campaign.id'] : level === 'adset' ? ['ad_group.id'] : []
  const query = {
    select: ['user_location_view.country_criterion_id', ...own, ...(isDaily ? ['segments.date'] : []), ...metricFields],
    from: 'user_location_view',
    where: [isWithin('segments.date', range)],
  }
  const found = (await api.stream(PlaceWire, query, options)).filter(({ metrics }) => isSomething(metrics))
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

/** Countries have numbers here. */
async function codesOf(api: Api, ids: string[], options: CallOptions): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(isNumber).slice(0, mostValues)
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
