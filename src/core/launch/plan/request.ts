import { z } from 'zod'

export const mostAdsPerLaunch = 1000
export const mostAdSetsPerAd = 200
export const mostMediaPerAd = 50

/** An id of a platform. Always text; a number is taken too, and one too large to be exact has come as text already. */
export const PlatformId = z
  .union([z.string().trim().min(1).max(200), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform(String)

/** Real clients send an empty string for what they leave to the defaults. */
export const IdOrEmpty = z.union([PlatformId, z.literal('')])

const text = (most: number) => z.string().max(most)

export const AdSetRef = z
  .union([PlatformId, z.object({ value: PlatformId, label: text(1000).optional() })])
  .meta({ description: 'An ad set: its id, or an object with value (the id) and label.' })

export const MediaItem = z.object({
  url: text(4000)
    .optional()
    .meta({ description: 'Where the file is; an address from the upload endpoints can be used.' }),
  type: z.enum(['image', 'video']).optional().meta({
    description:
      'Found from the file when left out. A WebP picture is sent as a JPEG, or as a PNG where it is transparent.',
  }),
  thumbnail: text(4000).optional(),
  effectiveStoryId: text(200).optional().meta({ description: '{page_id}_{post_id}, for boosting a post.' }),
  existingAd: z.boolean().optional(),
  existingPrimaryAd: z.boolean().optional(),
  isExistingPost: z.boolean().optional(),
  platform: text(100).optional(),
  adCopyDescription: text(5000).optional(),
  carouselTitle: text(1000).optional(),
  carouselDescription: text(1000).optional(),
  carouselLink: text(4000).optional(),
  carouselIndex: z.number().int().optional(),
})

export const LaunchAdBody = z.object({
  adName: z.string().trim().min(1).max(1000),
  adAccountId: PlatformId,
  adAccountType: text(50).optional().meta({ description: 'Which platform; found from the account when left out.' }),
  workspaceId: PlatformId.optional(),
  clientRef: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Your own name for this ad, unique in the launch.' }),
  type: z
    .enum(['single', 'multi', 'carousel', 'flexible', 'partnershipCode'])
    .optional()
    .meta({
      description:
        'single (one media item) when left out. multi: one media item per aspect ratio, two at least. carousel: 2 to 10 ' +
        'cards in the order of media. flexible: any media, with headlineVariations and bodyVariations. partnershipCode: ' +
        'set by itself when a partnershipCode is given.',
    }),
  title: text(2000).optional().meta({ description: 'Headline.' }),
  description: text(10_000).optional().meta({ description: 'Primary text.' }),
  adDescription: text(2000).optional(),
  cta: text(100).optional().meta({ description: 'Call to action, such as LEARN_MORE or SHOP_NOW.' }),
  link: text(4000).optional().meta({ description: 'Where a click leads.' }),
  urlTags: text(4000).optional(),
  page: IdOrEmpty.optional(),
  primaryName: text(500).optional(),
  secondary: IdOrEmpty.nullable().optional().meta({
    description: 'Profile on the secondary network; null: the page speaks alone, for advertisers who have none.',
  }),
  secondaryName: text(500).optional(),
  adSets: z.array(AdSetRef).max(mostAdSetsPerAd).optional(),
  media: z.array(MediaItem).max(mostMediaPerAd).optional(),
  headlineVariations: z.array(text(2000)).max(50).optional(),
  bodyVariations: z.array(text(10_000)).max(50).optional(),
  promoCode: text(100)
    .optional()
    .meta({ description: 'Letters, digits, dashes and underscores, with at least 2 letters.' }),
  aiMediaSelfDisclosure: z.boolean().optional().meta({ description: 'true: the media were made with AI.' }),
  scalePostId: z
    .boolean()
    .optional()
    .meta({ description: 'Boost the post in media[0].effectiveStoryId, whose three existing-post flags are true.' }),
  launchPaused: z.boolean().optional(),
  status: z.enum(['ACTIVE', 'PAUSED']).optional().meta({ description: 'PAUSED is the same as launchPaused: true.' }),
  partnershipCode: text(500).optional(),
  partnershipAd: z
    .object({ creatorId: PlatformId.optional(), creatorPageId: PlatformId.optional() })
    .optional()
    .meta({ description: "The creator's profile on the secondary network, the creator's page, or both." }),
  identityId: PlatformId.optional().meta({ description: 'Short-video platform: who speaks in the ad.' }),
  identityType: text(50).optional(),
  sparkPostId: PlatformId.optional().meta({ description: 'Short-video platform: show this post instead of media.' }),
  sparkCode: text(500)
    .optional()
    .meta({ description: 'Short-video platform: authorization code of a creator’s post.' }),
  brandName: text(200).optional().meta({ description: 'Photo-messaging platform.' }),
  profileId: PlatformId.optional().meta({
    description: 'Photo-messaging platform: public profile that speaks in the ad.',
  }),
  snapAdType: text(50).optional().meta({ description: 'Photo-messaging platform: kind of creative.' }),
  headline: text(200)
    .optional()
    .meta({ description: 'Photo-messaging platform: at most 34 characters; the title when left out.' }),
  boardId: PlatformId.optional().meta({ description: 'Pin platform: the board of the pin.' }),
})

export const LaunchBody = z.object({
  ads: z
    .array(LaunchAdBody)
    .min(1, 'a launch needs at least one ad')
    .max(
      mostAdsPerLaunch,
      `a launch takes at most ${mostAdsPerLaunch.toLocaleString('en')} ads; send the rest in another launch`,
    ),
  adSets: z
    .array(AdSetRef)
    .max(mostAdSetsPerAd)
    .optional()
    .meta({ description: 'Ad sets for all ads that name none of their own.' }),
  launchPaused: z.boolean().optional().meta({ description: 'For all ads that do not say so themselves.' }),
  dryRun: z.boolean().optional().meta({ description: 'Check everything, change nothing.' }),
})

export type LaunchRequest = z.output<typeof LaunchBody>
export type RequestedAd = z.output<typeof LaunchAdBody>

/** For the documents of operations that take it. */
export const wrapperNote =
  'The older format, in which everything or each ad stands inside creativeState, is understood too; what stands outside of it wins.'

/** The older body format wraps everything, or each ad, in `creativeState`; what stands outside the wrapper wins. */
export function unwrapCreativeState(body: unknown): unknown {
  const outer = unwrapOne(body)
  if (!isObject(outer) || !Array.isArray(outer.ads)) return outer
  return { ...outer, ads: outer.ads.map(unwrapOne) }
}

function unwrapOne(value: unknown): unknown {
  if (!isObject(value)) return value
  const { creativeState, creative_state: inSnakeCase, ...rest } = value
  const inner = creativeState ?? inSnakeCase
  return isObject(inner) ? { ...inner, ...rest } : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
