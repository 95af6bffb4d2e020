import { z } from 'zod'
import { passLaunch, passRelaunch, warningsOfGuards } from '../../../core/guards/changes/launches.ts'
import { keptBatch } from '../../../core/batches/row.ts'
import { findWholeBatch } from '../../../core/batches/find.ts'
import { isAllSandbox } from '../../../core/launch/batch/batch-view.ts'
import { findWholeDraft, launchDraft, requireUnchanged } from '../../../core/launch/batch/drafts.ts'
import type { Draft } from '../../../core/launch/batch/drafts.ts'
import { warningsOf } from '../../../core/launch/plan/plan.ts'
import { relaunchFailed } from '../../../core/launch/batch/relaunch.ts'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { followBatch } from '../batch-status.ts'
import { ifUpdatedAt } from '../drafts/draft-view.ts'
import { DraftId, planDraft } from '../drafts/read-draft.ts'
import { launchingMessage, LaunchStarted } from './started.ts'
import { guardFailures } from '../../guard-failures.ts'

export const launchFromDraft = operation({
  name: 'launch_from_draft',
  rest: { method: 'POST', path: '/v1/launch/from-draft', status: 202, follow: followBatch },
  section: 'Launching',
  summary: 'Launch a draft, or what failed of an earlier batch.',
  description:
    'Of a batch that failed in part only what failed (or was cancelled) is launched again, under the same batch id.',
  scope: 'launch',
  effect: 'spends',
  plannable: true,
  failures: [...guardFailures],
  tool: true,
  takesLeftovers: true,
  input: z.object({ batchId: DraftId.meta({ description: 'Id of the draft, or of a batch that has ended.' }) }),
  example: { batchId: demo.drafts.toLaunchAsBatch },
  reply: LaunchStarted,
  handle: (deps, call, { batchId }) => launchAgain(deps, call, batchId),
})

export const launchDraftOperation = operation({
  name: 'launch_draft',
  rest: { method: 'POST', path: '/v1/drafts/{id}/launch', status: 202, follow: followBatch },
  section: 'Drafts',
  summary: 'Launch a draft.',
  scope: 'launch',
  effect: 'spends',
  plannable: true,
  failures: [...guardFailures],
  input: z.object({ id: DraftId, ifUpdatedAt }),
  example: { id: demo.drafts.toLaunch },
  reply: LaunchStarted,
  async handle(deps, call, { id, ifUpdatedAt: known }) {
    const draft = await findWholeDraft(deps, call, { draftId: id })
    if (known !== undefined) requireUnchanged(draft, new Date(known))
    return launchAgain(deps, call, id)
  },
})

/** What a key that asks has written is launched by no rule before a person has seen it. */
function requestedCall({ actor }: Call, draft: Draft | null): { asks?: string } {
  if (actor.kind !== 'automation' || !draft?.asks_for) return {}
  const asks = `The draft ${draft.id} was last written by the key "${draft.asks_for}", which asks before it spends, and no person has saved it since.`
  return { asks }
}

async function launchAgain(deps: Services, call: Call, batchId: number): Promise<z.output<typeof LaunchStarted>> {
  const batch = await findWholeBatch(deps, call, { id: String(batchId) })
  call.touched({ before: keptBatch(batch) })
  const draft = batch.state === 'draft' ? await findWholeDraft(deps, call, { draftId: batchId }) : null
  await using plan = draft && (await planDraft(deps, call, draft))
  const name = draft?.name ? `“${draft.name}”` : String(batchId)
  const passed = plan
    ? await passLaunch(deps, call, { plan, draft: name, ...requestedCall(call, draft) })
    : await passRelaunch(deps, call, { batchId })
  await plan?.media.keep()
  // Awaited here: the plan must outlive the transaction.
  return await deps.db.transaction().execute(async (trx) => {
    const count = plan
      ? await launchDraft({ db: trx }, call, { draftId: batchId, plan, passed })
      : await relaunchFailed({ db: trx }, call, { batch, passed })
    const answer = {
      message: launchingMessage(count),
      adBatchSlug: batch.slug,
      adBatchId: batch.id,
      isAsync: true as const,
      totalAds: plan ? count : batch.total_ads,
      sandbox: plan
        ? plan.ads.every(({ isSandbox }) => isSandbox === true)
        : await isAllSandbox(trx, call, { batchId }),
      warnings: [...(plan ? warningsOf(plan.ads) : []), ...warningsOfGuards(passed)],
    }
    await call.keepAnswer(trx, answer)
    return answer
  })
}
