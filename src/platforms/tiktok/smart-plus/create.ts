import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type {
  AutomatedVerbs,
  KindedAdSetRequest,
  KindedCampaign,
  KindedCampaignRequest,
  NamedCreation,
} from '../../contract/automated.ts'
import type { AccountRef } from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { StepResult } from '../../contract/launch.ts'
import { given } from '../../kit/receipt.ts'
import type { Api, Params } from '../client.ts'
import { isDeleted } from '../manage/read.ts'
import { checkBudget } from '../manage/money.ts'
import { automationOf, budgetsOf, fromPlatformTime, isEntityId, operationStatus, toPlatformTime } from '../map.ts'
import { CampaignWire, Id, PageWire } from '../wire.ts'
import { closingOf } from './closing.ts'
import type { Closing } from './closing.ts'

const smartObjectives = ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION']
const maxNameLength = 512
/** The platform's clock need not be ours. */
const clocksApartMs = 2 * 60_000
const maxNamed = 100

export function automatedVerbs(api: Api, { settings }: Pick<Surroundings, 'settings'>): AutomatedVerbs {
  const closing = closingOf(settings)
  return {
    checkCampaign: (account, request) => checkCampaign(api, closing, account, request),
    createCampaign: (account, request, mark) =>
      creation(api, account, {
        level: 'campaign',
        body: campaignBody(request, mark),
        isSmart: request.kind !== 'manual',
      }),
    readCampaign: (account, id) => readCampaign(api, account, id),
    checkAdSet: (account, request, campaign) => checkAdSet(api, closing, account, { request, campaign }),
    createAdSet: (account, request, campaign, mark) =>
      creation(api, account, {
        level: 'adgroup',
        body: adGroupBody(request, campaign, mark),
        isSmart: campaign.kind !== 'manual',
      }),
  }
}

function nameIssues(name: string): Issue[] {
  if (name.length > maxNameLength) return [{ path: 'name', message: `is longer than ${maxNameLength} characters` }]
  return /\p{Extended_Pictographic}/u.test(name) ? [{ path: 'name', message: 'must not hold emoji' }] : []
}

function budgetIssues(account: AccountRef, { dailyBudget, lifetimeBudget }: Partial<KindedAdSetRequest>): Issue[] {
  if (dailyBudget && lifetimeBudget) return [{ path: 'lifetimeBudget', message: 'and dailyBudget exclude each other' }]
  return checkBudget(account, given({ dailyBudget, lifetimeBudget }))
}

async function checkCampaign(
  api: Api,
  closing: Closing,
  account: AccountRef,
  request: KindedCampaignRequest,
): Promise<Issue[]> {
  const { kind, objective, appPromotionType, appId } = request
  const issues = [...nameIssues(request.name), ...budgetIssues(account, request)]
  if (kind === 'smartPlus' && !smartObjectives.includes(objective))
    issues.push({ path: 'objective', message: `is one of ${smartObjectives.join(', ')} for Smart+; others are manual` })
  if (kind === 'smartPlus' && !request.dailyBudget && !request.lifetimeBudget)
    issues.push({ path: 'dailyBudget', message: 'or lifetimeBudget is required: a Smart+ campaign holds the budget' })
  if (objective === 'APP_PROMOTION' && (!appPromotionType || !appId))
    issues.push({ path: appId ? 'appPromotionType' : 'appId', message: 'is required to promote an app' })
  if (kind === 'manual' && (await isOver(api, closing, account, objective)))
    issues.push({ path: 'kind', message: `${overFor(closing, objective)}; make it with kind smartPlus` })
  return issues
}

function overFor({ lastDay }: Closing, objective: string): string {
  return `manual campaigns for ${objective} could be made until ${lastDay} only`
}

/** Whether the last day of manual creation has passed, by the platform's own calendar. */
async function isOver(api: Api, closing: Closing, account: AccountRef, objective: string): Promise<boolean> {
  if (!closing.objectives.has(objective)) return false
  const params = { advertiser_ids: [account.id], fields: ['advertiser_id'] }
  await api.get(PageWire, 'advertiser/info', params, { accountId: account.id })
  return api.today() > closing.lastDay
}

async function checkAdSet(
  api: Api,
  closing: Closing,
  account: AccountRef,
  { request, campaign }: { request: KindedAdSetRequest; campaign: KindedCampaign },
): Promise<Issue[]> {
  const issues = [...nameIssues(request.name), ...budgetIssues(account, request)]
  const { kind, objective, dailyBudget, lifetimeBudget } = campaign
  const wrong = (path: string, message: string) => issues.push({ path, message })
  if (kind === null) wrong('campaignId', 'is a campaign in which nothing can be made from here')
  const isHeld = dailyBudget !== null || lifetimeBudget !== null
  const hasOwn = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined
  if (isHeld && hasOwn) wrong('dailyBudget', 'must be left out: the campaign holds the budget')
  if (!isHeld && !hasOwn) wrong('dailyBudget', 'or lifetimeBudget is required: the campaign has none')
  const isTotal = isHeld ? lifetimeBudget !== null : request.lifetimeBudget !== undefined
  if (isTotal && !request.endTime) wrong('endTime', 'is required with a lifetime budget')
  if (request.promotionType === 'WEBSITE' && ['CONVERT', 'VALUE'].includes(request.optimizationGoal))
    for (const path of ['pixelId', 'optimizationEvent'] as const)
      if (!request[path]) wrong(path, `is required with optimizationGoal ${request.optimizationGoal}`)
  if (kind === 'manual' && (await isOver(api, closing, account, objective)))
    wrong('campaignId', `${overFor(closing, objective)}; choose a Smart+ campaign`)
  return issues
}

/** The same call has the same number, however often it is repeated: of repeats the platform lets one succeed. */
export function requestIdOf(mark: string): string {
  return String((createHash('sha256').update(mark).digest().readBigUInt64BE() % (2n ** 63n - 1n)) + 1n)
}

function switchWord({ status }: { status?: 'ACTIVE' | 'PAUSED' }): string {
  return status === 'ACTIVE' ? operationStatus.active : operationStatus.paused
}

function campaignBody(request: KindedCampaignRequest, mark: string): Params {
  const { kind, objective, dailyBudget, lifetimeBudget } = request
  const isSmart = kind === 'smartPlus'
  const budget = dailyBudget ?? lifetimeBudget
  const daily = isSmart ? 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET' : 'BUDGET_MODE_DAY'
  const mode = dailyBudget ? daily : lifetimeBudget ? 'BUDGET_MODE_TOTAL' : 'BUDGET_MODE_INFINITE'
  return given({
    request_id: requestIdOf(mark),
    campaign_name: request.name,
    objective_type: objective,
    operation_status: switchWord(request),
    budget: budget ?? undefined,
    budget_mode: mode,
    ...(isSmart || budget ? { budget_optimize_on: true } : {}),
    sales_destination: isSmart && objective === 'WEB_CONVERSIONS' ? (request.salesDestination ?? 'WEBSITE') : undefined,
    app_promotion_type: request.appPromotionType,
    app_id: request.appId,
  })
}

function adGroupBody(request: KindedAdSetRequest, campaign: KindedCampaign, mark: string): Params {
  const { dailyBudget, lifetimeBudget, placements, startTime, endTime } = request
  const budget = dailyBudget ?? lifetimeBudget ?? undefined
  const people = { location_ids: request.locationIds }
  return given({
    request_id: requestIdOf(mark),
    campaign_id: campaign.id,
    adgroup_name: request.name,
    operation_status: switchWord(request),
    promotion_type: request.promotionType,
    optimization_goal: request.optimizationGoal,
    optimization_event: request.optimizationEvent,
    billing_event: request.billingEvent,
    pixel_id: request.pixelId,
    app_id: request.appId,
    bid_type: 'BID_TYPE_NO_BID',
    budget,
    budget_mode: budget === undefined ? undefined : dailyBudget ? 'BUDGET_MODE_DAY' : 'BUDGET_MODE_TOTAL',
    schedule_type: endTime ? 'SCHEDULE_START_END' : 'SCHEDULE_FROM_NOW',
    schedule_start_time: toPlatformTime(startTime ?? new Date()),
    schedule_end_time: endTime && toPlatformTime(endTime),
    // Without them the platform chooses where the ads are shown.
    ...(placements ? { placement_type: 'PLACEMENT_TYPE_NORMAL', placements } : {}),
    // Whom it reaches lies deeper where the automation runs it.
    ...(campaign.kind === 'manual' ? { ...people, pacing: 'PACING_MODE_SMOOTH' } : { targeting_spec: people }),
  })
}

interface Creation {
  level: 'campaign' | 'adgroup'
  body: Params
  isSmart: boolean
}

export function creation(api: Api, account: Pick<AccountRef, 'id'>, { level, body, isSmart }: Creation): NamedCreation {
  const options = { accountId: account.id }
  const whole = { advertiser_id: account.id, ...body }
  const [nameField, idField] = [`${level}_name`, `${level}_id`]
  const created = z.object({ [idField]: Id })
  const madeWire = z.looseObject({ [idField]: Id, [nameField]: z.string(), create_time: z.string() })
  const idOf = (found: Record<string, unknown>): StepResult => ({ id: String(found[idField]), kind: level })
  const { schedule_start_time: _start, request_id: _request, ...asks } = whole as Params & Record<string, unknown>
  return {
    asks,
    async send(sendBefore) {
      const path = `${isSmart ? 'smart_plus/' : ''}${level}/create`
      return idOf(await api.post(created, path, whole, { ...options, sendBefore }))
    },
    async candidates(since) {
      const parent = body.campaign_id === undefined ? {} : { campaign_ids: [body.campaign_id] }
      const filtering = { [nameField]: body[nameField], primary_status: 'STATUS_ALL', ...parent }
      const params = { advertiser_id: account.id, filtering }
      const found = await api.list(madeWire, `${level}/get`, params, { ...options, limit: maxNamed })
      const from = since.getTime() - clocksApartMs
      return found.filter((each) => each[nameField] === body[nameField] && isFrom(each, from)).map((each) => idOf(each))
    },
  }
}

function isFrom({ create_time: time }: Record<string, unknown>, from: number): boolean {
  return (fromPlatformTime(String(time))?.getTime() ?? Infinity) >= from
}

async function readCampaign(api: Api, { id: accountId }: AccountRef, id: string): Promise<KindedCampaign | null> {
  if (!isEntityId(id)) return null
  const params = { advertiser_id: accountId, filtering: { campaign_ids: [id] } }
  const [found] = await api.list(CampaignWire, 'campaign/get', params, { accountId, limit: 1 })
  if (!found || isDeleted(found.secondary_status)) return null
  const automation = automationOf(found)
  const kind = automation === 'smart' ? 'smartPlus' : automation === 'manual' ? 'manual' : null
  return { id, kind, objective: found.objective_type, ...budgetsOf(found) }
}
