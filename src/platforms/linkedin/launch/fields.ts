import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, PlatformId } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import { cardFields, page, postFields, primaryName, scalePostId } from '../../kit/fields/launch-fields.ts'

export const launchFields = {
  ad: {
    organizationId: field(
      PlatformId,
      'refused',
      'The organization that speaks in the ad; that of the ad set when left out. GET /v1/profiles lists them.',
    ),
    postId: field(
      PlatformId,
      'refused',
      'Sponsor this post of the organization instead of media; GET /v1/linkedin/posts lists them.',
    ),
    page: page('The same as organizationId.'),
    primaryName: primaryName('Display name of the organization.'),
    scalePostId: scalePostId('Sponsor the post in media[0].effectiveStoryId: the same as postId.'),
  },
  media: {
    ...postFields('The post to sponsor, as its URN.'),
    carouselTitle: cardFields.carouselTitle("Headline of the card; the ad's title when left out."),
    carouselLink: cardFields.carouselLink("Where a click on the card leads; the ad's link when left out."),
    carouselIndex: cardFields.carouselIndex,
  },
} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
