import { z } from 'zod'
import { idField, pageFields, ResearchBrandOverview, ResearchFollowed, researchPage } from './shapes.ts'
import { shapedQuery } from './query.ts'

export const researchBrand = shapedQuery({
  name: 'get_research_brand',
  procedure: 'brand.getOverview',
  summary: 'How a brand advertises: how many ads, where, in which formats, and which ran longest.',
  fields: z.object({ brandId: idField('brand') }),
  data: ResearchBrandOverview,
  example: { brandId: 'brand_01' },
})

export const followedBrands = shapedQuery({
  name: 'list_followed_brands',
  procedure: 'companies.listFollowed',
  summary: 'Brands that are followed, with how many ads they run.',
  fields: z.object(pageFields),
  data: researchPage(ResearchFollowed, 'ResearchFollowedPage'),
  example: {},
})
