import type { LaunchFieldName } from '../../contract/launch-fields.ts'
import type { launchFields, OwnAd } from './fields.ts'
import { variationsOf } from './creative/feed.ts'

type TextField = LaunchFieldName<typeof launchFields>

const always: TextField[] = ['page', 'secondary', 'urlTags', 'cta', 'link']

/** A post comes with its own texts. Its button and link are held against those that it has (`decidedBy` in post.ts). */
export function usedFields(ad: OwnAd): TextField[] {
  if (ad.scalePostId || ad.type === 'partnershipCode') return always
  if (ad.type === 'carousel') return [...always, 'description', 'carouselTitle', 'carouselDescription', 'carouselLink']
  if (ad.type !== 'flexible') return [...always, 'title', 'description', 'adDescription']
  return [
    ...always,
    'adDescription',
    ...either(ad.headlineVariations, 'headlineVariations', 'title'),
    ...either(ad.bodyVariations, 'bodyVariations', 'description'),
  ]
}

/** The ad's own text stands in for variations that are left out. */
function either(variations: string[] | undefined, field: TextField, own: TextField): TextField[] {
  return variationsOf(variations).length > 0 ? [field] : [field, own]
}
