import { z } from 'zod'
import { openAccount } from '../../core/connections/accounts.ts'
import { requireVerb } from '../../core/connections/verbs.ts'
import { operation } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../pages.ts'
import { AccountIdParam } from '../shapes.ts'
import { effectiveStatusNote, ownStatusNote } from './manage/structure-row.ts'
import { stateFilter } from './manage/status-word.ts'

const AdSetChoice = z
  .object({
    value: z.string().meta({ description: 'Id of the ad set, for the adSets of a launch.' }),
    label: z.string().meta({ description: 'Its name.' }),
    status: z.string().meta({ description: ownStatusNote }),
    effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
    campaignId: z.string().meta({ description: 'Id of its campaign.' }),
    campaignName: z.string().meta({ description: 'Name of its campaign.' }),
    adCount: z.number().int().nullable().meta({ description: 'How many ads it has; null: too many to be counted.' }),
    capacity: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How many more ads it takes; null where the platform names no limit.' }),
    closed: z
      .string()
      .nullable()
      .meta({ description: 'Why no ads can be launched into it; null: they can. Closed ad sets come last.' }),
  })
  .meta({ id: 'AdSetChoice' })

export const adsets = operation({
  name: 'list_ad_sets',
  rest: { method: 'GET', path: '/v1/adsets' },
  section: 'Accounts and people',
  summary: 'Ad sets of an account, ready to be used in a launch.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    accountId: AccountIdParam,
    search: z.string().max(200).optional().meta({ description: 'Part of the name.' }),
    status: stateFilter('ACTIVE', 'PAUSED', 'ARCHIVED').meta({ description: 'Only ad sets in this state.' }),
    ...pageFields(500, 100),
  }),
  example: { accountId: demo.account, status: 'ACTIVE' },
  reply: pageOf(AdSetChoice),
  async handle(deps, call, { accountId, search, status, ...paged }) {
    const opened = await openAccount(deps, call, accountId)
    const window = windowOf(paged)
    // One more than is shown tells whether there is more.
    const filter = { search, status, limit: window.offset + window.limit + 1 }
    const found = await requireVerb(opened, 'listAdSets')(opened.account.account_id, filter)
    const choices = found.map((adSet) => ({ ...adSet, closed: adSet.closed ?? null }))
    return sliceOf(choices, window)
  },
})
