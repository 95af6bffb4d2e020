import { notFound } from '../../errors.ts'
import type { AdSetRequest, BudgetSchedule, CampaignRequest, CampaignWishes } from '../../platforms/contract/manage.ts'
import { answerAbout } from '../journal/past-writes.ts'
import { requireVerb } from '../verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { entityError, open, perform, refuseIf, rehearse } from './opening.ts'
import type { EntityError, ManageCall, Opened } from './opening.ts'

export async function createCampaign(
  call: ManageCall,
  accountId: string,
  request: CampaignRequest,
  dryRun: boolean,
): Promise<object> {
  const opened = await open(call, accountId)
  const build = requireVerb(opened.session, opened.platform.name, 'build')
  refuseIf(build.checkCampaign(opened.ref, request))
  const write = build.createCampaign(opened.ref, request, `${call.operationKey} campaign`)
  if (dryRun) return { campaignId: null, campaign: null, ...(await rehearse(write)) }
  const { id, name, objective, status, buying_type } = await perform(call, opened, 'campaign', 'campaign', write)
  return { campaignId: id, campaign: { id, name, objective, status, buying_type } }
}

export async function createAdSet(
  call: ManageCall,
  accountId: string,
  campaignId: string,
  asked: Timed<AdSetRequest>,
  dryRun: boolean,
): Promise<object> {
  const opened = await open(call, accountId)
  const request: AdSetRequest = withMoments(asked, opened.ref.timeZone)
  const build = requireVerb(opened.session, opened.platform.name, 'build')
  refuseIf(build.checkAdSet(opened.ref, request))
  const campaign = await build.readCampaign(opened.ref, campaignId)
  if (!campaign) throw notFound('campaign', campaignId)
  const wishes = await wishesFor(call, opened, campaignId)
  refuseIf(build.checkFit(request, campaign, wishes))
  const mark = `${call.operationKey} adset`
  const write = build.createAdSet(opened.ref, request, campaign, wishes, mark)
  if (dryRun) return { adSetId: null, adSet: null, ...(await rehearse(write)) }
  const made = await perform(call, opened, 'adset', 'adset', write)
  const { id, name, campaign_id, status, optimization_goal, fallbackApplied } = made
  const schedules = await addSchedules(call, opened, id, request.budgetSchedules ?? [])
  return {
    adSetId: id,
    adSet: { id, name, campaign_id, status, optimization_goal },
    ...(fallbackApplied ? { fallbackApplied } : {}),
    ...(schedules.length > 0 ? { budgetSchedules: schedules } : {}),
  }
}

/** What the campaign's maker asked for and the platform keeps on ad sets only: it is in the journal of its making. */
async function wishesFor(
  { services, company }: ManageCall,
  { platform, account }: Opened,
  campaignId: string,
): Promise<CampaignWishes> {
  const lane = { companyId: company.id, platform: platform.name, accountId: account.account_id }
  const { bidAmount, isAutomated } = await answerAbout(services.db, lane, { kind: 'campaign', id: campaignId })
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
  call: ManageCall,
  opened: Opened,
  adSetId: string,
  schedules: BudgetSchedule[],
): Promise<ScheduleOutcome[]> {
  const build = requireVerb(opened.session, opened.platform.name, 'build')
  const outcomes: ScheduleOutcome[] = []
  for (const [index, schedule] of schedules.entries()) {
    try {
      const write = build.addBudgetSchedule(opened.ref, adSetId, schedule)
      const { id } = await perform(call, opened, 'budget-schedule', `schedule ${index}`, write)
      outcomes.push({ index, success: true, id })
    } catch (error) {
      outcomes.push({ index, success: false, error: entityError(error) })
    }
  }
  return outcomes
}
