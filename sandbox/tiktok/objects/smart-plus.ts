import type { World } from '../world.ts'
import { invalid } from '../errors.ts'
import type { Campaign } from './objects.ts'

export function automationOf(world: World, campaign: Pick<Campaign, 'id' | 'isSmartPlus'> | undefined): string {
  const said = world.settings().automations[campaign?.id ?? '']
  return said ?? (campaign?.isSmartPlus ? 'UPGRADED_SMART_PLUS' : 'MANUAL')
}

/** What the automation runs is made and changed at paths of its own. */
export function refuseSmartPlus(world: World, campaignId: string): void {
  if (world.campaigns.get(campaignId)?.isSmartPlus)
    throw invalid('This operation is not supported for Upgraded Smart+ Campaigns.')
}

export function requireSmartPlus(world: World, campaignId: string): void {
  if (!world.campaigns.get(campaignId)?.isSmartPlus)
    throw invalid('This operation is only supported for Upgraded Smart+ Campaigns.')
}

/** The last day on which things of these objectives are made by hand. */
const lastManualDay = '2026-12-31'
const endedObjectives = ['PRODUCT_SALES', 'WEB_CONVERSIONS', 'APP_PROMOTION', 'LEAD_GENERATION']

export function refuseEndedManual(world: World, objective: string | undefined): void {
  const isOver = new Date(world.calendarNow()).toISOString().slice(0, 10) > lastManualDay
  if (isOver && objective !== undefined && endedObjectives.includes(objective))
    throw invalid(`objective_type: ${objective} can only be created with /smart_plus/ since ${lastManualDay}.`)
}
