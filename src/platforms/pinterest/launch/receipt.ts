import { z } from 'zod'
import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import { at } from '../../kit/fields/sent-fields.ts'
import { adFields } from './ad-fields.ts'
import type { Api } from '../client.ts'
import { pinFields } from './pin.ts'

const AnyObject = z.record(z.string(), z.unknown())

/** The ad and its pin as they were sent, against what the platform says they are. What a pin shows is not told back. */
export function receiptOf(
  api: Api,
  item: OwnItem,
  results: Record<string, StepResult>,
  disclosureField: string | null,
): ReceiptComparison {
  const { accountId } = item
  const asked = { ...given(adFields(item, results, disclosureField)), pin: given(pinFields(item)) }
  return {
    asked,
    sentFields: disclosureField === null ? {} : { aiDisclosure: at(disclosureField) },
    places: { cta: 'customizable_cta_type' },
    async read(adId) {
      const ad = await api.get(AnyObject, `ad_accounts/${accountId}/ads/${adId}`, {}, { accountId })
      const about = { ad_account_id: accountId }
      const pin = await api.get(AnyObject, `pins/${String(ad.pin_id)}`, about, { accountId })
      return { ...storedOf(ad, asked), pin: storedOf(pin, asked.pin) }
    },
  }
}
