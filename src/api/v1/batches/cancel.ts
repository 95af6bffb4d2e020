import { z } from 'zod'
import { adsOf } from '../../../core/launch/batch/batch-view.ts'
import { findWholeBatch } from '../../../core/batches/find.ts'
import { statusWords } from '../../../core/launch/batch/batch-words.ts'
import { keptBatch } from '../../../core/batches/row.ts'
import { cancelBatch } from '../../../core/launch/batch/cancel.ts'
import type { CancelOutcome } from '../../../core/launch/batch/cancel.ts'
import { BatchAd } from '../../../core/launch/batch/shapes.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { BatchId, batchFields } from '../batch-status.ts'

const BatchCancelled = z
  .object({
    adBatchId: batchFields.adBatchId,
    status: batchFields.status,
    rawStatus: batchFields.rawStatus,
    sandbox: batchFields.sandbox,
    cancelled: z.number().int().meta({ description: 'How many ads were stopped before they were sent.' }),
    stillRunning: z
      .number()
      .int()
      .meta({ description: 'How many were on the way already: those that exist are reported as launched.' }),
    message: z.string().meta({ description: 'For people.' }),
    created: z.array(BatchAd).meta({ description: 'The ads that exist on their platform.' }),
  })
  .meta({ id: 'BatchCancelled' })

export const cancelBatchOperation = operation({
  name: 'cancel_batch',
  rest: { method: 'POST', path: '/v1/batches/{id}/cancel' },
  section: 'Launching',
  summary: 'Stop what has not been sent to a platform yet, and say what was created already.',
  description: 'A batch that has ended cannot be cancelled (409); POST /v1/batches/{id}/undo removes what it made.',
  scope: 'launch',
  effect: 'changes',
  tool: true,
  input: z.object({ id: BatchId }),
  example: { id: demo.batchToCancel },
  reply: BatchCancelled,
  async handle(deps, call, { id }) {
    const batch = await findWholeBatch(deps, call, { id })
    call.touched({ before: keptBatch(batch) })
    const outcome = await cancelBatch(deps, call, batch)
    const { state } = await findWholeBatch(deps, call, { id })
    const { status, rawStatus } = statusWords(state)
    const ads = await adsOf(deps, call, { batchId: batch.id })
    return {
      adBatchId: batch.id,
      status,
      rawStatus,
      sandbox: batch.is_sandbox,
      ...outcome,
      message: messageOf(outcome),
      created: ads.filter((ad) => ad.status === 'launched'),
    }
  },
})

function messageOf({ cancelled, stillRunning }: CancelOutcome): string {
  const stopped = `${cancelled} ${cancelled === 1 ? 'ad was stopped before it was' : 'ads were stopped before they were'} sent.`
  if (stillRunning === 0) return stopped
  const were = stillRunning === 1 ? 'was' : 'were'
  return `${stopped} ${stillRunning} ${were} on the way already: what the platform has is reported as launched, the rest is not sent again.`
}
