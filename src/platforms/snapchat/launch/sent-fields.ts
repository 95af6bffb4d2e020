import type { SentFields } from '../../contract/launch-fields.ts'
import { as, at, heeded, labels } from '../../kit/fields/sent-fields.ts'
import { callsToAction } from './cta.ts'
import type { launchFields, OwnAd } from './fields.ts'

export function sentFields(ad: OwnAd): SentFields<typeof launchFields> {
  const headline = at('creative.headline')
  const brandName = at('creative.brand_name')
  const profile = at('creative.profile_properties.profile_id')
  const address = at('creative.web_view_properties.url')
  return {
    ad: {
      adName: at('name'),
      type: heeded,
      launchPaused: at('status'),
      title: headline,
      headline,
      description: null,
      cta: as(callsToAction.buttonFor(ad.cta), 'creative.call_to_action'),
      link: address,
      urlTags: address,
      brandName,
      primaryName: ad.brandName === undefined ? brandName : null,
      profileId: profile,
      page: profile,
      snapAdType: at('creative.type'),
    },
    media: { url: at('creative.top_snap_media_id'), type: heeded, thumbnail: null, ...labels },
  }
}
