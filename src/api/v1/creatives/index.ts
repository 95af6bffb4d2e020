import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { askCreatives } from '../../../core/creatives/ask.ts'
import { creativeStates } from '../../../core/automations/rule/words.ts'
import { rulesOf } from '../../../core/creatives/judged.ts'
import { creativeSettings } from '../../../core/creatives/settings.ts'
import { sortNames } from '../../../core/creatives/statement.ts'
import { ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { forReader } from '../../../core/reports/query/readers.ts'
import { exampleDays } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { accountsOf, Creative, creativeScope, groupMeant, GroupWord, readScope, Rules } from './shapes.ts'

const maxRows = 200
const usualRows = 50

const Tier = z
  .object({
    from: z.number().meta({ description: 'Monthly spend in dollars from' }),
    to: z.number().nullable().meta({ description: 'to below; null: no end.' }),
    newPerWeek: z.number().meta({ description: 'New creatives a week.' }),
    hitRatePercent: z.number().meta({ description: 'Winners among a hundred.' }),
  })
  .meta({ id: 'CreativeTier' })

const HitRate = z
  .object({
    creatives: z.number().int().meta({ description: 'How many creatives spent anything in these days.' }),
    winners: z.number().int().meta({ description: 'How many of them are winners.' }),
    hitRatePercent: z.number().nullable().meta({ description: 'The one by the other; null: none spent.' }),
    newPerWeek: z.number().meta({ description: 'How many began a week.' }),
    monthlySpendUsd: z.number().nullable().meta({ description: 'Their spend for 30 days; null: a rate is missing.' }),
    tier: Tier.nullable().meta({ description: 'What Motion published for that spend (2026).' }),
  })
  .meta({ id: 'CreativeHitRate' })

export const listCreatives = operation({
  name: 'list_creatives',
  rest: { method: 'GET', path: '/v1/creatives' },
  section: 'Reporting',
  summary: 'What ads show, over all ads, accounts and platforms: figures, and what wins or is tired as of a day.',
  description:
    "States follow from published rules with their numbers (rules, evidence). Amounts are in the company's currency where accounts have several.",
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  input: z.object({
    ...creativeScope,
    groupBy: GroupWord,
    state: z.enum(creativeStates).optional().meta({ description: 'Only creatives of this state.' }),
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Only creatives of which an ad has this in its name.' }),
    sortBy: z.enum(sortNames).default('spend').meta({ description: 'By what they are put in order.' }),
    sortDirection: z.enum(['ASC', 'DESC']).default('DESC').meta({ description: 'ASC or DESC.' }),
    ...pageFields(maxRows, usualRows),
  }),
  example: { ...exampleDays, limit: 5 },
  reply: pageOf(Creative).extend({
    hitRate: HitRate.meta({ description: 'How often creatives win; of all, whatever state is asked for.' }),
    rules: Rules.meta({ description: "The rules, with the company's numbers." }),
    metadata: ReportMetadata.meta({ description: 'How fresh the figures are, and what is missing.' }),
  }),
  async handle(deps, call, { groupBy, state, search = null, sortBy, sortDirection, limit, cursor, page, ...input }) {
    const { platforms } = deps.connections
    const settings = await creativeSettings(deps, call)
    const group = groupMeant(groupBy, settings)
    const { range, ...scope } = readScope(platforms, input)
    const found = { ...scope, accounts: await accountsOf(deps, call, scope) }
    const { accounts, excluded } = forReader(platforms, call, found)
    const window = windowOf({ limit, cursor, page })
    const sort = { by: sortBy, isRising: sortDirection === 'ASC' }
    const asked = {
      accounts,
      group,
      range,
      settings,
      sort,
      states: state ? [state] : [],
      search,
      only: null,
      ...window,
    }
    const { rows, total, hitRate, metadata } = await askCreatives(deps, call, asked)
    const rules = rulesOf(settings)
    return { ...pageWith(rows, window, total), hitRate, rules, metadata: withMissing(metadata, [], excluded) }
  },
})
