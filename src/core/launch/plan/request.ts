import { z } from 'zod'
import { adTypes } from '../../../platforms/contract/launch.ts'
import { PlatformId, plainId, text, TextId } from '../../../platforms/contract/launch-fields.ts'
import { mediaKinds } from '../../../platforms/contract/media.ts'
import type { MergedField } from '../../../platforms/merge-fields.ts'
import type { Platforms } from '../../../platforms/registry.ts'

export { PlatformId, plainId, TextId }

export const maxAdsPerLaunch = 1000
export const maxAdSetsPerAd = 200
export const maxMediaPerAd = 50
export const maxBatchNameLength = 200

const AdSetRef = z
  .union([
    PlatformId,
    z.object({
      value: PlatformId.meta({ description: 'Its id.' }),
      label: text(1000).optional().meta({ description: 'Its name, for people.' }),
    }),
  ])
  .meta({ description: 'An ad set: its id, or an object with value (the id) and label.' })

const kindAbout =
  'Found from the file when left out. A WebP picture is sent as a JPEG, or as a PNG where it is transparent.'

/** What is read of a media item on every platform; `launchBodyOf` adds what the platforms declare. */
const MediaItem = z.object({
  url: text(4000).optional().meta({ description: 'Where the file is, such as an address from an upload.' }),
  type: z.enum(mediaKinds).optional().meta({ description: kindAbout }),
  thumbnail: text(4000).optional().meta({ description: 'Preview picture of a video.' }),
})

const mediaOf = (item: typeof MediaItem) =>
  z
    .array(item)
    .max(maxMediaPerAd)
    .optional()
    .meta({ description: 'Its pictures and videos; none for an existing post.' })

const typeAbout =
  'single when left out: one media item, or several pictures where a platform makes them the cards of one ad. multi: one media item per aspect ratio, two at least. carousel: ' +
  'cards in the order of media. flexible: any media, with headlineVariations and bodyVariations. partnershipCode: ' +
  'set by itself when a partnershipCode is given.'

/** What is read of an ad on every platform; `launchBodyOf` adds what the platforms declare. */
const LaunchAdBody = z.object({
  adName: z.string().trim().min(1).max(1000).meta({ description: 'Name of the ad.' }),
  adAccountId: PlatformId.meta({ description: 'The ad account it is launched in; GET /v1/adaccounts lists them.' }),
  adAccountType: text(50).optional().meta({ description: 'Found from the account when left out.' }),
  workspaceId: PlatformId.optional().meta({ description: 'The workspace of the ad account.' }),
  clientRef: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Your own name for this ad, unique in the launch.' }),
  type: z.enum(adTypes).optional().meta({ description: typeAbout }),
  adSets: z
    .array(AdSetRef)
    .max(maxAdSetsPerAd)
    .optional()
    .meta({ description: 'The ad sets: an ad is made in each of them; GET /v1/adsets lists them.' }),
  media: mediaOf(MediaItem),
  launchPaused: z.boolean().optional().meta({ description: 'The ad is made, and not shown yet.' }),
  status: z.enum(['ACTIVE', 'PAUSED']).optional().meta({ description: 'PAUSED: as launchPaused.' }),
})

const adsOf = (ad: typeof LaunchAdBody) =>
  z
    .array(ad)
    .min(1, 'a launch needs at least one ad')
    .max(
      maxAdsPerLaunch,
      `a launch takes at most ${maxAdsPerLaunch.toLocaleString('en')} ads; send the rest in another launch`,
    )
    .meta({ description: 'The ads to launch, on one platform or on several.' })

/** What people call a batch, or the draft of one. */
export const BatchName = z.string().trim().max(maxBatchNameLength)

/** A launch without what single platforms know: operations name it, and are given `launchBodyOf` the platforms there are. */
export const LaunchBody = z.object({
  name: BatchName.nullish().meta({ description: 'Its name.' }),
  ads: adsOf(LaunchAdBody),
  adSets: z
    .array(AdSetRef)
    .max(maxAdSetsPerAd)
    .optional()
    .meta({ description: 'Ad sets for all ads that name none of their own.' }),
  launchPaused: z.boolean().optional().meta({ description: 'For ads that do not say so.' }),
  dryRun: z.boolean().optional().meta({ description: 'Check everything, change nothing.' }),
  depth: z
    .enum(['rules', 'platform'])
    .optional()
    .meta({
      description:
        'How far to look. platform: the platforms are asked whether ad sets are there, open and have room, who may speak, and what else ' +
        'keeps an ad from being made; as to validate and to plan. rules: what a launch needs to be accepted, as to launch and its dry run.',
    }),
})

export type LaunchSchema = typeof LaunchBody

/** The whole launch: what every platform reads, and what each of these declares. */
export function launchBodyOf({ all, fields }: Platforms): LaunchSchema {
  const takers = all.filter(({ mediaKinds: kinds }) => kinds?.includes('document')).map(({ name }) => name)
  const whereKinds = `A document (PDF) is possible on ${takers.join(', ') || 'no platform'}.`
  const media = MediaItem.extend({
    ...shapeOf(fields.media, MediaItem),
    type: MediaItem.shape.type.meta({ description: `${kindAbout} ${whereKinds}` }),
  }) as unknown as typeof MediaItem
  const whereTypes = adTypes.map((type) => {
    const able = all.filter(({ launchTypes = [] }) => launchTypes.includes(type)).map(({ name }) => name)
    return `${type} is possible on ${able.join(', ') || 'no platform'}`
  })
  const ad = LaunchAdBody.extend({
    ...shapeOf(fields.ad, LaunchAdBody),
    type: LaunchAdBody.shape.type.meta({ description: `${typeAbout} ${whereTypes.join('; ')}.` }),
    media: mediaOf(media),
  }) as unknown as typeof LaunchAdBody
  return LaunchBody.extend({ ads: adsOf(ad) })
}

function shapeOf(fields: ReadonlyMap<string, MergedField>, { shape }: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    [...fields.values()].map(({ name, schema, description, platforms }) => {
      if (name in shape) throw new Error(`${platforms.join(', ')}: ${name} is read on every platform already.`)
      return [name, schema.optional().meta({ description })]
    }),
  )
}

export type LaunchRequest = z.output<typeof LaunchBody>
export type RequestedAd = z.output<typeof LaunchAdBody>
