import { z } from 'zod'
import { momentRange, requireRange } from '../../core/days.ts'
import { listBatches, statusWords } from '../../core/launch/batch/batch-view.ts'
import type { BatchRow } from '../../core/launch/batch/batch-view.ts'
import type { BatchState } from '../../db/tables.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { AccountIdParam, pageOf, pageQuery, paginate } from '../shapes.ts'
import { platformIn } from './adaccounts.ts'

/** `error` is what clients see of a batch that failed in part, too. */
const statesOf: Record<string, BatchState[]> = {
  draft: ['draft'],
  queued: ['queued'],
  processing: ['processing'],
  success: ['success'],
  error: ['error', 'partial'],
  partial: ['partial'],
  cancelled: ['cancelled'],
  in_progress: ['queued', 'processing'],
}

export const BatchSummary = z.object({
  adBatchId: z.number().int(),
  adBatchSlug: z.string(),
  status: z.string(),
  summaryStatus: z.string(),
  rawStatus: z.string(),
  totalAds: z.number().int(),
  successfulAds: z.number().int(),
  undoneAds: z.number().int(),
  failedAds: z.number().int(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  createdBy: z.string(),
})

export const batches = defineEndpoint({
  method: 'GET',
  path: '/v1/batches',
  section: 'Launching',
  summary: 'Launches of the company, newest first.',
  scope: 'read',
  tool: 'list_batches',
  query: z.object({
    ...pageQuery(100, 50),
    status: z.enum(Object.keys(statesOf) as [string, ...string[]]).optional(),
    platform: z.string().optional(),
    accountId: AccountIdParam.optional(),
    ...momentRange,
  }),
  reply: pageOf(BatchSummary),
  async handle({ query, caller, services }) {
    const { page, limit, status, platform, ...rest } = query
    // `to` itself is no part of it: a day alone ends where the next begins.
    if (rest.from && rest.to) requireRange(rest.from, new Date(rest.to.getTime() - 1), { start: 'from', end: 'to' })
    const filter = {
      ...rest,
      page,
      limit,
      platform: platformIn(platform),
      state: status ? statesOf[status] : undefined,
    }
    const { batches: rows, total } = await listBatches(services.db, caller.companyId, filter)
    const data = rows.map(summarize)
    return { data, count: data.length, pagination: paginate(page, limit, total) }
  },
})

export function summarize(batch: BatchRow): z.output<typeof BatchSummary> {
  return {
    adBatchId: batch.id,
    adBatchSlug: batch.slug,
    ...statusWords(batch.state),
    totalAds: batch.total_ads,
    successfulAds: batch.launched_ads,
    undoneAds: batch.undone_ads,
    failedAds: batch.failed_ads,
    createdAt: batch.created_at.toISOString(),
    finishedAt: batch.finished_at?.toISOString() ?? null,
    createdBy: batch.created_by,
  }
}
