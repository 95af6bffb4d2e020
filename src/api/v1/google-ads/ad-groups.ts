import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { listFields, listReply, money, Place, section, statusFilter, switchFields, wordOrNull } from './fields.ts'
import { keptEndFields } from '../../../core/ends/listed.ts'
import { endingList } from './lists.ts'

const SearchAdGroup = z
  .object({
    id: z.string().meta({ description: 'Id of the ad group.' }),
    name: z.string().meta({ description: 'Its name.' }),
    ...switchFields,
    type: wordOrNull('What kind it is'),
    bid: money('What a click may cost.'),
    ...keptEndFields,
    ...Place,
  })
  .meta({ id: 'SearchAdGroup' })

const { adGroupId: _adGroup, ...fields } = listFields

export const searchAdGroups = operation({
  name: 'list_search_ad_groups',
  rest: { method: 'GET', path: '/v1/google-ads/ad-groups' },
  section,
  summary: 'Ad groups of a search-ads account or campaign.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ ...fields, ...statusFilter }),
  example: { accountId: demo.searchAccount, campaignId: demo.searchCampaign },
  reply: listReply(SearchAdGroup),
  handle: endingList('adset', (verbs, account, query) => verbs.listAdGroups(account, query)),
})
