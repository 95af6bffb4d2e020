import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'
import type { Automation } from '../map.ts'
import { Id } from '../wire.ts'

/** How many creatives of ads are counted before it is given up. */
const maxScanned = 5_000

export function maxAdsIn(automation: Automation): number {
  return automation === 'smart' ? 30 : 50
}

const RowWire = z.object({ ad_id: Id, adgroup_id: Id, smart_plus_ad_id: Id.nullish() })

/**
 * How many ads are in each ad group, those that have any; no list of ad groups tells. A Smart+ ad is in the list once for
 * each of its creatives. null: there are too many to be counted.
 */
export async function countAds(
  api: Api,
  adGroupIds: string[],
  options: CallOptions,
): Promise<Map<string, number> | null> {
  const params = {
    advertiser_id: options.accountId,
    fields: ['ad_id', 'adgroup_id', 'smart_plus_ad_id'],
    filtering: { adgroup_ids: adGroupIds },
  }
  const rows = await api.list(RowWire, 'ad/get', params, { ...options, limit: maxScanned })
  if (rows.length >= maxScanned) return null
  const ads = new Map<string, Set<string>>()
  for (const { adgroup_id: group, ad_id: id, smart_plus_ad_id: smartId } of rows)
    ads.set(group, (ads.get(group) ?? new Set()).add(smartId ?? id))
  return new Map([...ads].map(([group, ids]) => [group, ids.size]))
}
