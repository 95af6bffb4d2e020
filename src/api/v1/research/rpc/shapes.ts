import { z } from 'zod'

/** What the research tool tells about ads, brands and boards. It may tell more. */
const time = (description: string) => z.string().meta({ description, format: 'date-time' })
const count = (description: string) => z.number().int().meta({ description })

export const idField = (what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ description: `Id of the ${what}, as the research tool has it.` })

const ResearchMedia = z
  .looseObject({
    type: z.enum(['image', 'video']).meta({ id: 'ResearchMediaType' }).meta({ description: 'Whether it moves.' }),
    url: z.string().meta({ description: 'Where the file is: POST /v1/media/upload/url takes it.' }),
    thumbnailUrl: z.string().nullish().meta({ description: 'A still picture of it.' }),
    width: z.number().nullish().meta({ description: 'Width in pixels.' }),
    height: z.number().nullish().meta({ description: 'Height in pixels.' }),
  })
  .meta({ id: 'ResearchMedia' })

export const ResearchAd = z
  .looseObject({
    id: z.string().meta({ description: 'Id of the ad.' }),
    brandId: z.string().meta({ description: 'Id of the brand that it is of.' }),
    brandName: z.string().meta({ description: 'Name of the brand.' }),
    platforms: z.array(z.string()).meta({ description: 'Where it was seen, in the words of the research tool.' }),
    countries: z.array(z.string()).meta({ description: 'In which countries it was seen, by their ISO 3166 codes.' }),
    format: z
      .string()
      .meta({ description: 'What it is made of, in the words of the research tool: image, video, carousel.' }),
    headline: z.string().nullable().meta({ description: 'Its headline.' }),
    body: z.string().nullable().meta({ description: 'Its text.' }),
    cta: z.string().nullable().meta({ description: 'What its button asks for.' }),
    landingPageUrl: z.string().nullable().meta({ description: 'Where it leads.' }),
    media: z.array(ResearchMedia).meta({ description: 'Its pictures and films.' }),
    firstSeenAt: time('When it was seen first.'),
    lastSeenAt: time('When it was seen last.'),
    isActive: z.boolean().meta({ description: 'Whether it still runs.' }),
    daysActive: count('On how many days it ran.'),
  })
  .meta({ id: 'ResearchAd' })

export const ResearchAdDetails = ResearchAd.extend({
  industry: z.string().nullish().meta({ description: 'What kind of business the brand is in.' }),
  pageUrl: z.string().nullish().meta({ description: 'A page about the brand; POST /v1/research/scrape reads it.' }),
  boardIds: z.array(z.string()).meta({ description: 'The boards that it is on.' }),
  similarAdIds: z.array(z.string()).meta({ description: 'Ads of the same brand that resemble it.' }),
}).meta({ id: 'ResearchAdDetails' })

export const ResearchBoard = z
  .looseObject({
    id: z.string().meta({ description: 'Id of the board in the research tool.' }),
    name: z.string().meta({ description: 'Its name.' }),
    description: z.string().nullable().meta({ description: 'What belongs on it.' }),
    adCount: count('How many ads are on it.'),
    adIds: z.array(z.string()).meta({ description: 'The ads on it.' }),
    createdAt: time('When it was made.'),
  })
  .meta({ id: 'ResearchBoard' })

const ResearchBrand = z
  .looseObject({
    id: z.string().meta({ description: 'Id of the brand.' }),
    name: z.string().meta({ description: 'Its name.' }),
    domain: z.string().nullable().meta({ description: 'Its site.' }),
    industry: z.string().nullish().meta({ description: 'What kind of business it is in.' }),
    logoUrl: z.string().nullish().meta({ description: 'Its logo.' }),
    pageUrl: z.string().nullish().meta({ description: 'A page about it; POST /v1/research/scrape reads it.' }),
  })
  .meta({ id: 'ResearchBrand' })

const counts = {
  adCount: count('How many of its ads are known.'),
  activeAdCount: count('How many of them run now.'),
  newAdCount: count('How many were first seen within the last 7 days.'),
}

const ResearchShare = z
  .looseObject({
    name: z.string().meta({ description: 'Which one, in the words of the research tool.' }),
    adCount: count('How many ads.'),
  })
  .meta({ id: 'ResearchShare' })

export const ResearchBrandOverview = z
  .looseObject({
    brand: ResearchBrand.meta({ description: 'The brand itself.' }),
    ...counts,
    platforms: z.array(ResearchShare).meta({ description: 'Ads by platform, most first.' }),
    countries: z.array(ResearchShare).meta({ description: 'Ads by country, most first.' }),
    formats: z.array(ResearchShare).meta({ description: 'Ads by format, most first.' }),
    firstSeenAt: time('When its first ad was seen.'),
    lastSeenAt: time('When an ad of it was seen last.'),
    longestRunning: z.array(ResearchAd).meta({ description: 'The ads that ran longest.' }),
  })
  .meta({ id: 'ResearchBrandOverview' })

export const ResearchFollowed = ResearchBrand.extend({
  followedAt: time('Since when it is followed.'),
  ...counts,
}).meta({ id: 'ResearchFollowed' })

/** A page of a list of the research tool. */
export function researchPage<T extends z.ZodType>(item: T, id: string) {
  return z
    .looseObject({
      items: z.array(item).meta({ description: 'The entries.' }),
      total: count('How many entries there are in all.'),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as cursor to get the next page; null at the end.' }),
    })
    .meta({ id })
}

const maxPage = 100
const usualPage = 20

export const pageFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPage)
    .default(usualPage)
    .meta({ description: `How many entries to answer with: 1 to ${maxPage}.` }),
  cursor: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'The nextCursor of the page before. Left out: from the beginning.' }),
}
