import type { LaunchItem, StepResult } from '../launch.ts'
import type { Params } from './client.ts'

/** The stored name may get a suffix from the platform, never a prefix: it still starts with this. */
export function creativeName(item: LaunchItem): string {
  const mark = ` ~${item.adToken}`
  return item.ad.adName.slice(0, 250 - mark.length) + mark
}

/** What is sent to make the item's creative, given what its media became on the platform. */
export function creativeParams(item: LaunchItem, results: Record<string, StepResult>): Params {
  const { ad } = item
  return {
    name: creativeName(item),
    object_story_spec: {
      page_id: ad.page,
      instagram_user_id: ad.secondary,
      link_data: {
        link: ad.link,
        message: ad.description,
        name: ad.title,
        description: ad.adDescription,
        image_hash: results['media:0']?.id,
        call_to_action: callToAction(ad.cta, ad.link),
      },
    },
    url_tags: ad.urlTags,
    adlabels: [{ name: item.batchLabel }],
  }
}

/** The button must lead where the ad leads: the platform refuses two different links. */
function callToAction(type: string | undefined, link: string | undefined): object | undefined {
  return type === undefined ? undefined : { type, value: { link } }
}
