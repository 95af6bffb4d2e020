import { z } from 'zod'
import { TextId } from '../../platforms/contract/launch-fields.ts'
import { EntityFilter } from './filter/condition.ts'
import { comparedPeriods, factNames, listLevels, listWindows, maxColumns, usualWindow } from './words.ts'

const maxIds = 1_000
const ids = (description: string) => z.array(TextId).max(maxIds).optional().meta({ description })

/** The words that a list is asked for by, each with what it means: a saved view has the same ones. */
export const listFields = {
  level: z.enum(listLevels).optional().meta({
    description: 'What is listed (default campaign); all: every level at once, to search for a name.',
  }),
  platform: z.string().max(50).optional().meta({ description: 'Only accounts of this platform.' }),
  window: z
    .enum(listWindows)
    .optional()
    .meta({
      description: `Which days, as rules name them (default ${usualWindow}), in the calendar of the accounts; in UTC where they have several.`,
    }),
  compare: z.enum(comparedPeriods).optional().meta({ description: 'Holds figures against as many days right before.' }),
  sortBy: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: `A metric, change.<metric>, changePercent.<metric> or one of ${factNames.join(', ')}. Default spend.`,
    }),
}

/** The same of what is a list. */
export const listOfFields = {
  accountIds: ids('These ad accounts. Left out: all.'),
  campaignIds: ids('Only these campaigns and what stands in them.'),
  adSetIds: ids('Only these ad sets and what stands in them.'),
  columns: z.array(z.string().max(100)).max(maxColumns).optional().meta({
    description: 'Which metrics, as GET /v1/reports/fields names them; facts may stand among them. Left out: all.',
  }),
  filter: EntityFilter.optional().meta({ description: 'Conditions that all hold.' }),
}

const maxListed = 100

/** What is known already, such as the ads of a creative. No view keeps it: which those are changes. */
export const listedIds = z
  .array(TextId)
  .max(maxListed)
  .optional()
  .meta({
    description: `Only what has one of these ids, at most ${maxListed}, of the level that is listed.`,
  })
