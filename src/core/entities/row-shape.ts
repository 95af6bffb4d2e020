import { z } from 'zod'
import type { EntityStatus } from '../../platforms/contract/manage.ts'
import { entityStates, learningPhases } from '../automations/rule/words.ts'
import { metricFields } from '../reports/live/request.ts'
import { ReportMetadata } from '../reports/query/metadata.ts'

const { reach: _reach, frequency: _frequency, ...figureFields } = metricFields

const EntityFigures = z.object(figureFields).meta({ id: 'EntityFigures' })
export type EntityFigures = z.output<typeof EntityFigures>

const figures = {
  figures: EntityFigures.meta({ description: 'The figures of the days, as far as they were asked for.' }),
  before: EntityFigures.nullable().meta({ description: 'Those of the period before; null: nothing is compared.' }),
  change: EntityFigures.nullable().meta({ description: 'How much more (or less) it is now.' }),
  changePercent: EntityFigures.nullable().meta({
    description: 'The same in per cent of what it was; null within: it was nothing or unknown.',
  }),
}

const text = (description: string) => z.string().nullable().meta({ description })
const budget = (description: string) => z.number().nullable().meta({ description })
const time = (description: string) => z.iso.datetime().nullable().meta({ description })

/** A campaign, ad set or ad with what it did. */
export const EntityRow = z
  .object({
    level: z.enum(['campaign', 'adset', 'ad']).meta({ description: 'What it is.' }),
    id: z.string().meta({ description: "The platform's id." }),
    name: text('What it is called; null: figures named it before the platform described it.'),
    platform: z.string().meta({ description: 'The platform of the account.' }),
    accountId: z.string().meta({ description: 'Id of the ad account.' }),
    accountName: z.string().meta({ description: 'Name of the ad account.' }),
    currency: z.string().meta({ description: 'The currency of all amounts in this row.' }),
    campaignId: text('Id of the campaign that it stands in.'),
    campaignName: text('Name of that campaign.'),
    adSetId: text('Id of the ad set that it stands in.'),
    adSetName: text('Name of that ad set.'),
    state: z
      .enum(entityStates satisfies readonly EntityStatus[])
      .nullable()
      .meta({ description: 'Where it stands, in our words.' }),
    status: text("The same in the platform's words."),
    dailyBudget: budget('Budget a day.'),
    lifetimeBudget: budget('Budget for its whole time.'),
    learningPhase: z
      .enum(learningPhases)
      .nullable()
      .meta({ description: 'Whether the platform still tries out whom to show it to.' }),
    createdTime: time('When it was made.'),
    changedAt: time('When a change of it was last seen.'),
    ...figures,
  })
  .meta({ id: 'Entity' })
export type EntityRow = z.output<typeof EntityRow>

export const EntityTotals = z
  .object({
    currency: z.string().meta({ description: 'The currency of the amounts: totals are never made over several.' }),
    count: z.number().int().meta({ description: 'How many entities the filter lets through.' }),
    ...figures,
    figures: EntityFigures.nullable().meta({
      description: 'The figures of all of them; null at the level all, where each would count several times.',
    }),
  })
  .meta({ id: 'EntityTotals' })
export type EntityTotals = z.output<typeof EntityTotals>

const Days = ReportMetadata.shape.missing.element.shape.days.element

export const EntityMetadata = ReportMetadata.extend({
  range: Days.meta({ description: 'The days of the figures.' }),
  before: Days.nullable().meta({ description: 'The days that they are held against; null: none.' }),
  structureAt: z.string().nullable().meta({
    description: 'When names, states and budgets were read, of the account where that is longest ago; null: never.',
  }),
}).meta({ id: 'EntityMetadata' })
export type EntityMetadata = z.output<typeof EntityMetadata>
