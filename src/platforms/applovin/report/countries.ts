import { standInFor } from '../../contract/report.ts'
import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import { sumCounts } from '../../kit/figures.ts'
import type { CallOptions } from '../client.ts'
import { adIn } from './family.ts'
import type { Deps } from './question.ts'
import { readRows } from './rows.ts'

export async function readCountries(
  deps: Deps,
  { level, range, isDaily }: CountryQuestion,
  options: CallOptions,
): Promise<CountryRow[]> {
  const { accountId } = options
  const family = await deps.families.of(accountId, options)
  const by = [
    'country' as const,
    ...(isDaily ? (['day'] as const) : []),
    ...(level === 'ad' ? (['creative_set_id'] as const) : []),
  ]
  const sums = new Map<string, CountryRow>()
  for await (const rows of readRows(deps, { accountId, range, by }, options))
    for (const { country, day, campaignId, reportedSetId, counts } of rows) {
      const ad = () => adIn(family, reportedSetId, campaignId) ?? standInFor(campaignId)
      const id = level === 'account' ? null : level === 'ad' ? ad() : campaignId
      const place = { country, id, day: isDaily ? day : null, reach: null }
      const key = JSON.stringify(place)
      const before = sums.get(key)
      sums.set(key, { ...place, ...(before ? sumCounts(before, counts) : counts) })
    }
  return [...sums.values()]
}
