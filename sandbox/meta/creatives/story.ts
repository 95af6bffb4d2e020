import type { Creative, CreativeContent } from '../campaigns/objects.ts'
import type { World } from '../world.ts'
import { objectOf, objectsOf, textOf } from '../graph/params.ts'

/** The story inside a creative: the link or the video that is shown. */
export function storyOf(creative: CreativeContent): Record<string, unknown> {
  const spec = creative.object_story_spec
  return objectOf(spec?.['link_data']) ?? objectOf(spec?.['video_data']) ?? objectOf(spec?.['photo_data']) ?? {}
}

export function imageHashOf(creative: Creative): string | undefined {
  const story = storyOf(creative)
  const [card] = objectsOf(story['child_attachments'])
  const [image] = objectsOf(creative.asset_feed_spec?.['images'])
  return (
    textOf(story['image_hash']) ??
    textOf(creative['image_hash']) ??
    textOf(card?.['image_hash']) ??
    textOf(image?.['hash'])
  )
}

export function videoIdOf(creative: Creative): string | undefined {
  const [video] = objectsOf(creative.asset_feed_spec?.['videos'])
  return textOf(storyOf(creative)['video_id']) ?? textOf(video?.['video_id'])
}

export function linkOf(creative: CreativeContent): string | undefined {
  const story = storyOf(creative)
  const [target] = objectsOf(creative.asset_feed_spec?.['link_urls'])
  return (
    textOf(story['link']) ??
    textOf(objectOf(objectOf(story['call_to_action'])?.['value'])?.['link']) ??
    textOf(target?.['website_url'])
  )
}

/** The file that a creative shows, its own or that of the post it uses again; where there is none, the post. */
export function assetOf(world: World, creativeId: string): { id: string | undefined; isVideo: boolean } {
  const own = world.creatives.get(creativeId)
  const [first] = own?.object_story_id ? world.creatives.lookup('shownPost', own.object_story_id) : []
  const creative = first ?? own
  const video = creative && videoIdOf(creative)
  return { id: video ?? (creative && imageHashOf(creative)) ?? own?.object_story_id, isVideo: video !== undefined }
}
