import { z } from 'zod'
import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import type { Api } from '../client.ts'
import { textFieldOf } from './check-ad.ts'
import { creativeParams } from './creative.ts'

const AnyAd = z.record(z.string(), z.unknown())

/** The ad as it was sent, against what the platform says it is; deleted ads can be read as well. */
export function receiptOf(api: Api, item: OwnItem, results: Record<string, StepResult>): ReceiptComparison {
  const { accountId, adSetId } = item
  const asked = { adgroup_id: adSetId, ...given(creativeParams(item, results)) }
  return {
    asked,
    places: { cta: 'call_to_action', [textFieldOf(item.ad)]: 'ad_text' },
    async read(adId) {
      const filtering = { ad_ids: [adId], primary_status: 'STATUS_ALL' }
      const [ad] = await api.list(AnyAd, 'ad/get', { advertiser_id: accountId, filtering }, { accountId, limit: 1 })
      return storedOf(ad ?? {}, asked)
    },
  }
}
