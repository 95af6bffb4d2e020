import { passLaunch } from '../../../core/guards/changes/launches.ts'
import { lookAhead } from '../../../core/guards/gate.ts'
import { reached } from '../../../core/journal/moments.ts'
import { storeBatch } from '../../../core/launch/batch/create-batch.ts'
import { requirePlan } from '../../../core/launch/plan/prepare.ts'
import { inDocumentedForm, inSentForm, otherFormsNote } from '../../../core/launch/plan/other-forms.ts'
import { LaunchBody } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { writeBeside } from '../../../db/beside.ts'
import { followBatch } from '../batch-status.ts'
import { exampleLaunch } from './example.ts'
import { readLaunch } from './read-launch.ts'
import { LaunchRehearsal, rehearsed } from './rehearsal.ts'
import { LaunchStarted, startBatch } from './started.ts'
import { guardFailures } from '../../guard-failures.ts'

export const launch = operation({
  name: 'launch_ads',
  rest: { method: 'POST', path: '/v1/launch', status: 202, follow: followBatch },
  section: 'Launching',
  summary: 'Launch a batch of ads.',
  description:
    'Checked whole, stored whole, then worked off ad by ad. Answers at once; follow it with GET /v1/batch-status/{id}. ' +
    `One ad in three ad sets makes three ads. Nothing is created when anything in the request breaks a rule. ${otherFormsNote}`,
  scope: 'launch',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
  plannable: true,
  failures: [...guardFailures],
  tool: true,
  input: LaunchBody,
  prepare: inDocumentedForm,
  formOf: inSentForm,
  readsInput: true,
  takesLeftovers: true,
  example: exampleLaunch,
  reply: LaunchStarted,
  otherReplies: { 200: LaunchRehearsal },
  async handle(deps, call, input) {
    const wanted = await readLaunch(deps.launchBody, input, call.unread)
    const { dryRun, depth = call.planning ? 'platform' : 'rules', ...request } = wanted.request
    const ahead = lookAhead(deps, call)
    await using plan = await requirePlan(deps, call, { ...wanted, depth })
    await using batch = writeBeside(deps, (trx) => storeBatch(trx, call, { name: request.name || null, request, plan }))
    const passed = await passLaunch(deps, call, {
      plan,
      dryRun,
      ahead,
      batch: plan.media.holdsNone() ? batch : undefined,
    })
    if (dryRun) return rehearsed(deps, call, plan, passed)
    await plan.media.keep()
    const stored = await batch.complete((trx, batch) => startBatch(trx, call, { batch, plan, passed }, {}))
    reached('launch-stored', stored.adBatchSlug)
    return stored
  },
})
