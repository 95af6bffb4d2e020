import { z } from 'zod'
import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, IdOrEmpty, PlatformId, text } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import { cardFields, page, postFields, primaryName, scalePostId } from '../../kit/launch-fields.ts'

const flag = z.boolean()
const texts = (max: number) => z.array(text(max)).max(50)

export const launchFields = {
  ad: {
    page: page('The page that speaks in the ad; GET /v1/profiles lists them.'),
    primaryName: primaryName('Display name of the page.'),
    secondary: field(
      IdOrEmpty.nullable(),
      'warned',
      'Profile on the secondary network; null: the page speaks alone, for advertisers who have none.',
    ),
    secondaryName: field(text(500), 'ignored', 'Display name of that profile.'),
    adDescription: field(text(2000), 'warned', 'The line below the headline.'),
    headlineVariations: field(texts(2000), 'refused', 'Headlines of a flexible ad; the title when left out.'),
    bodyVariations: field(texts(10_000), 'refused', 'Primary texts of a flexible ad; the description when left out.'),
    promoCode: field(
      text(100),
      'refused',
      'A code that buyers enter: letters, digits, dashes and underscores, with at least 2 letters.',
    ),
    aiMediaSelfDisclosure: field(flag, 'refused', 'true: the media were made with AI.'),
    scalePostId: scalePostId('Boost the post in media[0].effectiveStoryId, whose three existing-post flags are true.'),
    partnershipCode: field(
      text(500),
      'refused',
      'A code from a creator for an ad with their post: starts with adcode-, or has 16 or more characters.',
    ),
    partnershipAd: field(
      z.object({ creatorId: PlatformId.optional(), creatorPageId: PlatformId.optional() }),
      'refused',
      "The creator's profile on the secondary network, the creator's page, or both.",
    ),
  },
  media: {
    ...postFields('{page_id}_{post_id}, for boosting a post.'),
    carouselTitle: cardFields.carouselTitle('Headline of the card: required in a carousel.'),
    carouselDescription: field(text(1000), 'warned', 'The line below the headline of the card.'),
    carouselLink: cardFields.carouselLink("Where a click on the card leads; the ad's link when left out."),
    carouselIndex: cardFields.carouselIndex,
  },
} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
