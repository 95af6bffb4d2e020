import type { GraphCall } from '../call.ts'
import type { Creative } from '../campaigns/objects.ts'
import { imageHashOf, linkOf } from './story.ts'
import { isObject, objectOf } from '../graph/params.ts'

type Fields = Record<string, unknown>

/** What the platform switches on by itself in a new creative wherever the call does not say otherwise. */
export function withDefaults({ world, version }: GraphCall, creative: Creative): Creative {
  const sellsInShop = world.settings().ownsShop && version !== 'v25.0' && linkOf(creative) !== undefined
  const adapts = imageHashOf(creative) !== undefined && !creative.object_story_spec?.['video_data']
  return {
    ...creative,
    contextual_multi_ads: creative['contextual_multi_ads'] ?? { enroll_status: 'OPT_IN' },
    ...(sellsInShop && !isObject(creative['destination_spec'])
      ? { destination_spec: { destination_type: 'WEBSITE_AND_SHOP' } }
      : {}),
    ...withCardSwitches(creative),
    ...(adapts ? { degrees_of_freedom_spec: adapting(objectOf(creative['degrees_of_freedom_spec'])) } : {}),
  }
}

/** The platform sorts the cards of a carousel and adds one of its own. */
function withCardSwitches({ object_story_spec: story }: Creative): Fields {
  const link = objectOf(story?.['link_data'])
  if (!Array.isArray(link?.['child_attachments'])) return {}
  return {
    object_story_spec: { ...story, link_data: { multi_share_optimized: true, multi_share_end_card: true, ...link } },
  }
}

function adapting(spec: Fields | undefined): Fields {
  const features = objectOf(spec?.['creative_features_spec'])
  return { ...spec, creative_features_spec: { adapt_to_placement: { enroll_status: 'OPT_IN' }, ...features } }
}
