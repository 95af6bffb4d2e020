import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { changesFields, changesReply, describeChanges } from '../manage/read/changes.ts'
import { section } from './fields.ts'

export const searchChanges = operation({
  name: 'list_search_changes',
  rest: { method: 'GET', path: '/v1/google-ads/changes' },
  section,
  summary: 'Who changed what in an account of the search-ads platform, newest first.',
  description:
    'The platform tells of the last 30 days, some minutes late. Amounts of money in changes are in minor units.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object(changesFields),
  example: { accountId: demo.searchAccount },
  reply: changesReply,
  async handle(deps, call, asked) {
    requireVerb(await openAccount(deps, call, asked.accountId), 'searchAds')
    return describeChanges(deps, call, asked)
  },
})
