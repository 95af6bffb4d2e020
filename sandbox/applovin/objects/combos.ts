import { invalid } from '../errors.ts'
import type { AssetType, CampaignType } from './objects.ts'

const maxOfType = 10

type Family = 'html' | 'interstitial' | 'banner' | 'video'

const familyOf: Record<AssetType, Family> = {
  HOSTED_HTML: 'html',
  IMG_INTER_P: 'interstitial',
  IMG_BANNER: 'banner',
  VID_SHORT_P: 'video',
  VID_LONG_P: 'video',
}

/** What goes together in a set, sorted by name. */
const combos: Record<CampaignType, string[]> = {
  APP: ['html', 'banner', 'interstitial video', 'html interstitial video'],
  WEB: ['html video', 'interstitial video'],
}

export function checkCombo(campaign: CampaignType, types: AssetType[]): void {
  for (const [type, same] of Map.groupBy(types, (each) => each))
    if (same.length > maxOfType) throw invalid(`at most ${maxOfType} assets of type ${type}`)
  const families = [...new Set(types.map((type) => familyOf[type]))].sort().join(' ')
  if (!combos[campaign].includes(families)) throw invalid('asset combination is not supported')
}
