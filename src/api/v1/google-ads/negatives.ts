import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { addNegatives, maxAtOnce } from '../../../core/search-ads/many.ts'
import { operation } from '../../../call/operation.ts'
import { badRequest } from '../../../errors.ts'
import { demo } from '../../examples.ts'
import { accountField, dryRunField } from '../manage/fields.ts'
import { KeywordText, listFields, listReply, manyOf, MatchTypeWord, platformWord, section } from './fields.ts'
import { listing } from './lists.ts'
import { manyReply, resultFields, describeMany } from './many-results.ts'

const negativeId = 'Id of the negative: that of its ad group, campaign or list, a ~, and its own.'
const placeOrNull = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}; null: it stands elsewhere, see level.` })

const ListUser = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.' }),
    name: z.string().meta({ description: 'Its name.' }),
  })
  .meta({ id: 'ListUser' })

const Negative = z
  .object({
    id: z.string().meta({ description: negativeId }),
    level: z
      .enum(['campaign', 'ad-group', 'shared-list'])
      .meta({ id: 'NegativeLevel' })
      .meta({ description: 'Where it stands: in a campaign, an ad group, or a list that campaigns share.' }),
    text: z.string().meta({ description: 'Its words.' }),
    matchType: platformWord('How close a search must be to be kept away'),
    campaignId: placeOrNull('Id of its campaign'),
    campaignName: placeOrNull('Name of its campaign'),
    adGroupId: placeOrNull('Id of its ad group'),
    adGroupName: placeOrNull('Name of its ad group'),
    listId: placeOrNull('Id of its shared list'),
    listName: placeOrNull('Name of its shared list'),
    campaigns: z.array(ListUser).optional().meta({ description: 'Of a shared list: the campaigns that use it.' }),
  })
  .meta({ id: 'Negative' })

export const searchNegatives = operation({
  name: 'list_search_negatives',
  rest: { method: 'GET', path: '/v1/google-ads/negatives' },
  section,
  summary: 'Negative keywords of campaigns, ad groups and shared lists.',
  description:
    'First those of campaigns, then those of ad groups, then those of lists that campaigns share, with the campaigns that use the list. ' +
    'With adGroupId only its own are listed.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object(listFields),
  example: { accountId: demo.searchAccount },
  reply: listReply(Negative),
  handle: listing((verbs, account, query) => verbs.listNegatives(account, query)),
})

const NewNegative = z
  .object({
    text: KeywordText,
    matchType: MatchTypeWord,
    campaignId: PlatformId.optional().meta({ description: 'The campaign that it holds for.' }),
    adGroupId: PlatformId.optional().meta({ description: 'The ad group that it holds for.' }),
  })
  .meta({ id: 'NewNegative' })

const NegativeResult = z
  .object({
    ...resultFields,
    id: z
      .string()
      .nullable()
      .meta({ description: `${negativeId} null where there is none.` }),
    text: z.string().meta({ description: 'Its words, as they were given.' }),
    matchType: platformWord('How close a search must be to be kept away'),
    campaignId: z.string().optional().meta({ description: 'The campaign that it holds for.' }),
    adGroupId: z.string().optional().meta({ description: 'The ad group that it holds for.' }),
  })
  .meta({ id: 'NegativeResult' })

export const addSearchNegatives = operation({
  name: 'add_search_negatives',
  rest: { method: 'POST', path: '/v1/google-ads/negatives' },
  section,
  summary: 'Keep ads away from searches: add negative keywords to campaigns and ad groups.',
  description:
    `1 to ${maxAtOnce} negatives, each with campaignId or adGroupId. One that the platform refuses does not hold the ` +
    'others up; one that is there already is left as it is.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'changes'),
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    ...accountField,
    negatives: manyOf(NewNegative, 'negatives, each for a campaign or for an ad group'),
    ...dryRunField,
  }),
  example: {
    accountId: demo.searchAccount,
    negatives: [{ text: 'second hand', matchType: 'PHRASE', campaignId: demo.searchCampaign }],
  },
  reply: manyReply(NegativeResult),
  async handle(deps, call, { workspaceId: _workspace, ...request }) {
    const unclear = request.negatives.flatMap(({ campaignId, adGroupId }, index) =>
      (campaignId === undefined) === (adGroupId === undefined)
        ? [{ path: `negatives.${index}.campaignId`, message: 'give campaignId or adGroupId, and not both' }]
        : [],
    )
    if (unclear.length > 0) throw badRequest(unclear)
    return describeMany(await addNegatives(deps, call, request))
  },
})
