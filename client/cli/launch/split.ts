import { createHash } from 'node:crypto'
import { maxAdsPerLaunch } from '../../src/sheet/limits.ts'
import type { Sheet, SheetAd } from '../sheet/ads.ts'

/** What the service makes of one launch at most, once each ad is made in every one of its ad sets. */
const maxAdsMade = 5000

/** A sheet with more ads than one launch takes, in several; their order stays. */
export function splitAds(sheet: Sheet): SheetAd[][] {
  const sharedSets = Array.isArray(sheet.shared.adSets) ? sheet.shared.adSets.length : 0
  const parts: SheetAd[][] = []
  let created = 0
  for (const each of sheet.ads) {
    const adds = Array.isArray(each.ad.adSets) ? each.ad.adSets.length : Math.max(1, sharedSets)
    const part = parts.at(-1)
    if (part && part.length < maxAdsPerLaunch && created + adds <= maxAdsMade) {
      part.push(each)
      created += adds
    } else {
      parts.push([each])
      created = adds
    }
  }
  return parts
}

/**
 * Names a launch by what is in it: the same sheet with the same files is the same launch for the service, for as long as it
 * remembers keys, wherever it is sent from and however often.
 */
export function launchKey(sheet: Sheet, nonce: string): string {
  const said = JSON.stringify([sheet.ads.map(({ ad }) => ad), sheet.shared, nonce])
  return `sheet-${createHash('sha256').update(said).digest('hex').slice(0, 40)}`
}
