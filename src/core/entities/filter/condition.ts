import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import { conditionScalar, RuleOperator } from '../../automations/rule/condition.ts'
import { faultsOf } from '../../automations/rule/condition-faults.ts'
import { widestTree } from '../../automations/rule/limits.ts'
import { lackingFields } from '../../automations/rule/valid/tree.ts'
import { entityFieldNames, figureNames, maxConditions, usualWindow } from '../words.ts'
import type { ListLevel } from '../words.ts'

/** A condition as rules have them, on the days that are looked at. */
const leafFields = {
  metric: z.enum(figureNames).optional().meta({ description: 'A figure of the days that are looked at.' }),
  field: z.enum(entityFieldNames).optional().meta({ description: 'A fact about the entity instead of a figure.' }),
  operator: RuleOperator.optional(),
  value: z
    .union([...conditionScalar, z.array(z.union(conditionScalar)).min(1).max(widestTree)])
    .optional()
    .meta({
      description:
        "A number, a text, or a list for in. Money is in the accounts' currency, or in the company's where they have several.",
    }),
}

type Raw = Record<string, unknown>

/** Days belong to the question, not to a condition: one stands in for them where rules would look for it. */
function leafFaults(condition: Raw) {
  return faultsOf(condition.metric === undefined ? condition : { ...condition, window: usualWindow })
}

/** What is wrong with one condition, where exactly one of these words must say its kind. */
function faults(condition: Raw, kinds: readonly string[]) {
  const given = kinds.filter((kind) => condition[kind] !== undefined)
  if (given.length !== 1) return [{ path: [], message: `give exactly one of ${kinds.join(', ')}` }]
  return given[0] === 'metric' || given[0] === 'field' ? leafFaults(condition) : []
}

function checked<Shape extends z.core.$ZodLooseShape>(shape: Shape, kinds: readonly string[]) {
  return z.object(shape).check(({ value, issues }) => {
    for (const { path, message } of faults(value, kinds)) issues.push({ code: 'custom', path, message, input: value })
  })
}

const leafKinds = ['metric', 'field'] as const
const FilterLeaf = checked(leafFields, leafKinds).meta({ id: 'EntityFilterCondition' })
export type FilterLeaf = z.output<typeof FilterLeaf>

const group = (description: string) => z.array(FilterLeaf).min(1).max(maxConditions).optional().meta({ description })

const FilterCondition = checked(
  {
    ...leafFields,
    any: group('At least one of these holds, instead of a condition of its own.'),
    not: group('None of these holds.'),
  },
  [...leafKinds, 'any', 'not'],
).meta({ id: 'EntityFilterEntry' })
export type FilterCondition = z.output<typeof FilterCondition>

/** All of these hold. */
export const EntityFilter = z
  .array(FilterCondition)
  .max(maxConditions)
  .refine((conditions) => leavesOf(conditions).length <= maxConditions, `takes at most ${maxConditions} conditions`)

interface Leaf {
  leaf: FilterLeaf
  path: string
}

/** Every condition that stands for itself, with where it stands. */
export function leavesOf(conditions: readonly FilterCondition[]): Leaf[] {
  return conditions.flatMap((condition, index) => {
    const kind = condition.any ? 'any' : 'not'
    const inner = condition.any ?? condition.not
    return inner
      ? inner.map((leaf, place) => ({ leaf, path: `filter.${index}.${kind}.${place}` }))
      : [{ leaf: condition, path: `filter.${index}` }]
  })
}

/** What a level does not have. */
export function filterIssues(conditions: readonly FilterCondition[], level: ListLevel): Issue[] {
  return leavesOf(conditions).flatMap(({ leaf: { field }, path }) => {
    if (field === undefined) return []
    const lacks = level === 'all' ? field === 'label' : lackingFields[level].includes(field)
    return lacks ? [{ path: `${path}.field`, message: `there is no ${field} at the level ${level}` }] : []
  })
}
