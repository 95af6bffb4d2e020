import type { GraphCall } from '../call.ts'
import { labelsOf } from '../graph/labels.ts'
import { defineType } from '../graph/node-types.ts'
import type { FieldReader } from '../graph/node-types.ts'
import type { Creative, Image, Video } from '../campaigns/objects.ts'
import { objectOf, textOf } from '../graph/params.ts'
import { related, virtualNode } from '../graph/read/shown-node.ts'
import { captionsOf, ownThumbnails } from '../creatives/video-extras.ts'
import { videoStatus } from '../creatives/video-status.ts'
import { storyOf, imageHashOf, videoIdOf, linkOf } from '../creatives/story.ts'
import { imageUrl } from '../creatives/images.ts'

const creativeFields =
  'account_id ad_disclaimer_spec applink_treatment asset_feed_spec authorization_category auto_update branded_content branded_content_sponsor_page_id bundle_folder_id call_to_action categorization_criteria category_media_source contextual_multi_ads creative_sourcing_spec degrees_of_freedom_spec destination_set_id destination_spec dynamic_ad_voice effective_instagram_media_id effective_object_story_id existing_post_title facebook_branded_content format_transformation_spec image_crops instagram_branded_content instagram_permalink_url instagram_user_id interactive_components_spec link_deep_link_url link_og_id media_sourcing_spec name object_id object_store_url object_story_id object_story_spec object_url omnichannel_link_spec page_welcome_message platform_customizations playable_asset_id portrait_customizations product_set_id product_suggestion_settings recommender_settings regional_regulation_disclaimer_spec source_facebook_post_id source_instagram_media_id status template_url template_url_spec url_tags use_page_actor_override'

export function defineCreativeTypes(): void {
  defineType('AdCreative', { fields: creativeFields, computed: creativeReaders })
  defineType('AdImage', {
    fields:
      'account_id created_time hash height is_associated_creatives_in_adgroups name original_height original_width status updated_time width',
    computed: imageReaders,
    defaultFields: 'hash,id',
  })
  defineType('AdVideo', {
    fields: 'created_time updated_time title description length published',
    computed: videoReaders,
    edges: {
      thumbnails: {
        of: 'VideoThumbnail',
        defaultFields: 'height,id,is_preferred,name,scale,uri,width',
        list: (video, call) => thumbnailsOf(video as Video, call),
      },
      captions: {
        of: 'VideoCaption',
        defaultFields: 'is_auto_generated,is_default,locale,locale_name,uri',
        list: (video, call) => captionsOf(video as Video, call),
      },
    },
  })
  defineType('VideoThumbnail', { fields: 'height width scale uri is_preferred name' })
  defineType('VideoCaption', { fields: 'is_auto_generated is_default locale locale_name uri' })
}

function imageUrlOf(creative: Creative, call: GraphCall): string | undefined {
  const hash = imageHashOf(creative)
  if (hash) return imageUrl(call.request.origin, { id: `${creative.account_id}:${hash}` })
  const story = storyOf(creative)
  return textOf(story['picture']) ?? textOf(story['image_url']) ?? textOf(creative['image_url'])
}

const creativeReaders: Record<string, FieldReader> = {
  adlabels: ({ labels }, { world }) => labelsOf(world, labels as string[]),
  actor_id: (creative) => pageOf(creative as Creative),
  body: (creative) => textOf(storyOf(creative as Creative)['message']),
  title: (creative) => textOf(storyOf(creative as Creative)['name']) ?? textOf(storyOf(creative as Creative)['title']),
  call_to_action_type: (creative) => textOf(objectOf(storyOf(creative as Creative)['call_to_action'])?.['type']),
  image_hash: (creative) => imageHashOf(creative as Creative),
  image_url: (creative, call) => imageUrlOf(creative as Creative, call),
  thumbnail_url: (creative, call) =>
    imageUrlOf(creative as Creative, call) ?? `${call.request.origin}/_assets/square.png`,
  video_id: (creative) => videoIdOf(creative as Creative),
  link_url: (creative) => linkOf(creative as Creative),
  object_type: (creative) => objectType(creative as Creative),
}

function pageOf(creative: Creative): string | undefined {
  return (
    textOf(creative.object_story_spec?.['page_id']) ??
    creative.object_story_id?.split('_')[0] ??
    textOf(creative['object_id'])
  )
}

function objectType(creative: Creative): string {
  if (creative.object_story_spec?.['video_data']) return 'VIDEO'
  return creative.object_story_id ? 'STATUS' : 'SHARE'
}

const imageReaders: Record<string, FieldReader> = {
  url: (image, { request }) => imageUrl(request.origin, image),
  url_128: (image, { request }) => imageUrl(request.origin, image),
  permalink_url: (image, { request }) => imageUrl(request.origin, image),
  creatives: (image, { world }) => {
    const { account_id, hash } = image as Image
    return world.creatives
      .lookup('account', account_id)
      .filter((creative) => imageHashOf(creative) === hash)
      .map(({ id }) => id)
  },
}

const videoReaders: Record<string, FieldReader> = {
  status: (video, { world }) => videoStatus(video as Video, world.now()),
  picture: (video, { request }) => thumbnailUrl(video as Video, request.origin),
  permalink_url: ({ id }) => `/watch/?v=${id}`,
  source: (video, { request, world }) => {
    const { ready, height, width } = video as Video
    const name = height > width ? 'vertical' : 'square'
    return ready !== undefined && world.now() >= ready ? `${request.origin}/_assets/${name}.mp4` : undefined
  },
  from: ({ account_id }, call, selection) =>
    related('AdAccount', call.world.accounts.get(`act_${String(account_id)}`), call, selection),
}

function thumbnailUrl(video: Video, origin: string, number = 0): string {
  const name = video.height > video.width ? 'vertical' : 'square'
  return `${origin}/_assets/${name}.png?v=${Number(video.id.slice(-6)) + number}`
}

/** Offered once the video is processed, like its picture. */
function thumbnailsOf(video: Video, call: GraphCall) {
  const { world, request } = call
  if (video.ready === undefined || world.now() < video.ready) return []
  const own = ownThumbnails(video, call)
  const hasPreferred = own.some((thumbnail) => thumbnail['is_preferred'])
  const drawn = [0, 1, 2].map((number) =>
    virtualNode(`${video.id}${number}`, {
      height: video.height,
      width: video.width,
      scale: 1,
      uri: thumbnailUrl(video, request.origin, number),
      is_preferred: number === 0 && !hasPreferred,
      name: '',
    }),
  )
  return [...own, ...drawn]
}
