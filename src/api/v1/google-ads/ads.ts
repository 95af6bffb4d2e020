import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { GroupPosition, listFields, listReply, section, statusFilter, switchFields, wordOrNull } from './fields.ts'
import { keptEndFields } from '../../../core/ends/listed.ts'
import { endingList } from './lists.ts'

const texts = (description: string) => z.array(z.string()).meta({ description })

const SearchAd = z
  .object({
    id: z.string().meta({ description: 'Id of the ad.' }),
    name: z.string().meta({ description: 'Its name, or what it says first where it has none.' }),
    ...switchFields,
    type: wordOrNull('What kind it is'),
    approval: wordOrNull('Whether it was approved'),
    strength: wordOrNull('How good the platform thinks it is'),
    links: texts('Where clicks lead.'),
    headlines: texts('Its headlines.'),
    descriptions: texts('Its descriptions.'),
    ...keptEndFields,
    ...GroupPosition,
  })
  .meta({ id: 'SearchAd' })

export const searchAds = operation({
  name: 'list_search_ads',
  rest: { method: 'GET', path: '/v1/google-ads/ads' },
  section,
  summary: 'Ads of a search-ads account, campaign or ad group, with their texts.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ ...listFields, ...statusFilter }),
  example: { accountId: demo.searchAccount, adGroupId: demo.searchAdGroup },
  reply: listReply(SearchAd),
  handle: endingList('ad', (verbs, account, query) => verbs.listAds(account, query)),
})
