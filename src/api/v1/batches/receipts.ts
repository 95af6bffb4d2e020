import { z } from 'zod'
import { findBatch } from '../../../core/launch/batch/batch-view.ts'
import { receiptsOf } from '../../../core/launch/batch/receipts.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { pageOf, pageQuery, paginate } from '../../shapes.ts'
import { BatchIdParams } from '../batch-status.ts'

const AnyObject = z.record(z.string(), z.unknown())

export const batchReceipts = defineEndpoint({
  method: 'GET',
  path: '/v1/batches/{id}/receipts',
  section: 'Launching',
  summary: 'For every launched ad: what was asked, what the platform stored, and where the two differ.',
  description:
    'Read back from the platform on the first call and kept; refresh=true reads again. Fields are named in the words of the platform; ' +
    'what of the request was not sent as it was asked for is named in its own words, with a reason.',
  scope: 'read',
  tool: 'get_receipts',
  params: BatchIdParams,
  query: z.object({
    ...pageQuery(200, 50),
    refresh: z.stringbool().default(false).meta({ description: 'true: read from the platform again.' }),
  }),
  reply: pageOf(
    z.object({
      index: z.number().int(),
      adName: z.string(),
      clientRef: z.string().optional(),
      adAccountId: z.string(),
      adSetId: z.string(),
      adId: z.string(),
      asked: AnyObject,
      stored: AnyObject.nullable(),
      differences: z.array(
        z.object({
          field: z.string(),
          asked: z.unknown(),
          stored: z.unknown(),
          reason: z.string().optional().meta({ description: 'Why what was asked for was not sent as it was.' }),
        }),
      ),
      readAt: z.string(),
      undoneAt: z
        .string()
        .optional()
        .meta({ description: 'When undo removed the ad again; the receipt shows what was stored until then.' }),
      error: z.string().optional(),
    }),
  ),
  async handle({ params, query, caller, services }) {
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const data = await receiptsOf(services, companyOf(caller), batch.id, query)
    return { data, count: data.length, pagination: paginate(query.page, query.limit, batch.launched_ads) }
  },
})
