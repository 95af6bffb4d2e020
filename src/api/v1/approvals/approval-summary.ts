import { z } from 'zod'
import { forecastReply, inSandbox } from '../forecast.ts'

const inAccount = {
  platform: z.string().meta({ description: 'Which platform, by its name here.' }),
  accountId: z.string().meta({ description: 'Id of the ad account.' }),
}

/** What a person is asked to approve, in words and figures. */
export const ApprovalSummary = z
  .object({
    title: z.string().meta({ description: 'What is asked for, such as: Launch 50 ads.' }),
    accounts: z
      .array(
        z
          .object({
            ...inAccount,
            name: z.string().meta({ description: 'What the ad account is called.' }),
            currency: z.string().meta({ description: 'Its currency.' }),
            sandbox: inSandbox,
          })
          .meta({ id: 'ApprovalAccount' }),
      )
      .meta({ description: 'The ad accounts that it is about, of those that the caller sees.' }),
    adCount: z.number().int().meta({ description: 'How many ads would be made.' }),
    activeCount: z.number().int().meta({ description: 'How many of these go live at once.' }),
    ads: z
      .array(
        z
          .object({
            ...inAccount,
            name: z.string().meta({ description: 'Name of the ad.' }),
            adSets: z
              .array(
                z
                  .object({
                    id: z.string().meta({ description: 'Id of the ad set.' }),
                    name: z.string().nullable().meta({ description: 'Its name, where it is known.' }),
                  })
                  .meta({ id: 'ApprovalAdSet' }),
              )
              .meta({ description: 'The ad sets that it is made in, once in each.' }),
            state: z.enum(['ACTIVE', 'PAUSED']).meta({ description: 'ACTIVE: it goes live at once.' }),
            media: z
              .array(
                z
                  .object({
                    url: z
                      .string()
                      .meta({ description: 'Its address; of a video with a preview picture, that of it.' }),
                    isVideo: z.boolean().meta({ description: 'Whether that is a video.' }),
                  })
                  .meta({ id: 'ApprovalMedium' }),
              )
              .optional()
              .meta({ description: 'The first four of what it shows; none where it shows a post.' }),
          })
          .meta({ id: 'ApprovalAd' }),
      )
      .meta({ description: 'The ads of a launch, 200 at most.' }),
    changes: z
      .array(
        z
          .object({
            ...inAccount,
            entity: z
              .object({
                type: z.string().meta({ description: 'campaign, adset or ad.' }),
                id: z.string().meta({ description: 'Its id.' }),
                name: z.string().meta({ description: 'What it is called.' }),
              })
              .meta({ id: 'ApprovalEntity' })
              .nullable()
              .meta({ description: 'What is changed; null: it is made anew.' }),
            what: z.string().meta({ description: 'What is done, in words, with amounts.' }),
            from: z.string().nullable().meta({
              description:
                'The budget or the state that is there, such as 18 USD a day; null: it is made anew, or nobody can tell.',
            }),
            to: z.string().nullable().meta({
              description: 'What it becomes, such as 48 USD a day; null: neither a budget nor a state changes.',
            }),
          })
          .meta({ id: 'ApprovalChange' }),
      )
      .meta({ description: 'What else is switched on, raised or made.' }),
    ...forecastReply,
  })
  .meta({ id: 'ApprovalSummary' })
