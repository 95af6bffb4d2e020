import { z } from 'zod'
import { findBatch } from '../../../core/launch/batch/batch-view.ts'
import { findDraft, launchDraft } from '../../../core/launch/batch/drafts.ts'
import { warningsOf } from '../../../core/launch/plan/plan.ts'
import { relaunchFailed } from '../../../core/launch/batch/relaunch.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import type { OldCaller as Caller } from '../../../call/endpoint.ts'
import type { Services } from '../../../services.ts'
import { companyOf } from '../../caller.ts'
import { followBatch } from '../batch-status.ts'
import { DraftId, planDraft } from '../drafts/read-draft.ts'
import { Warning } from './warning.ts'

const reply = z.object({
  message: z.string(),
  adBatchSlug: z.string(),
  adBatchId: z.number().int(),
  isAsync: z.literal(true),
  totalAds: z.number().int(),
  warnings: z.array(Warning),
})

export const launchFromDraft = defineEndpoint({
  method: 'POST',
  path: '/v1/launch/from-draft',
  section: 'Launching',
  summary: 'Launch a draft, or what failed of an earlier batch.',
  description:
    'Of a batch that failed in part only what failed (or was cancelled) is launched again, under the same batch id.',
  scope: 'launch',
  tool: 'launch_from_draft',
  status: 202,
  follow: followBatch,
  body: z.object({ batchId: DraftId }),
  reply,
  handle: ({ body, caller, services, keepAnswer }) => launchAgain(services, caller, body.batchId, keepAnswer),
})

export const launchDraftEndpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/drafts/{id}/launch',
  section: 'Drafts',
  summary: 'Launch a draft.',
  scope: 'launch',
  status: 202,
  follow: followBatch,
  params: z.object({ id: DraftId }),
  reply,
  async handle({ params, caller, services, keepAnswer }) {
    await findDraft(services.db, caller.companyId, params.id)
    return launchAgain(services, caller, params.id, keepAnswer)
  },
})

type KeepAnswer = (trx: Services['db'], answer: object) => Promise<void>

async function launchAgain(
  services: Services,
  caller: Caller,
  batchId: number,
  keepAnswer: KeepAnswer,
): Promise<object> {
  const batch = await findBatch(services, caller.companyId, String(batchId))
  if (!batch) throw notFound('batch', batchId)
  await using plan =
    batch.state === 'draft'
      ? await planDraft(services, companyOf(caller), await findDraft(services.db, caller.companyId, batchId))
      : null
  await plan?.media.keep()
  // Awaited here: the plan must outlive the transaction.
  return await services.db.transaction().execute(async (trx) => {
    const count = plan
      ? await launchDraft(trx, caller.companyId, batchId, plan)
      : await relaunchFailed(trx, caller.companyId, batch)
    const answer = {
      message: `${count} ${count === 1 ? 'ad is' : 'ads are'} being launched.`,
      adBatchSlug: batch.slug,
      adBatchId: batch.id,
      isAsync: true,
      totalAds: plan ? count : batch.total_ads,
      warnings: plan ? warningsOf(plan.ads) : [],
    }
    await keepAnswer(trx, answer)
    return answer
  })
}
