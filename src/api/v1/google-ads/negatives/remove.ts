import { z } from 'zod'
import { removeNegatives } from '../../../../core/search-ads/many.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { alsoSpelled } from '../../manage/also-spelled.ts'
import { accountField, dryRunField } from '../../manage/fields.ts'
import { manyOf, section } from '../fields.ts'
import { manyReply, resultFields, describeMany } from '../many-results.ts'
import { guardFailures } from '../../../guard-failures.ts'

const CompositeId = z
  .string()
  .trim()
  .regex(/^\d{1,19}~\d{1,19}$/, 'must be two numbers with a ~ between them, as GET /v1/google-ads/negatives tells them')

const RemovedNegative = z
  .object({ ...resultFields, id: z.string().meta({ description: 'Id of the negative, as it was given.' }) })
  .meta({ id: 'RemovedNegative' })

export const removeSearchNegatives = operation({
  name: 'remove_search_negatives',
  rest: { method: 'POST', path: '/v1/google-ads/negatives/remove' },
  section,
  summary: 'Remove negative keywords: ads show for those searches again.',
  description:
    'Ids are those of GET /v1/google-ads/negatives: adGroupId~criterionId, campaignId~criterionId or listId~criterionId. What stands in ' +
    'a shared list is removed with allowShared: true alone, for all campaigns that use the list.',
  scope: 'manage',
  // Searches that were kept away may cost money again.
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    ids: manyOf(CompositeId, 'ids of negatives'),
    allowShared: z
      .boolean()
      .optional()
      .meta({ description: 'true: also remove what stands in shared lists, whichever campaigns use them.' }),
    ...dryRunField,
  }),
  prepare: alsoSpelled({ ids: ['negativeIds', 'negatives', 'negative_ids'] }),
  example: { accountId: demo.searchAccount, ids: [demo.searchNegative], dryRun: true },
  reply: manyReply(RemovedNegative),
  async handle(deps, call, { workspaceId: _workspace, ...request }) {
    return describeMany(await removeNegatives(deps, call, request))
  },
})
