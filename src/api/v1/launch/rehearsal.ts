import { z } from 'zod'
import { OtherReply } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { passLaunch } from '../../../core/guards/changes/launches.ts'
import type { Passed } from '../../../core/guards/changes/launches.ts'
import { describeGuards } from '../../../core/manage/opening.ts'
import { warningsOf } from '../../../core/launch/plan/plan.ts'
import { describePlan } from '../../../core/launch/plan/prepare.ts'
import type { LaunchPlan } from '../../../core/launch/plan/prepare.ts'
import type { Services } from '../../../services.ts'
import { FieldIssue } from '../../shapes.ts'
import { Destination, destinationsMeta, fatesMeta, FieldFate } from './field-fates.ts'
import { forecastReply } from '../forecast.ts'
import { guardNotes } from '../spend-guards/guard-note.ts'
import { Warning } from './warning.ts'

const PlannedAd = z
  .object({
    index: z.number().int().meta({ description: 'Which ad of the request, counted from 0.' }),
    adName: z.string().meta({ description: 'Its name.' }),
    clientRef: z.string().nullable().meta({ description: "The caller's own name for it." }),
    platform: z.string().nullable().meta({ description: 'Where it would go; null: its account is not known.' }),
    sandbox: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether its account is made up: nothing there costs money; null: it is not known.' }),
    valid: z.boolean().meta({ description: 'Whether it could be launched.' }),
    issues: z.array(FieldIssue).meta({ description: 'What keeps it from being launched.' }),
    warnings: z.array(Warning).meta({ description: 'What does not, and is better known.' }),
    fields: z.array(FieldFate).meta(fatesMeta),
    destinations: z.array(Destination).meta(destinationsMeta),
    plannedCalls: z.number().int().meta({ description: 'How many calls to the platform it takes at most.' }),
    plannedAds: z.number().int().meta({ description: 'How many ads it makes: one for each of its ad sets.' }),
  })
  .meta({ id: 'PlannedAd' })

const depths = z.enum(['schema', 'rules', 'platform']).meta({
  id: 'PlanDepth',
  description:
    'How far the look went: schema (something has the wrong form), rules, or platform (it was asked about what the ads depend on).',
})

export const PlanView = z
  .object({
    valid: z.boolean().meta({ description: 'Whether every ad could be launched.' }),
    depth: depths,
    totalAds: z.number().int().meta({ description: 'How many ads would be made: one for each ad set of each ad.' }),
    warnings: z.array(Warning).meta({ description: 'What keeps nobody from launching, and is better known.' }),
    ads: z.array(PlannedAd).meta({ description: 'Every ad of the request, in its order.' }),
    guards: guardNotes,
    ...forecastReply,
  })
  .meta({ id: 'PlanView' })

export const LaunchRehearsal = PlanView.extend({
  message: z.string().meta({ description: 'For people.' }),
  dryRun: z.literal(true).meta({ description: 'Nothing was launched.' }),
}).meta({ id: 'LaunchRehearsal' })

function viewPlan(deps: Services, plan: LaunchPlan): z.output<typeof PlanView> {
  return {
    valid: plan.ads.every((ad) => ad.issues.length === 0),
    depth: plan.depth,
    totalAds: plan.ads.reduce((sum, ad) => sum + ad.adSets.length, 0),
    warnings: warningsOf(plan.ads),
    ads: describePlan(deps.connections.platforms, plan.ads),
  }
}

/** What guards say to a launch and what it costs: of one that could be made. */
export async function viewWithCost(deps: Services, call: Call, plan: LaunchPlan): Promise<z.output<typeof PlanView>> {
  const view = viewPlan(deps, plan)
  return view.valid ? { ...view, ...describeGuards(await passLaunch(deps, call, { plan, dryRun: true })) } : view
}

export const atSentPath =
  ({ sentPath }: Pick<Call, 'sentPath'>) =>
  <T extends { path: string }>(told: T): T => ({ ...told, path: sentPath(told.path) })

/** What is wrong or odd, by the names that the caller wrote. */
export function inSentWords<V extends z.output<typeof PlanView>>(call: Pick<Call, 'sentPath'>, view: V): V {
  const asSent = atSentPath(call)
  const ads = view.ads.map((ad) => ({ ...ad, issues: ad.issues.map(asSent), warnings: ad.warnings.map(asSent) }))
  return { ...view, warnings: view.warnings.map(asSent), ads }
}

export function rehearsed(
  deps: Services,
  call: Pick<Call, 'sentPath'>,
  plan: LaunchPlan,
  passed: Passed,
): OtherReply<z.output<typeof LaunchRehearsal>> {
  const view = inSentWords(call, viewPlan(deps, plan))
  const message = `Nothing was launched. This would make ${view.totalAds} ${view.totalAds === 1 ? 'ad' : 'ads'}.`
  return new OtherReply(200, { message, dryRun: true, ...view, ...describeGuards(passed) })
}
