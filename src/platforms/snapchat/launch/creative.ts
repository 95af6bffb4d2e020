import type { StepResult } from '../../contract/launch.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import type { Fields } from '../client.ts'
import { wordFor } from '../../kit/enhancements.ts'
import { callsToAction, usualCallToAction } from './cta.ts'
import { enhancements } from './enhancements.ts'

/** The kinds of creatives that can be made of an ad's fields, and what an ad that shows one is called. */
export const adTypes: Readonly<Record<string, string>> = { SNAP_AD: 'SNAP_AD', WEB_VIEW: 'REMOTE_WEBPAGE' }

const maxNameLength = 375

/** With a link it leads there; without one it is only looked at. */
export function creativeType(ad: OwnAd): string {
  return ad.snapAdType?.toUpperCase() ?? (ad.link ? 'WEB_VIEW' : 'SNAP_AD')
}

export function headlineOf(ad: OwnAd): string | undefined {
  return ad.headline ?? ad.title
}

export function brandNameOf(ad: OwnAd): string | undefined {
  return ad.brandName ?? ad.primaryName
}

export function profileOf(ad: OwnAd): string | undefined {
  return ad.profileId ?? ad.page
}

/** Names are not unique on the platform; this one is, and its beginning is enough to know it by. */
export function creativeName({ ad, adToken }: OwnItem): string {
  return [...`flightdeck ${adToken} ${ad.adName}`].slice(0, maxNameLength).join('')
}

export function creativeFields(item: OwnItem, results: Record<string, StepResult>): Fields {
  const { ad } = item
  const type = creativeType(ad)
  return {
    ad_account_id: item.accountId,
    name: creativeName(item),
    type,
    headline: headlineOf(ad),
    brand_name: brandNameOf(ad)?.trim() || undefined,
    shareable: true,
    top_snap_crop_position: wordFor(enhancements, 'crop_position', ad.enhancements),
    top_snap_media_id: results['media:0']?.id,
    profile_properties: { profile_id: profileOf(ad) },
    ...(type === 'WEB_VIEW'
      ? {
          call_to_action: callsToAction.buttonFor(ad.cta ?? usualCallToAction),
          cta_color_display_mode: wordFor(enhancements, 'cta_color', ad.enhancements),
          web_view_properties: { url: taggedLink(ad) },
        }
      : {}),
  }
}

export function adFields({ ad, adSetId }: OwnItem, results: Record<string, StepResult>) {
  return {
    ad_squad_id: adSetId,
    creative_id: results.creative?.id ?? '',
    name: ad.adName,
    type: adTypes[creativeType(ad)],
    status: ad.launchPaused ? 'PAUSED' : 'ACTIVE',
  }
}
