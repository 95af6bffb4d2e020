import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { maxAtOnce } from '../../../core/search-ads/many.ts'
import type { SwitchState } from '../../../platforms/contract/manage.ts'
import { matchTypes } from '../../../platforms/contract/search-ads.ts'
import { pageFields, pageOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'
import { workspaceField } from '../manage/fields.ts'
import { CurrencyMetadata } from '../manage/structure-row.ts'

export const section = 'Search-ads platform'

const words: Record<string, string> = { ACTIVE: 'ENABLED', ENABLE: 'ENABLED', DISABLE: 'PAUSED', DISABLED: 'PAUSED' }
const plainWord = (word: unknown) => {
  if (typeof word !== 'string') return word
  const upper = word.trim().toUpperCase()
  return Object.hasOwn(words, upper) ? words[upper] : upper
}

const SearchSwitch = z
  .enum(['ENABLED', 'PAUSED'], {
    error: ({ input }) => (input === undefined ? 'is required' : 'must be ENABLED or PAUSED'),
  })
  .meta({ id: 'SearchSwitch' })

/** The platform's own words for a switch; those of other platforms are understood. */
export const SearchStatus = z.preprocess(
  plainWord,
  SearchSwitch.transform((word): SwitchState => (word === 'ENABLED' ? 'active' : 'paused')),
)

export const statusFilter = {
  status: SearchStatus.optional().meta({
    description: 'Only those whose own switch stands so: ENABLED or PAUSED. Left out: all but what is removed.',
  }),
}

export const MatchTypeWord = z
  .preprocess(
    (word) => (typeof word === 'string' ? word.trim().toUpperCase() : word),
    z.enum(matchTypes).meta({ id: 'MatchType' }),
  )
  .meta({ description: `How close a search must be: ${matchTypes.join(', ')}.` })

export const KeywordText = z
  .string()
  .max(1000)
  .meta({ description: 'The words: at most 80 characters and 10 words, without signs such as ! @ % , or *.' })

const CampaignIdField = PlatformId.optional().meta({ description: 'Only this campaign, or what is in it.' })
const AdGroupIdField = PlatformId.optional().meta({ description: 'Only what is in this ad group.' })

/** Lists of what is in campaigns and ad groups. */
export const listFields = {
  accountId: AccountIdParam,
  campaignId: CampaignIdField,
  adGroupId: AdGroupIdField,
  ...pageFields(1000, 100),
  ...workspaceField,
}

export function listReply<T extends z.ZodType>(row: T) {
  return pageOf(row).extend({ metadata: CurrencyMetadata.meta({ description: 'What holds for all entries.' }) })
}

const manyRule = `takes from 1 to ${maxAtOnce} of them`

export function manyOf<T extends z.ZodType>(item: T, what: string) {
  return z
    .array(item)
    .min(1, manyRule)
    .max(maxAtOnce, manyRule)
    .meta({ description: `1 to ${maxAtOnce} ${what}.` })
}

export const Place = {
  campaignId: z.string().meta({ description: 'Id of its campaign.' }),
  campaignName: z.string().meta({ description: 'Name of its campaign.' }),
}

export const GroupPosition = {
  adGroupId: z.string().meta({ description: 'Id of its ad group.' }),
  adGroupName: z.string().meta({ description: 'Name of its ad group.' }),
  ...Place,
}

export const money = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what} In the account's main currency unit; null where none is set.` })

export const platformWord = (what: string) => z.string().meta({ description: `${what}, in the platform's own word.` })
export const wordOrNull = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}, in the platform's own word; null where it does not tell.` })

export const switchFields = {
  status: platformWord('Its own switch'),
  effectiveStatus: platformWord('What that amounts to below its campaign'),
}
