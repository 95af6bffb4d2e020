import { z } from 'zod'

/** What keeps nobody from launching, and is better known. */
export const Warning = z
  .object({
    path: z.string().meta({
      description: 'Which field, as in "ads.0.headline"; empty for what a spend guard says of the whole launch.',
    }),
    message: z.string().meta({ description: 'What becomes of it.' }),
    reason: z
      .enum(['unused'])
      .optional()
      .meta({ description: 'unused: the platform makes no use of the field. Left out: the message alone tells.' }),
  })
  .meta({ id: 'Warning', description: 'Mostly a field that the platform makes no use of: the ad is made without it.' })
