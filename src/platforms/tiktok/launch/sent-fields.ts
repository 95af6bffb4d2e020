import type { SentFields } from '../../contract/launch-fields.ts'
import { as, at, heeded, labels } from '../../kit/fields/sent-fields.ts'
import { textOf } from './check-ad.ts'
import { callsToAction } from './cta.ts'
import type { launchFields, OwnAd } from './fields.ts'

export function sentFields(ad: OwnAd): SentFields<typeof launchFields> {
  const text = as(textOf(ad), 'ad_text')
  const address = at('landing_page_url')
  const post = at('tiktok_item_id')
  return {
    ad: {
      adName: at('ad_name'),
      type: heeded,
      launchPaused: at('operation_status'),
      title: text,
      description: text,
      cta: as(callsToAction.buttonFor(ad.cta), 'call_to_action'),
      link: address,
      urlTags: address,
      identityId: at('identity_id'),
      identityType: at('identity_type'),
      sparkPostId: post,
      sparkCode: post,
      aiDisclosure: at('aigc_disclosure_type'),
    },
    media: { url: at('video_id', 'image_ids'), type: heeded, thumbnail: at('image_ids'), ...labels },
  }
}
