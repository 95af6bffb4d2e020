import { z } from 'zod'
import { TextId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { picturesOfAds } from '../../../core/pictures/name.ts'
import { Words } from '../../../core/reports/query/question.ts'
import { demo } from '../../examples.ts'

const maxAds = 100

const AdPicture = z
  .object({
    adId: z.string().meta({ description: 'The ad, as it was asked for.' }),
    pictureId: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Read it at /v1/pictures/{id}; null: its platform shows none.' }),
  })
  .meta({ id: 'AdPicture' })

export const listPictures = operation({
  name: 'list_pictures',
  rest: { method: 'GET', path: '/v1/pictures' },
  section: 'Reporting',
  summary: 'What ads of an account look like: ids of pictures.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    accountId: TextId.meta({ description: 'The ad account that the ads are in.' }),
    adIds: Words.pipe(z.array(TextId).min(1).max(maxAds)).meta({
      description: `Ids of ads by comma, at most ${maxAds}.`,
    }),
  }),
  example: { accountId: demo.account, adIds: demo.ad },
  reply: z.object({
    data: z.array(AdPicture).meta({ description: 'In the order of the ads.' }),
    count: z.number().int().meta({ description: 'How many ads these are.' }),
  }),
  async handle(deps, call, asked) {
    const data = await picturesOfAds(deps, call, asked)
    return { data, count: data.length }
  },
})
