import type { SentFields } from '../../contract/launch-fields.ts'
import { as, at, heeded, labels } from '../../kit/fields/sent-fields.ts'
import { textOf } from './check-ad.ts'
import { callsToAction } from './cta.ts'
import type { launchFields, OwnAd } from './fields.ts'

export function sentFields(ad: OwnAd): SentFields<typeof launchFields> {
  const text = as(textOf(ad), 'ad_text')
  const address = at('landing_page_url')
  const post = at('tiktok_item_id')
  // Of several creatives each says who speaks.
  const ofEach = (name: string) => at(name, `creatives.0.${name}`)
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
      bodyVariations: at('ad_text'),
      identityId: ofEach('identity_id'),
      identityType: ofEach('identity_type'),
      sparkPostId: post,
      sparkCode: post,
      aiDisclosure: ofEach('aigc_disclosure_type'),
    },
    media: {
      url: at('video_id', 'image_ids', 'video_info', 'image_info', 'creatives.*.video_info', 'creatives.*.image_info'),
      type: heeded,
      thumbnail: at('image_ids', 'image_info', 'creatives.*.image_info'),
      ...labels,
    },
  }
}
