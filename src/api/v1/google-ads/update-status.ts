import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { changeStatus } from '../../../core/manage/entities.ts'
import { changeKeywordStatus } from '../../../core/search-ads/keyword-status.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { alsoSpelled } from '../manage/also-spelled.ts'
import { entityIdsField, entityResults, replyTo, withEntities } from '../manage/entity-list.ts'
import { accountField } from '../manage/fields.ts'
import { SearchStatus, section } from './fields.ts'
import { guardFailures } from '../../guard-failures.ts'

const types: Record<string, string> = { adset: 'ad-group', adgroup: 'ad-group' }
const plainType = (word: unknown) => {
  if (typeof word !== 'string') return word
  const plain = word.toLowerCase().replace(/[\s_-]/g, '')
  return Object.hasOwn(types, plain) ? types[plain] : plain
}

const rule = 'must be campaign, ad-group, ad or keyword'
const SearchEntityType = z
  .enum(['campaign', 'ad-group', 'ad', 'keyword'], {
    error: ({ input }) => (input === undefined ? 'is required' : rule),
  })
  .meta({ id: 'SearchEntityType' })

const levels = { campaign: 'campaign', 'ad-group': 'adset', ad: 'ad' } as const

const spelled = alsoSpelled({ status: ['newStatus', 'new_status'] })

export const updateSearchStatus = operation({
  name: 'update_search_status',
  rest: { method: 'POST', path: '/v1/google-ads/update-status' },
  section,
  summary: 'Pause or resume campaigns, ad groups, ads or keywords of the search-ads platform.',
  description:
    'Each has its own result: one that fails does not hold the others up. Ids of keywords are adGroupId~criterionId.',
  scope: 'manage',
  effect: ({ status }) => (status === 'paused' ? 'changes' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    entityType: z
      .preprocess(plainType, SearchEntityType)
      .meta({ description: 'What it is: campaign, ad-group, ad or keyword; adset means ad-group.' }),
    ...entityIdsField,
    status: SearchStatus.meta({ description: 'ENABLED or PAUSED; ACTIVE is understood.' }),
  }),
  prepare: (body) => withEntities(spelled(body)),
  example: {
    accountId: demo.searchAccount,
    entityType: 'ad-group',
    entityIds: [demo.searchAdGroup],
    status: 'PAUSED',
  },
  reply: z.object(entityResults),
  async handle(deps, call, { accountId, entityType, entityIds: ids, status }) {
    if (entityType === 'keyword') return replyTo(await changeKeywordStatus(deps, call, { accountId, ids, status }))
    requireVerb(await openAccount(deps, call, accountId), 'searchAds')
    const type = levels[entityType]
    const word = entityType === 'ad-group' ? 'ad group' : entityType
    return replyTo(await changeStatus(deps, call, { type, ids, accountId, word, change: { status } }))
  },
})
