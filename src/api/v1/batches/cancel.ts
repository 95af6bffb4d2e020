import { z } from 'zod'
import { adsOf, findBatch, statusWords } from '../../../core/launch/batch/batch-view.ts'
import { cancelBatch } from '../../../core/launch/batch/cancel.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { BatchAd, BatchIdParams } from '../batch-status.ts'

export const cancelBatchEndpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/batches/{id}/cancel',
  section: 'Launching',
  summary: 'Stop what has not been sent to a platform yet, and say what was created already.',
  scope: 'launch',
  tool: 'cancel_batch',
  params: BatchIdParams,
  reply: z.object({
    adBatchId: z.number().int(),
    status: z.string(),
    rawStatus: z.string(),
    cancelled: z.number().int(),
    stillRunning: z.number().int(),
    message: z.string(),
    created: z.array(BatchAd),
  }),
  async handle({ params, caller, services }) {
    const { db } = services
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const { cancelled, stillRunning } = await cancelBatch(db, caller.companyId, batch)
    const after = (await findBatch(services, caller.companyId, params.id))!
    const ads = (await adsOf(db, caller.companyId, batch.id)) as { status: string }[]
    const { status, rawStatus } = statusWords(after.state)
    const rest =
      stillRunning > 0
        ? ` ${stillRunning} ${stillRunning === 1 ? 'was' : 'were'} on the way already: what the platform has is reported as launched, the rest is not sent again.`
        : ''
    return {
      adBatchId: batch.id,
      status,
      rawStatus,
      cancelled,
      stillRunning,
      message: `${cancelled} ${cancelled === 1 ? 'ad was stopped before it was' : 'ads were stopped before they were'} sent.${rest}`,
      created: ads.filter((ad) => ad.status === 'launched'),
    }
  },
})
