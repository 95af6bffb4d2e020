import { brokenRules, notFound } from '../../errors.ts'
import type {
  AdChange,
  AdSetChange,
  BudgetChange,
  CampaignChange,
  EntityState,
  ZipChange,
} from '../../platforms/contract/manage.ts'
import { adSetsIn } from '../../platforms/kit/campaign-end.ts'
import { requireVerb } from '../verbs.ts'
import { momentIn, withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { open, openOwner, perform, readEntity, refuseIf, rehearse } from './opening.ts'
import type { ManageCall, Opened } from './opening.ts'

/** The fields that were given; an update without any is a mistake. */
function changedFields(change: object): string[] {
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (given.length === 0) throw brokenRules([{ path: '', message: 'nothing to change: give at least one field' }])
  return given
}

function buildOf({ session, platform }: Opened) {
  return requireVerb(session, platform.name, 'build')
}

export async function updateCampaign(
  call: ManageCall,
  accountId: string,
  campaignId: string,
  asked: Timed<CampaignChange>,
  dryRun: boolean,
): Promise<object> {
  const updated = changedFields(asked)
  const opened = await open(call, accountId)
  const change: CampaignChange = withMoments(asked, opened.ref.timeZone)
  const build = buildOf(opened)
  refuseIf(build.checkCampaignChange(opened.ref, change))
  const before = await readEntity(opened, { type: 'campaign', id: campaignId })
  refuseBudgetWithout(before, change)
  const write = build.updateCampaign(opened.ref, campaignId, change)
  if (dryRun) return { campaignId, updated, campaign: null, ...(await rehearse(write)) }
  const result = await perform(call, opened, 'update', `campaign ${campaignId}`, write)
  const campaign = await build.readCampaignSummary(opened.ref, campaignId)
  return { campaignId, updated, campaign, ...adSetsIn(result) }
}

export async function updateAdSet(
  call: ManageCall,
  accountId: string,
  adSetId: string,
  asked: Timed<AdSetChange>,
  dryRun: boolean,
): Promise<object> {
  const updated = changedFields(asked)
  const opened = await open(call, accountId)
  const change: AdSetChange = withMoments(asked, opened.ref.timeZone)
  const build = buildOf(opened)
  refuseIf(build.checkAdSetChange(opened.ref, change))
  const before = await readEntity(opened, { type: 'adset', id: adSetId })
  refuseBudgetWithout(before, change)
  const changesTargeting = change.targeting !== undefined || change.location !== undefined
  const stored = changesTargeting ? await build.readTargeting(opened.ref, adSetId) : {}
  const write = build.updateAdSet(opened.ref, adSetId, change, stored)
  if (dryRun) return { adSetId, updated, adSet: null, ...(await rehearse(write)) }
  await perform(call, opened, 'update', `adset ${adSetId}`, write)
  return { adSetId, updated, adSet: await build.readAdSetSummary(opened.ref, adSetId) }
}

/** A budget goes where a budget is: on the other level it would come on top, or be refused. */
function refuseBudgetWithout(entity: EntityState, change: BudgetChange & { endTime?: Date }): void {
  const path = change.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  if (change[path] === undefined) return
  if (entity.dailyBudget === null && entity.lifetimeBudget === null) {
    const other = entity.type === 'campaign' ? 'its ad sets hold the budgets' : 'its campaign holds the budget'
    throw brokenRules([{ path, message: `there is no budget to change here: ${other}` }])
  }
  const hasEnd = entity.endTime !== null || change.endTime !== undefined
  if (path === 'lifetimeBudget' && entity.type === 'adset' && !hasEnd) {
    throw brokenRules([{ path: 'endTime', message: 'is required: a lifetime budget needs an end' }])
  }
}

export async function updateAd(
  call: ManageCall,
  accountId: string,
  adId: string,
  change: AdChange,
  dryRun: boolean,
): Promise<object> {
  const updated = changedFields(change)
  const opened = await open(call, accountId)
  const build = buildOf(opened)
  refuseIf(build.checkAdChange(change))
  const ad = await build.readAd(opened.ref, adId)
  if (!ad) throw notFound('ad', adId)
  const creative = build.planCreative(opened.ref, ad, change, `${call.operationKey} creative`)
  if (Array.isArray(creative)) throw brokenRules(creative)
  if (dryRun) {
    const rename = change.name === undefined ? [] : [build.updateAd(opened.ref, adId, { name: change.name })]
    return { adId, creativeId: ad.creativeId, updated, ...(await rehearse(...(creative ? [creative] : []), ...rename)) }
  }
  const made = creative && (await perform(call, opened, 'creative', 'creative', creative))
  const write = build.updateAd(opened.ref, adId, { name: change.name, creativeId: made?.id })
  await perform(call, opened, 'update', `ad ${adId}`, write)
  return { adId, creativeId: made?.id ?? ad.creativeId, updated }
}

export interface BudgetRequest extends Timed<BudgetChange> {
  entityId: string
  entityType: 'campaign' | 'adset'
  accountId?: string
  changePercent?: number
}

export async function updateBudget(call: ManageCall, request: BudgetRequest, dryRun: boolean): Promise<object> {
  checkBudgetRequest(request)
  const entity = { type: request.entityType, id: request.entityId }
  const opened = await openOwner(call, entity, request.accountId)
  const setBudget = requireVerb(opened.session, opened.platform.name, 'setBudget')
  const { dailyBudget, lifetimeBudget } = request
  const endTime = request.endTime && momentIn(request.endTime, opened.ref.timeZone, 'end', 'endTime')
  refuseIf(endTime && endTime <= new Date() ? [{ path: 'endTime', message: 'must be in the future' }] : [])
  refuseIf(opened.session.checkBudget?.(opened.ref, { dailyBudget, lifetimeBudget }) ?? [])
  const before = await readEntity(opened, entity)
  const old = { dailyBudget: before.dailyBudget, lifetimeBudget: before.lifetimeBudget }
  const round = (amount: number) => opened.session.roundBudget?.(opened.ref, amount) ?? amount
  const change = { ...wantedBudget(request, before, round), endTime }
  refuseBudgetWithout(before, change)
  const write = setBudget(opened.ref, before, change)
  const answer = {
    entityId: before.id,
    old,
    new: { dailyBudget: change.dailyBudget ?? null, lifetimeBudget: change.lifetimeBudget ?? null },
    currency: opened.ref.currency,
    ...(endTime ? { endTime: endTime.toISOString() } : {}),
  }
  if (dryRun) return { ...answer, ...(await rehearse(write)) }
  await perform(call, opened, 'budget', `budget ${before.id}`, write)
  const after = await readEntity(opened, entity)
  return { ...answer, new: { dailyBudget: after.dailyBudget, lifetimeBudget: after.lifetimeBudget } }
}

function checkBudgetRequest({ dailyBudget, lifetimeBudget, changePercent, endTime }: BudgetRequest): void {
  const given = [dailyBudget, lifetimeBudget, changePercent].filter((value) => value !== undefined)
  if (given.length !== 1) {
    const message = 'give exactly one of dailyBudget, lifetimeBudget and changePercent'
    throw brokenRules([{ path: given.length === 0 ? 'dailyBudget' : 'changePercent', message }])
  }
  if (endTime !== undefined && lifetimeBudget === undefined) {
    throw brokenRules([{ path: 'endTime', message: 'goes with a lifetimeBudget' }])
  }
  for (const [path, amount] of Object.entries({ dailyBudget, lifetimeBudget })) {
    if (amount !== undefined && !(amount > 0)) throw brokenRules([{ path, message: 'must be more than 0' }])
  }
  if (changePercent !== undefined && (changePercent <= -100 || changePercent === 0 || changePercent > 1000)) {
    throw brokenRules([{ path: 'changePercent', message: 'must be more than -100, at most 1000, and not 0' }])
  }
}

function wantedBudget(
  { changePercent, ...request }: BudgetRequest,
  before: EntityState,
  round: (amount: number) => number,
): BudgetChange {
  if (changePercent === undefined) {
    return { dailyBudget: request.dailyBudget, lifetimeBudget: request.lifetimeBudget }
  }
  const changed = (amount: number) => round((amount * (100 + changePercent)) / 100)
  if (before.dailyBudget !== null) return { dailyBudget: changed(before.dailyBudget) }
  if (before.lifetimeBudget !== null) return { lifetimeBudget: changed(before.lifetimeBudget) }
  const other = before.type === 'campaign' ? 'its ad sets hold the budgets' : 'its campaign holds the budget'
  throw brokenRules([{ path: 'changePercent', message: `there is no budget to change here: ${other}` }])
}

export async function updateZips(
  call: ManageCall,
  accountId: string,
  adSetId: string,
  change: ZipChange,
  dryRun: boolean,
): Promise<object> {
  const opened = await open(call, accountId)
  const build = buildOf(opened)
  const { zips: good, invalid } = build.sortZips(change.zips)
  if (good.length === 0) {
    throw brokenRules([{ path: 'zips', message: 'needs at least one country and postal code, such as US:10001' }])
  }
  await readEntity(opened, { type: 'adset', id: adSetId })
  const stored = await build.readTargeting(opened.ref, adSetId)
  const plan = build.planZips(opened.ref, adSetId, stored, { ...change, zips: good })
  if (Array.isArray(plan)) throw brokenRules(plan)
  const { write, zips, added, removed } = plan
  const answer = { adSetId, zips, added, removed, invalid }
  if (dryRun) return { ...answer, ...(await rehearse(write)) }
  await perform(call, opened, 'update', `zips ${adSetId}`, write)
  return answer
}
