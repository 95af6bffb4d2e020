import { z } from 'zod'
import { Day } from '../../../core/days/range.ts'
import { listTerms, usualTermDays } from '../../../core/search-ads/terms.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { GroupPosition, listFields, listReply, platformWord, section, wordOrNull } from './fields.ts'
import { requestedCall, listOf } from './lists.ts'

const figure = (description: string) => z.number().meta({ description })

const SearchTerm = z
  .object({
    term: z.string().meta({ description: 'What people typed.' }),
    status: platformWord('Whether it is a keyword or a negative already'),
    matchType: wordOrNull('How it met the keyword'),
    ...GroupPosition,
    spend: figure("What its clicks cost, in the account's main currency unit."),
    impressions: figure('How often an ad was shown for it.'),
    clicks: figure('How often an ad was clicked.'),
    conversions: figure('What came of it; parts of conversions are counted.'),
    conversionValue: figure("What that was worth, in the account's main currency unit."),
  })
  .meta({ id: 'SearchTerm' })

const plainNumber = /^-?\d+(\.\d+)?$/

/** Forms send what was left empty, too: that is no bound, and not one of 0. */
const bound = (description: string) =>
  z
    .preprocess(
      (given) =>
        given === '' ? undefined : typeof given === 'string' && plainNumber.test(given) ? Number(given) : given,
      z.number().min(0, 'must not be below 0').max(1e9, 'is too large').optional(),
    )
    .meta({ description })

export const searchTerms = operation({
  name: 'list_search_terms',
  rest: { method: 'GET', path: '/v1/google-ads/search-terms' },
  section,
  summary: 'What people typed before they saw an ad, the costliest first.',
  description:
    `The last ${usualTermDays} days unless startDate and endDate say otherwise. minCost and maxConversions=0 together find ` +
    'searches that cost money and bring nothing: candidates for POST /v1/google-ads/negatives.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    ...listFields,
    startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
    endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
    minCost: bound("Only searches that cost at least so much, in the account's main currency unit."),
    maxConversions: bound('Only searches with at most so many conversions; 0: with none.'),
  }),
  example: { accountId: demo.searchAccount, minCost: 5, maxConversions: 0 },
  reply: listReply(SearchTerm),
  async handle(deps, call, { cursor, page, workspaceId: _workspace, ...asked }) {
    const { window, limit } = requestedCall({ limit: asked.limit, cursor, page })
    return listOf(await listTerms(deps, call, { ...asked, limit }), window)
  },
})
