import { badRequest, brokenRules, notFound, PlatformError } from '../../errors.ts'
import type {
  AdChange,
  AdSetChange,
  AdSetEnd,
  CampaignChange,
  EntityState,
  ZipChange,
} from '../../platforms/contract/manage.ts'
import { adSetsIn } from '../../platforms/kit/time/campaign-end.ts'
import { openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptState } from '../audit/kept.ts'
import { campaignOf, lowering } from '../guards/changes/budgets.ts'
import { addsNothing } from '../guards/changes/change.ts'
import type { SpendingWrite } from '../guards/changes/change.ts'
import { passGuards } from '../guards/gate.ts'
import { passRename } from '../guards/renames.ts'
import type { Spending } from '../guards/terms.ts'
import { costlier, refuseBudgetWithout, stoodBefore } from './budget.ts'
import { requireVerb } from '../connections/verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { noted } from './noted-change.ts'
import { refuseIf, rehearse, describeGuards } from './opening.ts'
import { keepChanged } from '../reports/sync/keep/changed.ts'
import { perform, writeKeyOf } from '../writes/perform.ts'
import { readEntity } from '../connections/owner.ts'
import type { Rehearsable } from './opening.ts'
import type { Writing } from '../writes/perform.ts'
import type { AccountDeps } from '../deps.ts'
import { AdSetSummary, CampaignSummary } from './summaries.ts'

/** What is to be different, where, and whether it is changed at all. */
interface Changing<Change> {
  accountId: string
  change: Change
  dryRun?: boolean
}

/** The fields that were given; an update without any is a mistake. */
function changedFields(change: object): string[] {
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (given.length === 0) throw badRequest([{ path: '', message: 'nothing to change: give at least one field' }])
  return given
}

export interface CampaignUpdated extends Rehearsable {
  campaignId: string
  updated: string[]
  /** null: it was a rehearsal. */
  campaign: CampaignSummary | null
  adSets?: AdSetEnd[]
}

export async function updateCampaign(
  deps: AccountDeps,
  context: Spending,
  { accountId, campaignId, change: asked, dryRun }: Changing<Timed<CampaignChange>> & { campaignId: string },
): Promise<CampaignUpdated> {
  const updated = changedFields(asked)
  const opened = await openAccount(deps, context, accountId)
  const change: CampaignChange = withMoments(asked, opened.ref.timeZone)
  const build = requireVerb(opened, 'build')
  refuseIf(build.checkCampaignChange(opened.ref, change))
  const before = await readEntity(opened, { type: 'campaign', id: campaignId })
  refuseBudgetWithout(before, change)
  const write = build.updateCampaign(opened.ref, campaignId, change)
  const renamed = await passRename(deps, context, { opened, before, name: change.name })
  context.touched?.({ before: keptState(before) })
  const guards = await passGuards(deps, context, () => changedEntity(context, opened, before, change), { dryRun })
  const sandbox = opened.isSandbox
  if (dryRun)
    return { campaignId, updated, sandbox, campaign: null, ...(await rehearse(write)), ...describeGuards(guards) }
  const { result, read } = await noted(deps, context, {
    ...{ opened, before, fields: updated },
    readMore: () => build.readCampaignSummary(opened.ref, campaignId),
    write: () => perform(deps, context, opened, { kind: 'update', part: `campaign ${campaignId}`, write }),
  })
  await renamed()
  return { campaignId, updated, sandbox, campaign: CampaignSummary.parse(read), ...adSetsIn(result) }
}

export interface AdSetUpdated extends Rehearsable {
  adSetId: string
  updated: string[]
  /** null: it was a rehearsal. */
  adSet: AdSetSummary | null
}

export async function updateAdSet(
  deps: AccountDeps,
  context: Spending,
  { accountId, adSetId, change: asked, dryRun }: Changing<Timed<AdSetChange>> & { adSetId: string },
): Promise<AdSetUpdated> {
  const updated = changedFields(asked)
  const opened = await openAccount(deps, context, accountId)
  const change: AdSetChange = withMoments(asked, opened.ref.timeZone)
  const build = requireVerb(opened, 'build')
  refuseIf(build.checkAdSetChange(opened.ref, change))
  const before = await readEntity(opened, { type: 'adset', id: adSetId })
  refuseBudgetWithout(before, change)
  const changesTargeting = change.targeting !== undefined || change.location !== undefined
  const stored = changesTargeting ? await build.readTargeting(opened.ref, adSetId) : null
  if (stored) {
    refuseIf(build.checkTargetingChange(change, stored))
    refuseIf(await build.checkPlaces(opened.ref, change))
  }
  const write = build.updateAdSet(opened.ref, adSetId, change, stored)
  context.touched?.({ before: keptState(before) })
  const guards = await passGuards(deps, context, () => changedEntity(context, opened, before, change), { dryRun })
  const sandbox = opened.isSandbox
  if (dryRun) return { adSetId, updated, sandbox, adSet: null, ...(await rehearse(write)), ...describeGuards(guards) }
  const { read } = await noted(deps, context, {
    ...{ opened, before, fields: updated },
    readMore: () => build.readAdSetSummary(opened.ref, adSetId),
    write: () => perform(deps, context, opened, { kind: 'update', part: `adset ${adSetId}`, write }),
  })
  return { adSetId, updated, sandbox, adSet: AdSetSummary.parse(read) }
}

/** Fields that cannot make anything spend more, or are looked at by themselves. */
const harmless = new Set(['name', 'dailyBudget', 'lifetimeBudget', 'endTime'])

/** A bid, a start or other people may make money flow faster; what that adds nobody can tell. */
function changedEntity(
  context: Writing,
  opened: OpenAccount,
  before: EntityState,
  change: CampaignChange | AdSetChange,
): SpendingWrite {
  const part = `${before.type} ${before.id}`
  const costly = costlier(opened, before, change, part)
  const isOther = changedFields(change).some((field) => !harmless.has(field))
  const other = { ...addsNothing, account: opened.account, campaign: campaignOf(before), target: `update ${before.id}` }
  const setsBudget = change.dailyBudget !== undefined || change.lifetimeBudget !== undefined
  return {
    changes: costly.length === 0 && isOther ? [other] : costly,
    ...(setsBudget ? { stood: stoodBefore(opened, before) } : {}),
    ...(setsBudget ? { lowers: lowering(opened, before, writeKeyOf(context, part)) } : {}),
    state: before,
  }
}

export interface AdUpdated extends Rehearsable {
  adId: string
  creativeId: string
  updated: string[]
}

export async function updateAd(
  deps: AccountDeps,
  context: Writing,
  { accountId, adId, change, dryRun }: Changing<AdChange> & { adId: string },
): Promise<AdUpdated> {
  const updated = changedFields(change)
  const opened = await openAccount(deps, context, accountId)
  const build = requireVerb(opened, 'build')
  refuseIf(build.checkAdChange(change))
  const ad = await build.readAd(opened.ref, adId)
  if (!ad) throw notFound('ad', adId)
  const { name, creativeId } = ad
  context.touched?.({ before: { name, creativeId, creative: ad.creative } })
  const creative = build.planCreative(opened.ref, ad, change, `${context.operationKey} creative`)
  if (Array.isArray(creative)) throw brokenRules(creative)
  const sandbox = opened.isSandbox
  if (dryRun) {
    const rename = change.name === undefined ? [] : [build.updateAd(opened.ref, adId, { name: change.name })]
    return {
      adId,
      creativeId: ad.creativeId,
      updated,
      sandbox,
      ...(await rehearse(...(creative ? [creative] : []), ...rename)),
    }
  }
  const created =
    creative && (await perform(deps, context, opened, { kind: 'creative', part: 'creative', write: creative }))
  const write = build.updateAd(opened.ref, adId, { name: change.name, creativeId: created?.id })
  await perform(deps, context, opened, { kind: 'update', part: `ad ${adId}`, write })
  await keepChanged(deps.db, context, opened.account, { type: 'ad', id: adId, name: change.name })
  const after = { name: change.name ?? name, creativeId: created?.id ?? creativeId }
  context.touched?.({ after: creative ? { ...after, creative: creative.asks } : after })
  return { adId, creativeId: created?.id ?? ad.creativeId, updated, sandbox }
}

/** What the platform refuses of a long list may be a code that it was not asked about before. */
function partlyUnknown(error: unknown, asked: number): unknown {
  if (!(error instanceof PlatformError) || error.kind !== 'rejected') return error
  const advice = `Only the first ${asked} codes of a call are asked about: send ${asked} at a time with mode merge, and those that do not exist are named in invalid.`
  return brokenRules([{ path: 'zips', message: `the platform refused them: ${error.message} ${advice}` }])
}

export interface ZipsUpdated extends Rehearsable {
  adSetId: string
  zips: string[]
  added: string[]
  removed: string[]
  /** Codes that cannot be read, as they were given. */
  invalid: string[]
}

const maxNamed = 5

function noZips(invalid: string[]): string {
  const needs = 'needs at least one country and postal code, such as US:10001'
  if (invalid.length === 0) return needs
  const more = invalid.length > maxNamed ? ` and ${invalid.length - maxNamed} more` : ''
  return `${needs}; there is no ${invalid.slice(0, maxNamed).join(', ')}${more}`
}

export async function updateZips(
  deps: AccountDeps,
  context: Writing,
  { accountId, adSetId, change, dryRun }: Changing<ZipChange> & { adSetId: string },
): Promise<ZipsUpdated> {
  const opened = await openAccount(deps, context, accountId)
  const build = requireVerb(opened, 'build')
  const { zips: good, invalid, asked } = await build.sortZips(opened.ref, change)
  if (good.length === 0) {
    throw brokenRules([{ path: 'zips', message: noZips(invalid) }])
  }
  await readEntity(opened, { type: 'adset', id: adSetId })
  const stored = await build.readTargeting(opened.ref, adSetId)
  const plan = build.planZips(opened.ref, adSetId, stored, { ...change, zips: good })
  if (Array.isArray(plan)) throw brokenRules(plan)
  const { write, zips, added, removed } = plan
  const answer = { adSetId, zips, added, removed, invalid, sandbox: opened.isSandbox }
  const isAdded = new Set(added)
  const had = [...zips.filter((zip) => !isAdded.has(zip)), ...removed]
  context.touched?.({ before: { zips: had } })
  if (dryRun) return { ...answer, ...(await rehearse(write)) }
  await perform(deps, context, opened, { kind: 'update', part: `zips ${adSetId}`, write }).catch((error: unknown) => {
    throw asked === undefined ? error : partlyUnknown(error, asked)
  })
  context.touched?.({ after: { zips } })
  return answer
}
