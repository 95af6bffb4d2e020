import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { countryOf, sumCounts } from '../../kit/figures.ts'
import { addDays, daysStillKept } from '../../kit/time/days.ts'
import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { platformName } from '../name.ts'
import { idsAt } from './family.ts'
import type { Family } from './family.ts'
import { attribution, idsInCall, levels, rangeOf } from './question.ts'
import type { Level } from './question.ts'
import { chunksOf, columns, countsOf, rowOf } from './rows.ts'
import type { Row } from './rows.ts'
import { FlatRowWire } from './run.ts'

/** The split is only told of these days. */
const maxDaysBack = 90
const people = 'TOTAL_IMPRESSION_USER'

const SplitWire = z.object({
  data: z.array(
    z.object({ targeting_value: z.union([z.string(), z.number()]).nullish(), metrics: FlatRowWire.default({}) }),
  ),
})

type CountedRow = Row & { country: string }

export async function readCountries(
  api: Api,
  { family, today }: { family: Family; today: string },
  { level, range, isDaily }: CountryQuestion,
  options: CallOptions,
): Promise<CountryRow[]> {
  if (range.from < addDays(today, -maxDaysBack)) throw tooOld()
  const asked = daysStillKept(range, today, maxDaysBack)
  if (!asked) return []
  const question = { range: asked, isDaily }
  // What counts as a result is the campaign's to say: of the account it is added up from them.
  const countLevel = level === 'account' ? 'campaign' : level
  const rows = new Map<string, CountryRow>()
  for (const row of await readSplit(
    api,
    family,
    { level: countLevel, asked: [...columns, people], question },
    options,
  )) {
    const id = level === 'account' ? null : row.id
    const key = keyOf(id, row)
    const counts = countsOf(row.figures, family.objectives.get(campaignOf(countLevel, row.id, family)))
    const found = rows.get(key)
    const reach = level === 'account' ? null : (row.figures[people] ?? null)
    const place = { country: row.country, id, day: row.day, reach }
    rows.set(key, found ? { ...found, ...sumCounts(found, counts) } : { ...place, ...counts })
  }
  if (level === 'account')
    for (const row of await readSplit(api, family, { level, asked: [people], question }, options)) {
      const found = rows.get(keyOf(null, row))
      if (found) found.reach = row.figures[people] ?? null
    }
  return [...rows.values()]
}

async function readSplit(
  api: Api,
  family: Family,
  { level, asked, question }: { level: Level; asked: string[]; question: Pick<CountryQuestion, 'range' | 'isDaily'> },
  options: CallOptions,
): Promise<CountedRow[]> {
  const names = levels[level]
  const path = `ad_accounts/${options.accountId}/${names.path}targeting_analytics`
  // Since 5.28 the platform takes nothing for granted here.
  const counted = { ...attribution, conversion_report_time: 'TIME_OF_AD_ACTION' }
  const params = { ...rangeOf(question), ...counted, targeting_types: 'COUNTRY', columns: asked.join(',') }
  const groups = names.ids === null ? [undefined] : chunksOf(idsAt(level, family), idsInCall(question))
  const rows: CountedRow[] = []
  for (const ids of groups) {
    const { data } = await api.get(
      SplitWire,
      path,
      names.ids === null ? params : { ...params, [names.ids]: ids },
      options,
    )
    for (const { targeting_value: country, metrics } of data)
      rows.push({
        ...rowOf(String(metrics[names.id] ?? ''), metrics, asked),
        country: countryOf(String(country ?? '')),
      })
  }
  return rows
}

function keyOf(id: string | null, { day, country }: CountedRow): string {
  return `${id} ${day} ${country}`
}

function campaignOf(level: Level, id: string, { ads, campaignOf: byAdSet }: Family): string {
  if (level === 'ad') return ads.get(id)?.campaignId ?? ''
  return level === 'adset' ? (byAdSet.get(id) ?? '') : id
}

function tooOld(): PlatformError {
  const message = `The platform splits figures by country for the last ${maxDaysBack} days only.`
  return new PlatformError({ platform: platformName, kind: 'rejected', code: 'TOO_OLD', message })
}
