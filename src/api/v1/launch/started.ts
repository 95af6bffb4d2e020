import { z } from 'zod'
import type { Call } from '../../../call/operation.ts'
import type { Passed } from '../../../core/guards/changes/launches.ts'
import { warningsOfGuards } from '../../../core/guards/changes/launches.ts'
import { queueBatch } from '../../../core/launch/batch/create-batch.ts'
import type { StoredBatch } from '../../../core/launch/batch/create-batch.ts'
import { warningsOf } from '../../../core/launch/plan/plan.ts'
import type { LaunchPlan } from '../../../core/launch/plan/prepare.ts'
import type { Db } from '../../../db/connect.ts'
import { sandboxField } from '../../shapes.ts'
import { atSentPath } from './rehearsal.ts'
import { Warning } from './warning.ts'

/** The answer to every call that sets a batch of ads on its way. */
export const LaunchStarted = z
  .object({
    message: z.string().meta({ description: 'For people.' }),
    adBatchSlug: z.string().meta({ description: 'Name of the batch; it may stand wherever its id may.' }),
    adBatchId: z.number().int().meta({ description: 'Id of the batch, for GET /v1/batch-status/{id}.' }),
    isAsync: z.literal(true).meta({ description: 'The ads are made after this answer.' }),
    totalAds: z.number().int().meta({ description: 'How many ads the batch has: one for each ad set of each ad.' }),
    ...sandboxField,
    warnings: z.array(Warning).meta({ description: 'What keeps nobody from launching, and is better known.' }),
  })
  .meta({ id: 'LaunchStarted' })

export function launchingMessage(count: number): string {
  return `${count} ${count === 1 ? 'ad is' : 'ads are'} being launched.`
}

interface Started {
  batch: StoredBatch
  plan: LaunchPlan
  passed: Passed
}

/** Sets a batch that is stored on its way, and keeps the answer with it: both stand, or neither. */
export async function startBatch<More extends object>(
  trx: Db,
  call: Call,
  { batch, plan, passed }: Started,
  more: More,
): Promise<z.output<typeof LaunchStarted> & More> {
  await queueBatch(trx, batch, passed)
  const answer = {
    message: launchingMessage(batch.totalAds),
    adBatchSlug: batch.slug,
    adBatchId: batch.id,
    isAsync: true as const,
    totalAds: batch.totalAds,
    sandbox: plan.ads.every(({ isSandbox }) => isSandbox === true),
    warnings: [...warningsOf(plan.ads), ...warningsOfGuards(passed)].map(atSentPath(call)),
    ...more,
  }
  await call.keepAnswer(trx, answer)
  return answer
}
