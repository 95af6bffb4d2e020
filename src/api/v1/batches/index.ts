import { z } from 'zod'
import { momentRange, requireRange } from '../../../core/days/range.ts'
import { listBatches } from '../../../core/launch/batch/batch-view.ts'
import { TextId } from '../../../core/launch/plan/request.ts'
import { statusWords } from '../../../core/launch/batch/batch-words.ts'
import type { BatchRow } from '../../../core/batches/row.ts'
import type { BatchState } from '../../../db/tables/tables.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'
import { platformIn } from '../adaccounts.ts'
import { batchFields } from '../batch-status.ts'

const words = ['draft', 'queued', 'processing', 'success', 'error', 'partial', 'cancelled', 'in_progress'] as const

/** `error` is what clients see of a batch that failed in part, too. */
const statesOf: Record<(typeof words)[number], BatchState[]> = {
  draft: ['draft'],
  queued: ['queued'],
  processing: ['processing'],
  success: ['success'],
  error: ['error', 'partial'],
  partial: ['partial'],
  cancelled: ['cancelled'],
  in_progress: ['queued', 'processing'],
}

export const BatchSummary = z
  .object({
    ...batchFields,
    failedAds: z.number().int().meta({ description: 'How many failed; batch-status lists them.' }),
    createdAt: z.string().meta({ description: 'When it was asked for.', format: 'date-time' }),
    finishedAt: z
      .string()
      .nullable()
      .meta({ description: 'When it came to its end; null: it has not.', format: 'date-time' }),
    createdBy: z.string().meta({ description: 'Who asked for it: the name of the key.' }),
  })
  .meta({ id: 'BatchSummary' })

export const batches = operation({
  name: 'list_batches',
  rest: { method: 'GET', path: '/v1/batches' },
  section: 'Launching',
  summary: 'Launches of the company, newest first.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    ...pageFields(100, 50),
    status: z
      .enum(words)
      .optional()
      .meta({ description: 'Only batches that stand there. error has those that failed in part, too.' }),
    platform: z.string().optional().meta({ description: 'Only batches with ads for this platform.' }),
    accountId: AccountIdParam.optional().meta({ description: 'Only batches with ads for this ad account.' }),
    adId: TextId.optional().meta({ description: 'Only the batch that launched this ad.' }),
    ...momentRange,
  }),
  example: { limit: 10 },
  reply: pageOf(BatchSummary),
  async handle(deps, call, { status, platform, accountId, adId, from, to, ...paged }) {
    // `to` itself is no part of it: a day alone ends where the next begins.
    if (from && to) requireRange(from, new Date(to.getTime() - 1), { start: 'from', end: 'to' })
    const window = windowOf(paged)
    const state = status && statesOf[status]
    const names = { accountId, adId, platform: platformIn(deps.connections.platforms, platform) }
    const filter = { ...window, ...names, from, to, state }
    const found = await listBatches(deps, call, filter)
    return pageWith(found.batches.map(summarize), window, found.total)
  },
})

export function summarize(batch: BatchRow): z.output<typeof BatchSummary> {
  return {
    adBatchId: batch.id,
    adBatchSlug: batch.slug,
    name: batch.name,
    ...statusWords(batch.state),
    sandbox: batch.is_sandbox,
    totalAds: batch.total_ads,
    successfulAds: batch.launched_ads,
    undoneAds: batch.undone_ads,
    failedAds: batch.failed_ads,
    createdAt: batch.created_at.toISOString(),
    finishedAt: batch.finished_at?.toISOString() ?? null,
    createdBy: batch.created_by,
  }
}
