import type { GraphCall } from '../call.ts'
import type { Target } from '../graph/target.ts'
import type { Creative, GraphObject } from '../campaigns/objects.ts'
import { objectOf, textOf } from '../graph/params.ts'
import { linkOf, storyOf } from './story.ts'

/** The post behind an ad: never published on the Page, but a post like any other to read and to comment on. */
export function adPost(call: GraphCall, id: string): Target | undefined {
  const [creative] = call.world.creatives.lookup('shownPost', id)
  if (creative?.tenant !== call.tenant) return undefined
  const story = storyOf(creative)
  const button = objectOf(story['call_to_action'])
  return {
    type: 'PagePost',
    object: contentNode(creative, id, {
      page_id: id.split('_')[0],
      message: textOf(story['message']) ?? '',
      link: linkOf(creative),
      ...(button ? { call_to_action: button } : {}),
      is_published: false,
      is_eligible_for_promotion: true,
      promotable_id: id,
      status_type: 'shared_story',
      permalink_url: `https://facebook.example/${id}`,
    }),
  }
}

/** The same on Instagram. */
export function adMedia(call: GraphCall, id: string): Target | undefined {
  const [creative] = call.world.creatives.lookup('shownMedia', id)
  if (creative?.tenant !== call.tenant) return undefined
  const story = storyOf(creative)
  const instagram = textOf(creative['instagram_user_id']) ?? ''
  return {
    type: 'IGMedia',
    object: contentNode(creative, id, {
      instagram_id: instagram,
      caption: textOf(story['message']) ?? '',
      media_type: story['video_id'] ? 'VIDEO' : 'IMAGE',
      media_product_type: 'AD',
      username: call.world.instagrams.get(instagram)?.username,
      permalink: `https://instagram.example/p/${id}/`,
    }),
  }
}

/** Belongs to the Page, not to the ad account: reading it costs the account nothing. */
function contentNode({ tenant, created, updated }: Creative, id: string, fields: Record<string, unknown>): GraphObject {
  return { id, tenant, created, updated, ...fields }
}
