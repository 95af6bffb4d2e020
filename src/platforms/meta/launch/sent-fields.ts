import type { SentFields } from '../../contract/launch-fields.ts'
import { at, heeded, labels, postFlags } from '../../kit/fields/sent-fields.ts'
import type { launchFields } from './fields.ts'

const link = 'creative.object_story_spec.link_data'
const video = 'creative.object_story_spec.video_data'
const feed = 'creative.asset_feed_spec'
const group = 'creative_asset_groups_spec.groups.0'
const card = `${link}.child_attachments.*`
const titles = at(`${link}.name`, `${video}.title`, `${feed}.titles`, `${group}.texts`)
const bodies = at(`${link}.message`, `${video}.message`, `${feed}.bodies`, `${group}.texts`)
const buttons = ['call_to_action.type', 'call_to_action.value.link'].map((part) =>
  [link, video, group, 'creative'].map((place) => `${place}.${part}`),
)

export function sentFields(): SentFields<typeof launchFields> {
  return {
    ad: {
      adName: at('name'),
      type: heeded,
      launchPaused: at('status'),
      title: titles,
      headlineVariations: titles,
      description: bodies,
      bodyVariations: bodies,
      adDescription: at(`${link}.description`, `${video}.link_description`, `${feed}.descriptions`, `${group}.texts`),
      cta: at(...buttons[0]!, `${feed}.call_to_action_types`),
      link: at(`${link}.link`, ...buttons[1]!, `${feed}.link_urls.0.website_url`),
      urlTags: at('creative.url_tags'),
      page: at('creative.object_story_spec.page_id', 'creative.object_id', 'creative.object_story_id'),
      primaryName: null,
      secondary: at(
        'creative.object_story_spec.instagram_user_id',
        'creative.instagram_user_id',
        'creative.instagram_branded_content.sponsor_id',
      ),
      secondaryName: null,
      promoCode: at(`${feed}.promotional_metadata.manual_coupon_codes`),
      aiDisclosure: heeded,
      aiMediaSelfDisclosure: heeded,
      scalePostId: at('creative.object_story_id'),
      partnershipCode: at('creative.branded_content'),
      partnershipAd: at('creative.facebook_branded_content', 'creative.instagram_branded_content'),
    },
    media: {
      url: at(
        ...[`${link}.image_hash`, `${video}.video_id`, `${card}.video_id`, `${card}.image_hash`],
        ...[feed, group].flatMap((place) => [`${place}.images`, `${place}.videos`]),
      ),
      type: heeded,
      thumbnail: at(`${video}.image_hash`, `${card}.image_hash`, `${feed}.videos`, `${group}.videos`),
      effectiveStoryId: at('creative.object_story_id'),
      carouselTitle: at(`${card}.name`),
      carouselDescription: at(`${card}.description`),
      carouselLink: at(`${card}.link`),
      ...postFlags,
      ...labels,
    },
  }
}
