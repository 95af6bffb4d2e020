import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import { decidedIn } from '../../kit/decided.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import type { Api } from '../client.ts'
import { entityPath } from '../manage/read.ts'
import { segment } from '../restli.ts'
import { ObjectWire } from '../wire.ts'
import { postIn } from './check-ad.ts'
import { creativeFields } from './creative.ts'
import type { OwnItem } from './fields.ts'
import { contentFields, textFields } from './post.ts'

/** The creative and the post behind it as they were sent, against what the platform says they are. */
export function receiptOf(api: Api, item: OwnItem, results: Record<string, StepResult>): ReceiptComparison {
  const { accountId } = item
  const creative = given(creativeFields(item, results))
  const isNew = postIn(item.ad) === undefined
  const post = isNew ? given({ ...textFields(item), content: contentFields(item, results) }) : {}
  return {
    asked: isNew ? { ...creative, post } : creative,
    decided: decidedIn(item.facts),
    places: isNew ? { cta: 'post.contentCallToActionLabel' } : {},
    async read(adId) {
      const stored = await api.get(ObjectWire, entityPath(accountId, 'ad', adId), {}, { accountId })
      if (!isNew) return storedOf(stored, creative)
      const reference = String((stored.content as { reference?: string } | undefined)?.reference)
      const shown = await api.get(ObjectWire, `posts/${segment(reference)}`, {}, { accountId })
      return { ...storedOf(stored, creative), post: storedOf(shown, post) }
    },
  }
}
