import { z } from 'zod'
import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, IdOrEmpty, PlatformId, text } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import {
  aiDisclosure,
  bodyVariations,
  cardFields,
  page,
  postFields,
  primaryName,
  scalePostId,
} from '../../kit/fields/launch-fields.ts'

const flag = z.boolean()
const texts = (max: number) => z.array(text(max)).max(50)

export const launchFields = {
  ad: {
    page: page('The page that speaks in the ad; GET /v1/profiles lists them.'),
    primaryName: primaryName('Display name of the page.'),
    secondary: field(
      IdOrEmpty.nullable(),
      'warned',
      'Profile on the secondary network; GET /v1/profiles lists them. null: the page speaks alone, for advertisers who have none.',
    ),
    secondaryName: field(text(500), 'ignored', 'Display name of that profile.'),
    adDescription: field(text(2000), 'warned', 'The line below the headline.'),
    headlineVariations: field(texts(2000), 'refused', 'Headlines of a flexible ad; the title when left out.'),
    bodyVariations: bodyVariations('Primary texts of a flexible ad; the description when left out.'),
    promoCode: field(
      text(100),
      'refused',
      'A code that buyers enter: letters, digits, dashes and underscores, with at least 2 letters.',
    ),
    aiDisclosure: aiDisclosure('Opts in to the AI self-disclosure of the creative.'),
    aiMediaSelfDisclosure: field(flag, 'refused', 'The same as aiDisclosure.'),
    scalePostId: scalePostId('Boost the post in media[0].effectiveStoryId, whose three existing-post flags are true.'),
    partnershipCode: field(
      text(500),
      'refused',
      'A code from a creator for an ad with their post: starts with adcode-, or has 16 or more characters.',
    ),
    partnershipAd: field(
      z.object({
        creatorId: PlatformId.optional().meta({ description: 'Id of that profile.' }),
        creatorPageId: PlatformId.optional().meta({ description: 'Id of that page.' }),
      }),
      'refused',
      "The creator's Instagram account (secondary), the creator's page, or both.",
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

/** What the ad says about its media by either name; undefined: nothing. */
export function disclosureOf({ aiDisclosure: said, aiMediaSelfDisclosure: also }: Partial<OwnAd>): boolean | undefined {
  return said ?? also
}

export type OwnItem = LaunchItem<OwnAd>
