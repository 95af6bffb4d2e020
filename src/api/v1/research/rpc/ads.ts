import { z } from 'zod'
import { idField, pageFields, ResearchAd, ResearchAdDetails, researchPage } from './shapes.ts'
import { shapedQuery } from './query.ts'

const word = (description: string) => z.string().trim().min(1).max(50).optional().meta({ description })

export const researchAds = shapedQuery({
  name: 'list_research_ads',
  procedure: 'ads.list',
  summary: "Search competitors' ads.",
  fields: z.object({
    search: z.string().trim().max(200).optional().meta({ description: 'Words that the ad or its brand must have.' }),
    brandId: idField('brand').optional(),
    platform: word('Only ads that were seen there, in the words of the research tool.'),
    country: word('Only ads that were seen in this country, by its ISO 3166 code.'),
    format: word('Only image, video or carousel.'),
    isActive: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .meta({ description: 'true: only ads that run now; false: only those that have ended.' }),
    sort: z
      .enum(['newest', 'oldest', 'longest'])
      .meta({ id: 'ResearchSort' })
      .optional()
      .meta({ description: 'By when they were seen first, or by how long they ran. Left out: newest.' }),
    ...pageFields,
  }),
  data: researchPage(ResearchAd, 'ResearchAdPage'),
  example: { search: 'free returns', format: 'image', limit: 5 },
})

export const researchAdDetails = shapedQuery({
  name: 'get_research_ad',
  procedure: 'ads.getDetails',
  summary: "Everything that is known about a competitor's ad.",
  fields: z.object({ adId: idField('ad') }),
  data: ResearchAdDetails,
  example: { adId: 'ad_0001' },
})
