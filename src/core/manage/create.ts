import { notFound } from '../../errors.ts'
import type { AdSetRequest, BudgetSchedule, CampaignRequest, CampaignWishes } from '../../platforms/contract/manage.ts'
import { noteMade, openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { createdAdSet, createdCampaign } from '../guards/changes/entities.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { answerAbout } from '../journal/past-writes.ts'
import { requireVerb } from '../connections/verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { entityError, refuseIf, rehearse, describeGuards } from './opening.ts'
import { perform } from '../writes/perform.ts'
import type { EntityError, Rehearsable } from './opening.ts'
import type { Writing } from '../writes/perform.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import { AdSetSummary, AudienceFallback, CampaignSummary } from './summaries.ts'

/** Where something is made, and whether it is made at all. */
interface Making<Request> {
  accountId: string
  request: Request
  dryRun?: boolean
}

export interface CreatedCampaign extends Rehearsable {
  /** null: it was a rehearsal. */
  campaignId: string | null
  campaign: CampaignSummary | null
  /** Where its special category holds. */
  specialAdCategoryCountry?: string[]
}

export async function createCampaign(
  deps: AccountDeps,
  context: Spending,
  { accountId, request: asked, dryRun }: Making<CampaignRequest>,
): Promise<CreatedCampaign> {
  const opened = await openAccount(deps, context, accountId)
  const build = requireVerb(opened, 'build')
  refuseIf(build.checkCampaign(opened.ref, asked))
  const request = await build.completeCampaign(opened.ref, asked)
  const write = build.createCampaign(opened.ref, request, `${context.operationKey} campaign`)
  const change = createdCampaign(opened, request, context.operationKey)
  const special = specialCountries(request)
  const guards = await passGuards(
    deps,
    context,
    () => ({
      changes: [change],
      state: special ?? null,
      ...(special ? { decided: specialWords(asked, request, special.specialAdCategoryCountry) } : {}),
    }),
    { dryRun },
  )
  const sandbox = opened.isSandbox
  if (dryRun)
    return {
      campaignId: null,
      campaign: null,
      sandbox,
      ...special,
      ...(await rehearse(write)),
      ...describeGuards(guards),
    }
  const created = await perform(deps, context, opened, { kind: 'campaign', part: 'campaign', write })
  noteMade(deps, context, opened, { level: 'campaign', id: created.id })
  return { campaignId: created.id, campaign: CampaignSummary.parse(created), sandbox, ...special }
}

/** Where a special category is said to hold: the caller's word, or what was taken for it. */
function specialCountries({ specialAdCategories = [], specialAdCategoryCountry }: CampaignRequest) {
  const isSpecial = specialAdCategories.some((category) => category !== 'NONE')
  return isSpecial && specialAdCategoryCountry ? { specialAdCategoryCountry } : undefined
}

/** What a special category is called and where it holds, where the caller did not say it so. */
function specialWords(asked: CampaignRequest, { specialAdCategories = [] }: CampaignRequest, countries: string[]) {
  const renamed = specialAdCategories.filter((category) => !asked.specialAdCategories?.includes(category))
  return [
    `The special category holds in ${countries.join(', ')}.`,
    ...renamed.map((category) => `It is ${category}, which took the place of the older name.`),
  ]
}

export interface CreatedAdSet extends Rehearsable {
  /** null: it was a rehearsal. */
  adSetId: string | null
  adSet: AdSetSummary | null
  fallbackApplied?: AudienceFallback
  budgetSchedules?: ScheduleOutcome[]
}

export async function createAdSet(
  deps: AccountDeps,
  context: Spending,
  { accountId, campaignId, request: asked, dryRun }: Making<Timed<AdSetRequest>> & { campaignId: string },
): Promise<CreatedAdSet> {
  const opened = await openAccount(deps, context, accountId)
  const meant: AdSetRequest = withMoments(asked, opened.ref.timeZone)
  const build = requireVerb(opened, 'build')
  refuseIf(build.checkAdSet(opened.ref, meant))
  const campaign = await build.readCampaign(opened.ref, campaignId)
  if (!campaign) throw notFound('campaign', campaignId)
  const request = build.fitBudget(meant, campaign)
  const isCapped = request !== meant
  const wishes = await wishesFor(deps, context, { opened, campaignId })
  refuseIf(build.checkFit(request, campaign, wishes))
  refuseIf(await build.checkPlaces(opened.ref, request))
  const write = build.createAdSet(opened.ref, request, { campaign, wishes }, `${context.operationKey} adset`)
  const { operationKey } = context
  const guards = await passGuards(
    deps,
    context,
    () => ({
      changes: [createdAdSet(opened, { request, campaignId, operationKey })],
      state: campaign,
      ...(isCapped ? { decided: ["The campaign holds the budget: the ad set's own is its spend cap."] } : {}),
    }),
    { dryRun },
  )
  const sandbox = opened.isSandbox
  const capped = isCapped ? ({ fallbackApplied: 'spend_cap' } as const) : {}
  if (dryRun)
    return { adSetId: null, adSet: null, sandbox, ...capped, ...(await rehearse(write)), ...describeGuards(guards) }
  const created = await perform(deps, context, opened, { kind: 'adset', part: 'adset', write })
  noteMade(deps, context, opened, { level: 'adset', id: created.id })
  const schedules = await addSchedules(deps, context, opened, {
    adSetId: created.id,
    schedules: request.budgetSchedules ?? [],
  })
  const fallback = AudienceFallback.optional().parse(created.fallbackApplied)
  return {
    adSetId: created.id,
    adSet: AdSetSummary.parse(created),
    sandbox,
    ...(fallback ? { fallbackApplied: fallback } : {}),
    ...capped,
    ...(schedules.length > 0 ? { budgetSchedules: schedules } : {}),
  }
}

/** What the campaign's maker asked for and the platform keeps on ad sets only: it is in the journal of its making. */
async function wishesFor(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Reading,
  { opened: { platform, account }, campaignId }: { opened: OpenAccount; campaignId: string },
): Promise<CampaignWishes> {
  const lane = { companyId: company.id, platform: platform.name, accountId: account.account_id }
  const { bidAmount, isAutomated } = await answerAbout(db, lane, { kind: 'campaign', id: campaignId })
  return {
    ...(typeof bidAmount === 'number' ? { bidAmount } : {}),
    ...(isAutomated === true ? { isAutomated } : {}),
  }
}

interface ScheduleOutcome {
  index: number
  success: boolean
  id?: string
  error?: EntityError
}

/** The ad set stands whatever becomes of these: each tells how it went. */
async function addSchedules(
  deps: Pick<AccountDeps, 'db'>,
  context: Writing,
  opened: OpenAccount,
  { adSetId, schedules }: { adSetId: string; schedules: BudgetSchedule[] },
): Promise<ScheduleOutcome[]> {
  const build = requireVerb(opened, 'build')
  const outcomes: ScheduleOutcome[] = []
  for (const [index, schedule] of schedules.entries()) {
    try {
      const write = build.addBudgetSchedule(opened.ref, adSetId, schedule)
      const created = await perform(deps, context, opened, {
        kind: 'budget-schedule',
        part: `schedule ${index}`,
        write,
      })
      outcomes.push({ index, success: true, id: created.id })
    } catch (error) {
      outcomes.push({ index, success: false, error: entityError(error) })
    }
  }
  return outcomes
}
