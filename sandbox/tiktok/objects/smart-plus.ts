import type { World } from '../world.ts'
import { invalid } from '../errors.ts'
import type { Campaign } from './objects.ts'

export function automationOf({ isSmartPlus }: Pick<Campaign, 'isSmartPlus'>): string {
  return isSmartPlus ? 'UPGRADED_SMART_PLUS' : 'MANUAL'
}

/** What the automation runs is made and changed at paths of its own. */
export function refuseSmartPlus(world: World, campaignId: string): void {
  if (world.campaigns.get(campaignId)?.isSmartPlus)
    throw invalid('This operation is not supported for Upgraded Smart+ Campaigns.')
}
