import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { Day, usualDays } from '../../../core/days/range.ts'
import { readMaterials } from '../../../core/reports/live/materials.ts'
import { materialKinds, materialLevels } from '../../../platforms/contract/materials.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam, platformIds } from '../../shapes.ts'
import { workspaceField } from '../manage/fields.ts'
import { CurrencyMetadata } from '../manage/structure-row.ts'

const maxIds = 1000
const lower = (word: unknown) => (typeof word === 'string' ? word.trim().toLowerCase() : word)
const upper = (word: unknown) => (typeof word === 'string' ? word.trim().toUpperCase() : word)
const orNull = (description: string) => z.string().nullable().meta({ description })
const figure = (description: string) => z.number().nullable().meta({ description })

const MaterialRow = z
  .object({
    materialId: z.string().meta({ description: 'Id of the video, the post, the carousel, the text or the button.' }),
    type: orNull("What it is, in the platform's word, such as VIDEO_NON_SPARK_ADS."),
    name: orNull("The file's name, of videos."),
    adMaterialId: orNull('Its id in that one ad, with level ad.'),
    entityId: orNull('What the row is told for, by level; null with granularity DAILY.'),
    day: orNull('The day, with granularity DAILY.'),
    spend: z.number().meta({ description: 'What was spent.' }),
    impressions: z.number().meta({ description: 'How often it was shown.' }),
    clicks: z.number().meta({ description: 'How often it was clicked.' }),
    conversions: figure('How many conversions.'),
    conversionValue: figure('What they were worth.'),
  })
  .meta({ id: 'MaterialRow' })

export const shortVideoMaterials = operation({
  name: 'read_short_video_materials',
  rest: { method: 'GET', path: '/v1/tiktok/materials' },
  section: 'Other platforms',
  summary: 'What each video, post and carousel, text or button in Smart+ ads did, the most expensive first.',
  description:
    `The last ${usualDays} days unless startDate and endDate say otherwise. The materials of an ad add up to the ad; other ads are ` +
    'not here. Of texts and buttons the platform tells ids alone. With granularity DAILY rows are about days, over all that is asked for together.',
  scope: 'read',
  effect: 'reads',
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    kind: z
      .preprocess(lower, z.enum(materialKinds))
      .default('media')
      .meta({ description: 'What rows are about: media (videos, posts, carousels), text or button.' }),
    level: z
      .preprocess(lower, z.enum(materialLevels))
      .default('ad')
      .meta({ description: `What a material is told for: ${materialLevels.join(', ')}.` }),
    entityIds: platformIds(maxIds)
      .optional()
      .meta({ description: 'Only in these campaigns, ad sets or ads, as the level says, by comma.' }),
    startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
    endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
    granularity: z
      .preprocess(upper, z.enum(['ALL', 'DAILY']))
      .default('ALL')
      .meta({ description: 'One row for all days, or for each.' }),
    ...pageFields(1000, 100),
    ...workspaceField,
  }),
  example: { accountId: demo.shortVideoAccount, level: 'ad' },
  reply: pageOf(MaterialRow).extend({
    metadata: CurrencyMetadata.extend({
      startDate: z.string().meta({ description: 'First day of all rows.', format: 'date' }),
      endDate: z.string().meta({ description: 'Last day of all rows.', format: 'date' }),
    })
      .meta({ id: 'MaterialsMetadata' })
      .meta({ description: 'What holds for all entries.' }),
  }),
  async handle(deps, call, { limit, cursor, page, workspaceId: _workspace, granularity, ...asked }) {
    const { rows, range, currency } = await readMaterials(deps, call, { ...asked, isDaily: granularity === 'DAILY' })
    const metadata = { currency, startDate: range.from, endDate: range.to }
    return { ...sliceOf(rows, windowOf({ limit, cursor, page }), true), metadata }
  },
})
