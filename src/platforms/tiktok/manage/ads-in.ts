import type { Api, CallOptions } from '../client.ts'
import { AdWire, SmartAdWire } from '../wire.ts'
import type { Ad } from '../wire.ts'

const maxAdsToScan = 1_000
export const smartAds = { path: 'smart_plus/ad/get', schema: SmartAdWire } as const

/** All ads of an ad group, also deleted ones: what was there before a launch is not what the launch made. */
export function readAdsIn(api: Api, adGroupId: string, isSmart: boolean, options: CallOptions): Promise<Ad[]> {
  const filtering = { adgroup_ids: [adGroupId], primary_status: 'STATUS_ALL' }
  const params = { advertiser_id: options.accountId, filtering }
  const limits = { ...options, limit: maxAdsToScan }
  if (isSmart) return api.list(smartAds.schema, smartAds.path, params, limits)
  return api.list(AdWire, 'ad/get', params, limits)
}
