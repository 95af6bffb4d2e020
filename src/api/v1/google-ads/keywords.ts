import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { addKeywords, maxAtOnce } from '../../../core/search-ads/many.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { accountField, dryRunField, Money } from '../manage/fields.ts'
import { GroupPosition, KeywordText, listFields, listReply, manyOf, MatchTypeWord, money } from './fields.ts'
import { platformWord, section, statusFilter, switchFields } from './fields.ts'
import { listing } from './lists.ts'
import { manyReply, resultFields, describeMany } from './many-results.ts'
import { guardFailures } from '../../guard-failures.ts'

const keywordId = 'Id of the keyword: that of its ad group, a ~, and its own.'

const SearchKeyword = z
  .object({
    id: z.string().meta({ description: keywordId }),
    text: z.string().meta({ description: 'Its words.' }),
    matchType: platformWord('How close a search must be'),
    ...switchFields,
    bid: money('What a click may cost, where the keyword has a bid of its own.'),
    effectiveBid: money('What a click may cost.'),
    firstPageBid: money('What it takes to be on the first page, by the guess of the platform.'),
    qualityScore: z.number().int().nullable().meta({ description: 'From 1 to 10; null: not told.' }),
    ...GroupPosition,
  })
  .meta({ id: 'SearchKeyword' })

export const searchKeywords = operation({
  name: 'list_search_keywords',
  rest: { method: 'GET', path: '/v1/google-ads/keywords' },
  section,
  summary: 'Keywords of a search-ads account, campaign or ad group.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ ...listFields, ...statusFilter }),
  example: { accountId: demo.searchAccount, adGroupId: demo.searchAdGroup },
  reply: listReply(SearchKeyword),
  handle: listing((verbs, account, query) => verbs.listKeywords(account, query)),
})

const NewKeyword = z
  .object({
    text: KeywordText,
    matchType: MatchTypeWord,
    bid: Money.optional().meta({ description: "What a click may cost, in the account's main currency unit." }),
  })
  .meta({ id: 'NewKeyword' })

const KeywordResult = z
  .object({
    ...resultFields,
    id: z
      .string()
      .nullable()
      .meta({ description: `${keywordId} null where there is none.` }),
    text: z.string().meta({ description: 'Its words, as they were given.' }),
    matchType: platformWord('How close a search must be'),
    bid: z.number().optional().meta({ description: 'The bid that was asked for.' }),
  })
  .meta({ id: 'KeywordResult' })

export const addSearchKeywords = operation({
  name: 'add_search_keywords',
  rest: { method: 'POST', path: '/v1/google-ads/keywords' },
  section,
  summary: 'Add keywords to an ad group, each with its own result.',
  description:
    `1 to ${maxAtOnce} keywords. One that the platform refuses does not hold the others up; one that is there already ` +
    'is left as it is. With dryRun the platform looks at all of them and adds none.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    adGroupId: PlatformId.meta({ description: 'Id of the ad group.' }),
    keywords: manyOf(NewKeyword, 'keywords'),
    ...dryRunField,
  }),
  example: {
    accountId: demo.searchAccount,
    adGroupId: demo.searchAdGroup,
    keywords: [{ text: 'solid oak furniture', matchType: 'PHRASE' }],
  },
  reply: manyReply(KeywordResult),
  async handle(deps, call, { workspaceId: _workspace, ...request }) {
    return describeMany(await addKeywords(deps, call, request))
  },
})
