import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import type { Api } from '../client.ts'
import { readByIds } from '../lists.ts'
import type { OwnItem } from './fields.ts'
import { assetIdsOf, setFields } from './set-fields.ts'

/** The set as it was sent, against what the platform says it is. */
export function receiptOf(api: Api, item: OwnItem, results: Record<string, StepResult>): ReceiptComparison {
  const asked = { ...given(setFields(item)), assets: assetIdsOf(item, results).sort() }
  return {
    asked,
    places: { link: 'creative_set_url', adName: 'name' },
    async read(adId) {
      const [set] = await readByIds(api, 'set', [adId], { accountId: item.accountId })
      if (!set) return storedOf({}, asked)
      const { campaignIds, assets, ...fields } = set
      const campaign = campaignIds.find((id) => id === item.adSetId) ?? campaignIds[0]
      return storedOf({ ...fields, campaign_id: campaign, assets: assets.map(({ id }) => id).sort() }, asked)
    },
  }
}
