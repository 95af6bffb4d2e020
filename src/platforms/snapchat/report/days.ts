import type { DayRange } from '../../contract/insights.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import { queryOf } from '../client.ts'
import type { CallOptions, Snap } from '../client.ts'
import type { Families, Family } from './family.ts'
import { daysIn } from './midnight.ts'
import { countFields, paramsOf } from './question.ts'
import { countsOf, readRows } from './rows.ts'
import type { Row } from './rows.ts'
import type { RunPace } from './run.ts'
import { ReportWire } from './wire.ts'

/** So many rows are handed on at once. */
const handful = 5_000
const fields = [...countFields, 'conversion_purchases_value']

export async function* readDays(
  snap: Snap,
  families: Families,
  { range, paceFor }: { range: DayRange; paceFor: (ads: number) => RunPace | undefined },
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const { accountId } = options
  let family = await families.of(accountId, options)
  let isFresh = false
  const background = paceFor(family.adSetOf.size)
  const timeZone = await families.timeZoneOf(accountId, options)
  const question = { accountId, level: 'ad', ...range, timeZone, isDaily: true, fields, background } as const
  for await (const rows of readRows(snap, question, options)) {
    if (!isFresh && rows.some(({ id }) => !family.adSetOf.has(id))) {
      family = await families.anew(accountId, options)
      isFresh = true
    }
    for (let start = 0; start < rows.length; start += handful)
      yield rows.slice(start, start + handful).map((row) => adDayOf(row, family))
  }
}

function adDayOf(row: Row, family: Family): AdDay {
  const adSetId = family.adSetOf.get(row.id)
  const adSet = adSetId === undefined ? undefined : family.adSets.get(adSetId)
  return {
    day: row.day ?? '',
    adId: row.id,
    // Money is never dropped, even when the platform no longer tells where the ad belonged.
    adSetId: adSetId ?? 'unknown',
    campaignId: adSet?.campaignId ?? 'unknown',
    ...countsOf(row, adSet?.goal),
  }
}

/** Of a whole account the platform tells its spend alone. */
export async function readTotals(
  snap: Snap,
  families: Families,
  range: DayRange,
  options: CallOptions,
): Promise<AccountTotal[]> {
  const { accountId } = options
  const timeZone = await families.timeZoneOf(accountId, options)
  const params = paramsOf({ accountId, level: 'account', ...range, timeZone, isDaily: true, fields: ['spend'] })
  const report = await snap.get(ReportWire, `adaccounts/${accountId}/stats${queryOf(params)}`, {}, options)
  const dayAt = daysIn(timeZone)
  return report.timeseries_stats.flatMap(({ timeseries_stat: { timeseries = [] } }) =>
    timeseries.map(({ start_time: start, stats }) => ({
      day: dayAt(Date.parse(start)),
      spendMicros: Math.round(stats?.spend ?? 0),
      impressions: null,
      clicks: null,
    })),
  )
}
