import { z } from 'zod'
import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import type { Snap } from '../client.ts'
import { adFields, creativeFields } from './creative.ts'

/** Told back whether they were sent or not: left to the platform, they are what it has chosen. */
const flags = { top_snap_crop_position: true, cta_color_display_mode: true }

const AnyEntity = z.record(z.string(), z.unknown())

/** The ad and its creative as they were sent, against what the platform says they are; deleted ones too. */
export function receiptOf(snap: Snap, item: OwnItem, results: Record<string, StepResult>): ReceiptComparison {
  const asked = { ...adFields(item, results), creative: given(creativeFields(item, results)) }
  const read = (kind: 'ad' | 'creative', id: string) =>
    snap.read({ kind, schema: AnyEntity }, id, { read_deleted_entities: true }, { accountId: item.accountId })
  return {
    asked,
    places: { cta: 'creative.call_to_action' },
    async read(adId) {
      const ad = await read('ad', adId)
      const creative = await read('creative', String(ad.creative_id))
      return { ...storedOf(ad, asked), creative: storedOf(creative, { ...asked.creative, ...flags }) }
    },
  }
}
