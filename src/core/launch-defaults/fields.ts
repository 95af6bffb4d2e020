import { z } from 'zod'
import { RequestedEnhancements } from '../../platforms/contract/enhancements.ts'
import { IdOrEmpty } from '../../platforms/contract/launch-fields.ts'

/** The default that says that there is no profile: null says that there is no default. */
export const noSecondary = 'none'

/** Who speaks, where platforms have a word of their own for it: each takes its own. */
export const speakers = ['identityId', 'profileId', 'organizationId', 'boardId'] as const

const speaker = (what: string) => IdOrEmpty.nullish().meta({ description: `${what}, where the platform has one.` })

/** What a launch fills in when the caller left it out. */
export const LaunchDefaultFields = z.object({
  page: IdOrEmpty.nullish().meta({ description: 'Id of the page that speaks.' }),
  primaryName: z.string().max(500).nullish().meta({ description: 'What the page is called.' }),
  secondary: IdOrEmpty.nullish().meta({
    description: `Profile on the secondary network; "${noSecondary}": the page speaks alone.`,
  }),
  secondaryName: z.string().max(500).nullish().meta({ description: 'What that profile is called.' }),
  identityId: speaker('Id of the identity that speaks'),
  profileId: speaker('Id of the public profile that speaks'),
  organizationId: speaker('Id of the organization that speaks'),
  boardId: speaker('Id of the board of pins'),
  title: z.string().max(2000).nullish().meta({ description: 'The headline.' }),
  description: z.string().max(10_000).nullish().meta({ description: 'The text of the ad.' }),
  cta: z.string().max(100).nullish().meta({ description: 'The call to action, such as SHOP_NOW.' }),
  link: z.string().max(4000).nullish().meta({ description: 'Where a click leads.' }),
  enhancements: RequestedEnhancements.nullish().meta({
    description:
      'What platforms may change in ads by themselves, as an ad says it; each platform takes the names that it has.',
  }),
  requireAiDisclosure: z.boolean().nullish().meta({
    description:
      'true: every new ad must say aiDisclosure, true or false, on platforms that take it. Of the company and the account, one is enough.',
  }),
  urlTags: z.string().max(4000).nullish().meta({ description: 'What is added to the link, such as utm_source=ads.' }),
})

export type DefaultFields = z.output<typeof LaunchDefaultFields>

/** Of the company, or of one of its accounts. */
export interface DefaultsOf {
  accountId: string | null
  fields: DefaultFields
}
