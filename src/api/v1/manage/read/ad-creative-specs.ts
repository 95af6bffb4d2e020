import { z } from 'zod'
import { readAds } from '../../../../core/manage/reading.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { adIdsField, maxAds, rawSpec, UnreadAd } from './ad-ids.ts'

const text = (description: string) => z.string().nullable().meta({ description })

const CreativeSpec = z
  .object({
    id: z.string().meta({ description: 'Id of the creative.' }),
    name: text('Its name.'),
    object_story_spec: rawSpec('What it shows'),
    asset_feed_spec: rawSpec('What it chooses from'),
    url_tags: text('What is added to its address.'),
    effective_object_story_id: text('The post behind it, as page and post.'),
  })
  .meta({ id: 'CreativeSpec' })

const AdCreativeSpec = z
  .object({
    adId: z.string().meta({ description: 'Id of the ad.' }),
    success: z.literal(true).meta({ description: 'The ad was read.' }),
    creative: CreativeSpec.optional().meta({
      description: 'What it shows; left out where the platform tells nothing.',
    }),
  })
  .meta({ id: 'AdCreativeSpec' })

export const adCreativeSpecs = operation({
  name: 'get_ad_creative_specs',
  rest: { method: 'POST', path: '/v1/manage/ad-creative-specs' },
  section: 'Primary platform',
  summary: `What up to ${maxAds} ads show: the specs of their creatives.`,
  description: 'An ad that cannot be read has success false and says why; the others are there all the same.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  takesLeftovers: true,
  input: z.object(adIdsField),
  example: { adIds: [demo.ad] },
  reply: z.object({
    data: z
      .array(z.discriminatedUnion('success', [AdCreativeSpec, UnreadAd]))
      .meta({ description: 'One record for each id, in their order.' }),
    count: z.number().int().meta({ description: 'How many records there are.' }),
  }),
  async handle(deps, call, { adIds: ids }) {
    const records = await readAds(deps, call, { ids, read: (reading, some) => reading.creativeSpecs(some) })
    const data = records.map((each) => {
      if (!each.success) return each
      const { account_id: _account, ...spec } = each
      return spec
    })
    return { data, count: data.length }
  },
})
