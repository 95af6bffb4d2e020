import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import { groupOf } from '../../../core/creatives/find.ts'
import { claimGraduation } from '../../../core/creatives/claim.ts'
import { maxAdSets, planGraduation } from '../../../core/creatives/graduate.ts'
import { passLaunch } from '../../../core/guards/changes/launches.ts'
import { storeBatch } from '../../../core/launch/batch/create-batch.ts'
import { requirePlan } from '../../../core/launch/plan/prepare.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { demo } from '../../examples.ts'
import { guardFailures } from '../../guard-failures.ts'
import { sandboxField } from '../../shapes.ts'
import { followBatch } from '../batch-status.ts'
import { readLaunch } from '../launch/read-launch.ts'
import { LaunchStarted, startBatch } from '../launch/started.ts'
import { CreativeId } from './id.ts'
import { noCreative } from './shapes.ts'

const Already = z
  .array(
    z
      .object({
        adSetId: z.string().meta({ description: 'The ad set.' }),
        adBatchId: z.number().int().meta({ description: 'The batch that brought it there.' }),
        adBatchSlug: z.string().meta({ description: 'Its name.' }),
        ...sandboxField,
      })
      .meta({ id: 'GraduatedBefore' }),
  )
  .meta({ description: 'Ad sets it was sent into before: nothing is made there.' })

export const graduateCreative = operation({
  name: 'graduate_creative',
  rest: { method: 'POST', path: '/v1/creatives/{id}/graduate', status: 202, follow: followBatch },
  section: 'Reporting',
  summary: 'Show the post of a creative in further ad sets, with its likes and comments.',
  description:
    'Launches it as a batch: guards, approval, receipts and undo hold. A creative goes into an ad set once, whoever asks; 501 where a platform shows no existing posts.',
  scope: 'launch',
  effect: 'spends',
  plannable: true,
  failures: [...guardFailures, 'unsupported_operation', 'conflict'],
  tool: true,
  input: z.object({
    id: CreativeId,
    adSetIds: z.array(PlatformId).min(1).max(maxAdSets).meta({ description: 'The ad sets it goes into.' }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Of the new ads; as the best one before.' }),
    launchPaused: z.boolean().optional().meta({ description: 'The ads are made, and not shown yet.' }),
    again: z.boolean().optional().meta({ description: 'Also where it went before; people alone may.' }),
  }),
  example: { id: demo.creative, adSetIds: [demo.adSet], launchPaused: true },
  reply: LaunchStarted.extend({ already: Already }),
  otherReplies: { 200: z.object({ already: Already, ...sandboxField }) },
  async handle(deps, call, { id, adSetIds, launchPaused, ...wanted }) {
    if (!(await groupOf(deps, call, id))) throw noCreative(id)
    const { platforms } = deps.connections
    const creativeId = Number(id)
    const asked = { creativeId, adSetIds: [...new Set(adSetIds)], ...wanted }
    const graduation = await planGraduation({ db: deps.db, platforms }, call, asked)
    if (graduation.targets.length === 0) {
      const { already } = graduation
      return new OtherReply(200, { already, sandbox: already.every(({ sandbox }) => sandbox) })
    }
    const body = { ads: graduation.ads, ...(launchPaused === undefined ? {} : { launchPaused }) }
    const { request, faults } = await readLaunch(deps.launchBody, body)
    await using plan = await requirePlan(deps, call, { request, faults, depth: call.planning ? 'platform' : 'rules' })
    await using claim = call.planning
      ? null
      : await claimGraduation(deps.db, call, { creativeId, targets: graduation.targets })
    const passed = await passLaunch(deps, call, { plan })
    await plan.media.keep()
    return await deps.db.transaction().execute(async (trx) => {
      const batch = await storeBatch(trx, call, { name: null, request, plan })
      await claim?.takenBy(trx, batch.id)
      return startBatch(trx, call, { batch, plan, passed }, { already: graduation.already })
    })
  },
})
