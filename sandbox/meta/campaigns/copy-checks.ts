import { checkBudgetLevel, checkDsa, readAttribution, readFlight, readPromotedObject } from './adset-rules.ts'
import { checkFit } from './ads.ts'
import type { GraphCall } from '../call.ts'
import type { RuleContext } from '../creatives/rule-context.ts'
import { creativeParams, prepareCreative } from '../creatives/creatives.ts'
import type { PreparedCreative } from '../creatives/creatives.ts'
import { badParameter, refusal } from '../errors.ts'
import type { Account, Ad, AdSet, Campaign, Creative } from './objects.ts'
import { objectParam } from '../graph/params.ts'
import { goalsOfObjective } from '../report/tables.ts'
import { checkSpecialTargeting } from './special-rules.ts'
import { checkExplorePair, readTargeting } from './targeting.ts'

const deadKinds = new Set(['AUTOMATED_SHOPPING_ADS', 'SMART_APP_PROMOTION'])

export function checkCampaignCopy(source: Campaign): void {
  if (deadKinds.has(String(source['smart_promotion_type'])))
    throw badParameter('Campaigns of this smart_promotion_type can no longer be copied', 'smart_promotion_type')
}

/** A copy must satisfy the rules of today, whatever was allowed when its source was made. */
export function checkAdSetCopy(call: GraphCall, source: AdSet, campaign: Campaign, account: Account): void {
  checkExplorePair(source.targeting, call.version)
  const asked = { targeting: source.targeting, attribution_spec: source['attribution_spec'] }
  const today: GraphCall = { ...call, params: { ...asked, promoted_object: source.promoted_object } }
  readTargeting(today, true)
  checkSpecialTargeting(campaign, source.targeting)
  checkDsa(today, source.targeting, account, source)
  if (!goalsOfObjective[campaign.objective]?.has(source.optimization_goal))
    throw badParameter(`${source.optimization_goal} cannot be used in a campaign of this objective`, 'campaign_id')
  readAttribution(today, campaign.objective, source.optimization_goal)
  readPromotedObject(today, account, source.optimization_goal)
  checkBudgetLevel(campaign, source)
}

/** A finished ad set is copied to start now and to run as long as its source did. */
export function copiedFlight(call: GraphCall, source: AdSet, campaign: Campaign): { start: number; end?: number } {
  const now = call.world.now()
  const isOver = source.end !== undefined && source.end <= now
  const again = isOver ? { ...source, start: now, end: now + (source.end ?? now) - source.start } : source
  const isLifetime = (source.lifetime_budget ?? campaign.lifetime_budget) !== undefined
  return readFlight(call, isLifetime, again)
}

export interface CopiedCreative {
  source: Creative
  prepared: PreparedCreative
  /** The content was changed by the call: a creative of its own, not a twin. */
  isChanged: boolean
}

/** The creative of the copy: checked again, with what the call replaces in it. */
export function checkAdCopy(
  { call, account }: RuleContext,
  source: Ad,
  adset: AdSet,
  campaign: Campaign,
): CopiedCreative {
  const creative = call.world.creatives.get(source.creative_id)
  if (!creative) throw badParameter(`The creative of ad ${source.id} does not exist`, 'creative')
  const replaced = objectParam(call.params, 'creative_parameters')
  const params = { ...creativeParams(creative), ...replaced }
  const prepared = prepareCreative({ ...call, params }, account)
  checkFit(call, 'existing' in prepared ? prepared.existing : prepared.content, adset, campaign)
  return { source: creative, prepared, isChanged: replaced !== undefined }
}

export function refuseGoneSource(source: { status: string; id: string }): void {
  if (source.status === 'DELETED')
    throw refusal(undefined, 'Source was deleted', `${source.id} was deleted and cannot be copied.`)
}
