import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { groupOf } from '../../../core/creatives/find.ts'
import { claimGraduation } from '../../../core/creatives/graduation/claim.ts'
import { findOthers, keepOthers } from '../../../core/creatives/graduation/others.ts'
import type { OtherAd } from '../../../core/creatives/graduation/others.ts'
import type { PlannedGraduation } from '../../../core/creatives/graduation/plan.ts'
import { maxAdSets, planGraduation } from '../../../core/creatives/graduation/plan.ts'
import { passLaunch } from '../../../core/guards/changes/launches.ts'
import { describeGuards } from '../../../core/manage/opening.ts'
import { forecastReply } from '../forecast.ts'
import { guardNotes } from '../spend-guards/guard-note.ts'
import { storeBatch } from '../../../core/launch/batch/create-batch.ts'
import { requirePlan } from '../../../core/launch/plan/prepare.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { AppError, brokenRules } from '../../../errors.ts'
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

const Pauses = z
  .array(
    z
      .object({
        adId: z.string().meta({ description: 'The ad.' }),
        adName: z.string().nullable().meta({ description: 'Its name.' }),
        accountId: z.string().meta({ description: 'The ad account it is in.' }),
        platform: z.string().meta({ description: 'Its platform.' }),
      })
      .meta({ id: 'PausedForSuccessor' }),
  )
  .meta({ description: 'Ads that are paused once the new one in their account runs (on their platform, else any).' })

const NothingLaunched = z
  .object({
    message: z.string().meta({ description: 'For people.' }),
    dryRun: z.boolean().meta({ description: 'Whether it was a rehearsal.' }),
    totalAds: z.number().int().meta({ description: 'How many ads would be made.' }),
    already: Already,
    pauses: Pauses,
    guards: guardNotes,
    ...forecastReply,
    ...sandboxField,
  })
  .meta({ id: 'NothingGraduated' })

export const graduateCreative = operation({
  name: 'graduate_creative',
  rest: { method: 'POST', path: '/v1/creatives/{id}/graduate', status: 202, follow: followBatch },
  section: 'Reporting',
  summary: 'Show the post of a creative in further ad sets, with its likes and comments.',
  description:
    'Launches it as a batch: guards, approval, receipts and undo hold. A creative goes into an ad set once, whoever asks; 501 where a platform shows no existing posts.',
  scope: 'launch',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
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
    pauseOthers: z.boolean().optional().meta({
      description:
        'Its other ads that run, in accounts that you see, are paused, each once the new ad runs. Takes manage.',
    }),
    dryRun: z
      .boolean()
      .optional()
      .meta({ description: 'true: nothing is launched; it is told what would be, and its cost.' }),
    again: z.boolean().optional().meta({ description: 'Also where it went before; people alone may.' }),
  }),
  example: { id: demo.creative, adSetIds: [demo.adSet], launchPaused: true },
  reply: LaunchStarted.extend({ already: Already, pauses: Pauses }),
  otherReplies: { 200: NothingLaunched },
  async handle(deps, call, { id, adSetIds, launchPaused, pauseOthers = false, dryRun, ...wanted }) {
    if (!(await groupOf(deps, call, id))) throw noCreative(id)
    if (pauseOthers) refusePausing(call, launchPaused)
    const { platforms } = deps.connections
    const creativeId = Number(id)
    const asked = { creativeId, adSetIds: [...new Set(adSetIds)], ...wanted }
    const graduation = await planGraduation({ db: deps.db, platforms }, call, asked)
    const { targets, already } = graduation
    if (targets.length === 0) return nothingNew(already, dryRun)
    const body = { ads: graduation.ads, ...(launchPaused === undefined ? {} : { launchPaused }) }
    const isPreview = dryRun === true || call.planning === true
    const { request, faults } = await readLaunch(deps.launchBody, body)
    await using plan = await requirePlan(deps, call, { request, faults, depth: isPreview ? 'platform' : 'rules' })
    await using claim = isPreview ? null : await claimGraduation(deps.db, call, targets)
    const others = pauseOthers ? await findOthers(deps.db, call, creativeId, graduation) : []
    const pauses = others.map(({ accountName: _name, ...other }) => other)
    const besides = others.length > 0 ? { besides: describeOthers(others) } : {}
    const passed = await passLaunch(deps, call, { plan, dryRun, ...besides })
    if (dryRun) {
      const sandbox = plan.ads.every(({ isSandbox }) => isSandbox === true)
      const preview = { dryRun, totalAds: targets.length, already, pauses, sandbox, ...describeGuards(passed) }
      return new OtherReply(200, { message: `Nothing was launched. ${previewWords(targets.length)}`, ...preview })
    }
    await plan.media.keep()
    return await deps.db.transaction().execute(async (trx) => {
      const batch = await storeBatch(trx, call, { name: null, request, plan })
      await claim?.takenBy(trx, batch.id)
      await keepOthers(trx, call, { creativeId, batchId: batch.id, others })
      return startBatch(trx, call, { batch, plan, passed }, { already, pauses })
    })
  },
})

function nothingNew(already: PlannedGraduation['already'], dryRun = false) {
  const message = 'Nothing is launched: it went into these ad sets before.'
  const sandbox = already.every((each) => each.sandbox)
  return new OtherReply(200, { message, dryRun, totalAds: 0, already, pauses: [], sandbox })
}

const previewWords = (count: number) => `This would make ${count} ${count === 1 ? 'ad' : 'ads'}.`

/** So many ads are named where somebody is asked. */
const maxNamed = 5

function refusePausing({ actor }: Call, launchPaused = false): void {
  if (launchPaused) {
    const message = 'needs new ads that run: leave launchPaused out, or pause the others yourself'
    throw brokenRules([{ path: 'pauseOthers', message }])
  }
  if (!actor.scopes.includes('manage')) {
    throw new AppError('forbidden', 'Pausing ads takes the scope manage: leave pauseOthers out.', {
      field: 'pauseOthers',
    })
  }
}

/** What whoever is asked reads of it. */
function describeOthers(others: OtherAd[]): { title: string; state: string[]; warnings: string[] } {
  const names = others.slice(0, maxNamed).map(({ adName, adId }) => `“${adName ?? adId}”`)
  const more = others.length > maxNamed ? ` and ${others.length - maxNamed} more` : ''
  return {
    title: `and pause ${names.join(', ')}${more} once it runs`,
    state: others.map(({ platform, accountId, adId }) => `${platform} ${accountId} ${adId}`).toSorted(),
    warnings: others.map(
      ({ adName, adId, accountName, accountId }) =>
        `The ad “${adName ?? adId}” in ${accountName ?? accountId} is paused once the new one runs.`,
    ),
  }
}
