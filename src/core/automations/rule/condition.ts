import { z } from 'zod'
import { faultsOf } from './condition-faults.ts'
import { comparisons, fieldNames, textOperators } from './words.ts'
import type { RuleFieldName } from './words.ts'
import { maxTextLength, maxMoney, widestTree } from './limits.ts'
import { RuleWindow } from './window.ts'

const signs = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', '=': 'eq' } as const

export const RuleOperator = z
  .enum([...comparisons, ...textOperators, ...(Object.keys(signs) as (keyof typeof signs)[])])
  .overwrite((word) => (word in signs ? signs[word as keyof typeof signs] : word))
  .meta({
    id: 'RuleOperator',
    description:
      'gt, gte, lt, lte, eq or their signs; for texts also contains, matches (* stands for any text, ? for one character) and in (a list).',
  })

export const conditionScalar = [z.number().min(-maxMoney).max(maxMoney), z.string().max(maxTextLength)] as const

const CompareTo = z
  .object({
    metric: z.string().max(100).optional().meta({ description: 'Another metric; left out: the same.' }),
    window: RuleWindow.optional().meta({ description: 'Other days; left out: the same.' }),
    siblings: z.literal(true).optional().meta({
      description:
        'The average of the others with the same parent that were shown in these days; a ratio is made from their sums.',
    }),
    factor: z
      .number()
      .positive()
      .max(1_000)
      .default(1)
      .meta({ description: 'Times so much.', examples: [1.5] }),
  })
  .meta({ id: 'RuleComparison' })
export type CompareTo = z.output<typeof CompareTo>

/** The shape, written down because a schema that holds itself cannot tell its own type. */
interface ConditionShape<Window, Compare> {
  all?: ConditionShape<Window, Compare>[] | undefined
  any?: ConditionShape<Window, Compare>[] | undefined
  not?: ConditionShape<Window, Compare>[] | undefined
  metric?: string | undefined
  window?: Window | undefined
  field?: RuleFieldName | undefined
  operator?: z.output<typeof RuleOperator> | undefined
  value?: number | string | (number | string)[] | undefined
  compareTo?: Compare | undefined
}
export type RuleCondition = ConditionShape<RuleWindow, CompareTo>
type RuleConditionInput = ConditionShape<z.input<typeof RuleWindow>, z.input<typeof CompareTo>>

/** Far beyond what a rule may have in all, which is said of the whole tree. */
const maxListLength = 10 * widestTree

const list = (description: string): z.ZodOptional<z.ZodArray<typeof RuleCondition>> =>
  z.array(RuleCondition).max(maxListLength).optional().meta({ description })

/**
 * One condition, or several of them under all, any or not. In one flat shape, because what is wrong can then be said at the
 * field that is wrong; `nodeOf` tells the kinds apart.
 */
export const RuleCondition: z.ZodType<RuleCondition, RuleConditionInput> = z
  .object({
    get all() {
      return list('Every one of these holds.')
    },
    get any() {
      return list('At least one of these holds.')
    },
    get not() {
      return list('None of these holds.')
    },
    metric: z
      .string()
      .max(100)
      .optional()
      .meta({
        description: 'A metric of the reports; GET /v1/reports/fields lists them.',
        examples: ['costPerResult'],
      }),
    window: RuleWindow.optional(),
    field: z.enum(fieldNames).optional().meta({ description: 'A fact about the entity instead of a metric.' }),
    operator: RuleOperator.optional(),
    value: z
      .union([...conditionScalar, z.array(z.union(conditionScalar)).min(1).max(widestTree)])
      .optional()
      .meta({
        description:
          "What it is held against: a number, a text, or a list for in. Money is in the currency of the rule, else in the account's.",
      }),
    compareTo: CompareTo.optional().meta({ description: 'What a metric is held against, instead of a value.' }),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of faultsOf(value)) issues.push({ code: 'custom', path, message, input: value })
  })
  .meta({ id: 'RuleCondition' })
