import { z } from 'zod'
import { freshMinutes, readStructure } from '../../../core/search-ads/structure.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'
import { workspaceField } from '../manage/fields.ts'
import { budgetFields } from '../manage/structure-row.ts'
import { section, statusFilter, switchFields, wordOrNull } from './fields.ts'

const count = (what: string) =>
  z
    .number()
    .int()
    .meta({ description: `How many ${what} it has, removed ones left out.` })
const time = (description: string) => z.iso.datetime().nullable().meta({ description })

const SearchCampaign = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.' }),
    name: z.string().meta({ description: 'Its name.' }),
    ...switchFields,
    channel: wordOrNull('Where its ads are shown'),
    bidding: wordOrNull('How it bids'),
    ...budgetFields,
    budgetId: z.string().nullable().meta({ description: 'Id of the budget that it spends from.' }),
    budgetShared: z.boolean().meta({ description: 'Whether other campaigns spend from the same budget.' }),
    startTime: time('When it begins.'),
    endTime: time('When it ends; null: never.'),
    adGroupCount: count('ad groups'),
    adCount: count('ads'),
    keywordCount: count('keywords'),
  })
  .meta({ id: 'SearchCampaign' })

const StructureMetadata = z
  .object({
    source: z
      .enum(['platform', 'cache'])
      .meta({ id: 'StructureSource' })
      .meta({ description: 'Whether the platform was asked just now, or what it said before is told.' }),
    cachedAt: z.iso.datetime().meta({ description: 'When the platform was asked.' }),
    currency: z.string().meta({ description: 'The currency of all amounts, by its ISO 4217 code.' }),
  })
  .meta({ id: 'StructureMetadata' })

const Refresh = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1')])
  .optional()
  .meta({ description: 'true: ask the platform now, whatever is kept.' })

export const searchCampaigns = operation({
  name: 'list_search_campaigns',
  rest: { method: 'GET', path: '/v1/google-ads/campaigns' },
  section,
  summary: 'Campaigns of a search-ads account with budgets, bidding and how much is in them.',
  description:
    `What the platform said is kept for ${freshMinutes} minutes, or until something is changed here. ` +
    'refresh=true asks again; metadata tells from when the answer is.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    ...statusFilter,
    refresh: Refresh,
    ...pageFields(1000, 100),
    ...workspaceField,
  }),
  example: { accountId: demo.searchAccount },
  reply: pageOf(SearchCampaign).extend({
    metadata: StructureMetadata.meta({ description: 'From when the answer is.' }),
  }),
  async handle(deps, call, { accountId, status, refresh, workspaceId: _workspace, ...paged }) {
    const { campaigns, source, cachedAt, currency } = await readStructure(deps, call, { accountId, status, refresh })
    const metadata = { source, cachedAt: cachedAt.toISOString(), currency }
    return { ...sliceOf(campaigns, windowOf(paged), true), metadata }
  },
})
