import { recordCreation } from '../content/activities.ts'
import { openAdSet, refuseFullAdSet } from './ads.ts'
import { openCampaign } from './adsets.ts'
import { readBudget } from './budgets.ts'
import type { GraphCall } from '../call.ts'
import { readSpecial } from './campaigns.ts'
import { checkAdCopy, checkAdSetCopy, checkCampaignCopy, copiedFlight, refuseGoneSource } from './copy-checks.ts'
import type { CopiedCreative } from './copy-checks.ts'
import { checkCopySize, readCopyOptions } from './copy-options.ts'
import type { CopyOptions } from './copy-options.ts'
import { downgraded } from '../downgrade.ts'
import { badParameter } from '../errors.ts'
import { newTreeId } from '../world.ts'
import type { Account, Ad, AdSet, Campaign, Creative, Deliverable } from './objects.ts'
import { booleanParam, isValidateOnly, objectParam, textOf, textParam } from '../graph/params.ts'

interface CopiedObject {
  ad_object_type: 'campaign' | 'ad_set' | 'ad' | 'unique_adcreative'
  source_id: string
  copied_id: string
}

/** One copy in the making: everything is checked before the first object is stored. */
interface Copying {
  call: GraphCall
  account: Account
  options: CopyOptions
  made: CopiedObject[]
}

type Commit = () => string

export function copyAd(call: GraphCall, source: Ad, account: Account): object {
  const copying = begin(call, account, source, 1)
  const adsetId = textParam(call.params, 'adset_id') ?? source.adset_id
  const adset = openAdSet(call, account, adsetId)
  const campaign = campaignOf(call, adset)
  refuseFullAdSet(call, adset)
  const commit = planAd(copying, { source, adset, campaign, isTop: true })
  return finish(copying, 'copied_ad_id', () => commit(adset.id, campaign.id))
}

export function copyAdSet(call: GraphCall, source: AdSet, account: Account): object {
  const copying = begin(call, account, source, 0)
  const ads = copying.options.isDeep ? liveAds(call, source) : []
  checkCopySize(call, 1 + ads.length)
  const campaign = openCampaign(call, account, textParam(call.params, 'campaign_id') ?? source.campaign_id)
  const commit = planAdSet(copying, { source, ads, campaign, isTop: true })
  return finish(copying, 'copied_adset_id', () => commit(campaign.id))
}

export function copyCampaign(call: GraphCall, source: Campaign, account: Account): object {
  const copying = begin(call, account, source, 0)
  const { world } = call
  const adsets = copying.options.isDeep ? world.adsets.lookup('campaign', source.id).filter(isLive) : []
  const adsOf = new Map(adsets.map((adset) => [adset.id, liveAds(call, adset)]))
  checkCopySize(call, 1 + adsets.length + [...adsOf.values()].flat().length)
  checkCampaignCopy(source)
  const changed = { ...source, ...overrides(call, account, source) }
  const commits = adsets.map((adset) =>
    planAdSet(copying, { source: adset, ads: adsOf.get(adset.id) ?? [], campaign: changed, isTop: false }),
  )
  return finish(copying, 'copied_campaign_id', () => {
    const id = newTreeId(world)
    const campaign = { ...shared(copying, changed, id, true), source_campaign_id: source.id }
    const kept = world.campaigns.put(id, downgraded(campaign, call.request.effects.downgradeFields))
    note(copying, 'campaign', source.id, kept)
    for (const commit of commits) commit(id)
    return id
  })
}

function begin(call: GraphCall, account: Account, source: Deliverable, objects: number): Copying {
  refuseGoneSource(source)
  checkCopySize(call, objects)
  return { call, account, options: readCopyOptions(call), made: [] }
}

function finish({ call, made }: Copying, key: string, commit: Commit): object {
  if (isValidateOnly(call.params)) return { success: true }
  const id = commit()
  return { [key]: id, ad_object_ids: made }
}

function campaignOf({ world }: GraphCall, adset: AdSet): Campaign {
  const campaign = world.campaigns.get(adset.campaign_id)
  if (!campaign) throw badParameter('The campaign of this ad set does not exist', 'adset_id')
  return campaign
}

function isLive({ status }: Deliverable): boolean {
  return status === 'ACTIVE' || status === 'PAUSED'
}

function liveAds({ world }: GraphCall, adset: AdSet): Ad[] {
  return world.ads.lookup('adset', adset.id).filter(isLive)
}

/** What a copy has in common with its source. */
function shared<T extends Deliverable>({ call, options }: Copying, source: T, id: string, isTop: boolean): T {
  const { history: _history, budget_edits: _edits, ...kept } = source
  const now = call.world.now()
  const labels = call.world.settings().copiesKeepLabels ? source.labels : []
  const name = options.rename(source.name, isTop)
  return { ...kept, id, name, labels, status: options.status(source.status), created: now, updated: now } as T
}

function planAdSet(
  copying: Copying,
  { source, ads, campaign, isTop }: { source: AdSet; ads: Ad[]; campaign: Campaign; isTop: boolean },
): (campaignId: string) => string {
  const { call, account } = copying
  const { world } = call
  const adapted = adaptAdSet(call, source)
  checkAdSetCopy(call, adapted, campaign, account)
  const flight = copiedFlight(call, source, campaign)
  const commits = ads.map((ad) => planAd(copying, { source: ad, adset: adapted, campaign, isTop: false }))
  return (campaignId) => {
    const id = newTreeId(world)
    const { end: _end, ...rest } = shared(copying, adapted, id, isTop)
    const adset = { ...rest, ...flight, campaign_id: campaignId, source_adset_id: source.id }
    const effects = isTop ? call.request.effects.downgradeFields : undefined
    note(copying, 'ad_set', source.id, world.adsets.put(id, downgraded(adset, effects)))
    for (const commit of commits) commit(id, campaignId)
    return id
  }
}

function planAd(
  copying: Copying,
  { source, adset, campaign, isTop }: { source: Ad; adset: AdSet; campaign: Campaign; isTop: boolean },
): (adsetId: string, campaignId: string) => string {
  const { call } = copying
  const { world } = call
  const creative = checkAdCopy(copying, source, adset, campaign)
  return (adsetId, campaignId) => {
    const shown = storeCreative(copying, creative)
    const id = newTreeId(world)
    const reviewed = world.now() + world.settings().reviewSeconds * 1000
    const place = { adset_id: adsetId, campaign_id: campaignId, creative_id: shown.id, source_ad_id: source.id }
    const ad = { ...shared(copying, source, id, isTop), ...place, reviewed }
    const effects = isTop ? call.request.effects.downgradeFields : undefined
    note(copying, 'ad', source.id, world.ads.put(id, downgraded(ad, effects)))
    return id
  }
}

/** A copy shows the same post as its source, so that likes and comments stay together. */
function storeCreative(copying: Copying, { source, prepared, isChanged }: CopiedCreative): Creative {
  const { world } = copying.call
  if ('existing' in prepared) return prepared.existing
  const now = world.now()
  const id = isChanged ? '' : newTreeId(world)
  const creative = isChanged ? prepared.store() : world.creatives.put(id, { ...source, id, created: now, updated: now })
  copying.made.push({ ad_object_type: 'unique_adcreative', source_id: source.id, copied_id: creative.id })
  return creative
}

const recordedTypes = { campaign: 'Campaign', ad_set: 'AdSet', ad: 'Ad' }

function note({ call, made }: Copying, type: keyof typeof recordedTypes, sourceId: string, copy: Deliverable): void {
  made.push({ ad_object_type: type, source_id: sourceId, copied_id: copy.id })
  recordCreation(call.world, { type: recordedTypes[type], object: copy })
}

/** What the call wants otherwise than in the source. */
function adaptAdSet({ params }: GraphCall, source: AdSet): AdSet {
  const isDynamic = booleanParam(params, 'create_dco_adset') ?? false
  const migrates = booleanParam(params, 'migrate_to_advantage_plus') ?? false
  const adapted = isDynamic ? { ...source, is_dynamic_creative: true } : source
  if (!migrates) return adapted
  const kept = Object.entries(source.targeting).filter(([key]) => !/_positions$|^publisher_platforms$|^age_/.test(key))
  const targeting = { ...Object.fromEntries(kept), targeting_automation: { advantage_audience: 1 } }
  return { ...adapted, targeting }
}

const overridable = new Set([
  'name',
  'daily_budget',
  'lifetime_budget',
  'bid_strategy',
  'spend_cap',
  'special_ad_categories',
  'special_ad_category_country',
])

function overrides(call: GraphCall, account: Account, source: Campaign): Partial<Campaign> {
  const given = objectParam(call.params, 'parameter_overrides')
  if (!given) return {}
  const unknown = Object.keys(given).find((key) => !overridable.has(key))
  if (unknown) throw badParameter(`${unknown} cannot be overridden in a copy`, 'parameter_overrides', unknown)
  const { daily_budget: _daily, lifetime_budget: _lifetime, ...rest } = given
  const budget = readBudget(given, account)
  const name = textOf(given['name'])
  return {
    ...rest,
    ...readSpecial({ params: given }, source),
    ...(name ? { name } : {}),
    ...(Object.keys(budget).length > 0 ? { daily_budget: undefined, lifetime_budget: undefined, ...budget } : {}),
  }
}
