import { describePlan, runPlan } from '../../call/plans/run.ts'
import type { PlanEnd } from '../../call/plans/run.ts'
import { badRequest } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { answerWith } from './output.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolAnswer, Tool } from './tool.ts'
import { maxSeconds, waitForBatch } from './wait-for-batch.ts'

/** Does what was planned. */
export function runPlanTool(context: ToolContext): Tool {
  const { callDeps } = context
  const within = { ...callDeps, operations: Object.values(context.operations) }
  return {
    name: 'run_plan',
    title: 'Run a plan',
    description:
      'Do exactly what was planned, once, if nothing it depends on has changed. Repeating it is harmless: it finds out what happened and answers the same. ' +
      'Where a spend guard asks, or this key asks before it spends, it becomes an approval that only a person can give; run_plan again gives the answer when it was given.',
    scopes: ['launch', 'manage'],
    inputSchema: {
      type: 'object',
      properties: {
        planId: { type: 'integer', description: 'From the answer of a plan_* tool.' },
        digest: { type: 'string', description: 'From the same answer.' },
      },
      required: ['planId', 'digest'],
    },
    outputSchema: answerWith(
      {
        outcome: { type: 'string', enum: ['done', 'waiting for approval', 'not run'] },
        result: { type: 'object' },
        approvalId: { type: 'integer' },
      },
      ['outcome'],
    ),
    card: true,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    example: () => ({ planId: 12, digest: 'the 64 characters of the plan' }),
    shows: ({ caller, requestId, signal }, given) =>
      describePlan(within, { caller, requestId, signal, ...readPlan(given) }),
    async run(asking, given) {
      const { caller, requestId, signal } = asking
      const end = await runPlan(within, { caller, requestId, signal, ...readPlan(given) })
      const { adBatchId } = (end.outcome === 'done' ? end.result : {}) as { adBatchId?: number }
      if (adBatchId !== undefined && asking.onProgress)
        await waitForBatch(context, asking, String(adBatchId), maxSeconds)
      return describeEnd(end, callDeps.services.publicUrl())
    },
  }
}

function readPlan({ planId, digest }: Record<string, unknown>): { planId: number; digest: string } {
  const id = typeof planId === 'string' && /^\d{1,15}$/.test(planId) ? Number(planId) : planId
  const issues: Issue[] = []
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    issues.push({ path: 'planId', message: 'must be the planId of a plan', expected: 'integer' })
  if (typeof digest !== 'string')
    issues.push({ path: 'digest', message: 'must be the digest of that plan', expected: 'string' })
  if (issues.length > 0) throw badRequest(issues)
  return { planId: id as number, digest: digest as string }
}

function describeEnd(end: PlanEnd, publicUrl: string): ToolAnswer {
  if (end.outcome !== 'done') {
    const next =
      `Tell the person that approval ${end.approvalId} waits for them: they approve or refuse it in the dashboard, under Approvals. ` +
      `use_operation get_approval with id ${end.approvalId} says whether they have decided; then call run_plan again with the same arguments for the outcome.`
    return { value: end, next, link: `${publicUrl}/v1/approvals/${end.approvalId}` }
  }
  const { adBatchId } = end.result as { adBatchId?: number }
  if (adBatchId === undefined) return { value: end, next: 'result says what became of each. Tell the person.' }
  const next = `It goes on by itself: follow it with get_batch_status (id ${adBatchId}); when it is over, get_receipts has the ads.`
  return { value: end, next, link: `${publicUrl}/v1/batch-status/${adBatchId}` }
}
