import { z } from 'zod'
import { NamedEnd } from '../../../core/ends/listed.ts'
import { findWholeBatch } from '../../../core/batches/find.ts'
import { adFields } from '../../../core/events/catalogue/launching.ts'
import { takeBackHandovers } from '../../../core/creatives/graduation/take-back.ts'
import { undoBatch } from '../../../core/launch/batch/undo.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { sandboxOrGone } from '../../shapes.ts'
import { BatchId, batchFields } from '../batch-status.ts'

const UndoneAd = z
  .object({
    index: adFields.index,
    adName: adFields.adName,
    adSetId: adFields.adSetId,
    adId: z.string().meta({ description: 'Its id on the platform.' }),
    sandbox: sandboxOrGone,
    outcome: z
      .enum(['done', 'would be removed', 'gone already', 'cannot'])
      .meta({ id: 'UndoOutcome', description: 'What became of it.' }),
    reason: z.string().optional().meta({ description: 'Why it cannot be removed.' }),
    endsDropped: z
      .array(NamedEnd)
      .optional()
      .meta({ description: 'The ends that were kept here for it, and are no more.' }),
  })
  .meta({ id: 'UndoneAd' })

const ResumedAd = z
  .object({
    adId: z.string().meta({ description: 'Its id on the platform.' }),
    accountId: z.string().meta({ description: 'Its ad account.' }),
    outcome: z.enum(['runs again', 'would run again', 'stays paused']).meta({ description: 'What became of it.' }),
    reason: z.string().optional().meta({ description: 'Why it stays paused.' }),
  })
  .meta({ id: 'ResumedAd' })

const BatchUndone = z
  .object({
    adBatchId: batchFields.adBatchId,
    dryRun: z.boolean().meta({ description: 'Whether nothing was changed.' }),
    depth: z.literal('platform').meta({ description: 'The platform was asked about every ad.' }),
    message: z.string().meta({ description: 'For people.' }),
    results: z.array(UndoneAd).meta({ description: 'Every ad that was launched, newest first.' }),
    resumed: z.array(ResumedAd).optional().meta({
      description: 'Ads that were paused for ads of this batch (pauseOthers), and run again where guards let them.',
    }),
    doneCount: z.number().int().meta({ description: 'How many are gone, or would be.' }),
    cannotCount: z.number().int().meta({ description: 'How many cannot be removed.' }),
  })
  .meta({ id: 'BatchUndone' })

export const undoBatchOperation = operation({
  name: 'undo_batch',
  rest: { method: 'POST', path: '/v1/batches/{id}/undo' },
  section: 'Launching',
  summary: 'Pause, then delete what a batch created, newest first.',
  description:
    'With dryRun it only says what would be removed. Ads are removed; creatives and media stay in the account, where they cost nothing; ' +
    'what was spent stays spent.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'destroys'),
  plannable: true,
  tool: true,
  input: z.object({
    id: BatchId,
    dryRun: z.boolean().default(false).meta({ description: 'true: only say what would be removed.' }),
  }),
  example: { id: demo.batch, dryRun: true },
  reply: BatchUndone,
  async handle(deps, call, { id, dryRun }) {
    const batch = await findWholeBatch(deps, call, { id })
    const results = await undoBatch(deps, call, { batch, dryRun })
    const cannotCount = results.filter((result) => result.outcome === 'cannot').length
    const doneCount = results.length - cannotCount
    const message = wordsFor(results, { doneCount, dryRun })
    const resumed = await takeBackHandovers(deps, call, { batchId: batch.id, dryRun })
    const answer = { adBatchId: batch.id, dryRun, depth: 'platform' as const, message, results, doneCount, cannotCount }
    return resumed.length > 0 ? { ...answer, resumed } : answer
  },
})

function wordsFor(results: object[], { doneCount, dryRun }: { doneCount: number; dryRun: boolean }): string {
  if (results.length === 0)
    return 'Nothing of this batch is left to remove: it made no ads, or all of them were removed before.'
  const count = `${doneCount} of ${results.length} ads`
  if (dryRun) return `${count} would be removed. Nothing was changed.`
  return `${count} are gone. Creatives and media stay in the account; what was spent stays spent.`
}
