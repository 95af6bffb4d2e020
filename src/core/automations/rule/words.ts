/** The words of conditions. */
export const comparisons = ['gt', 'gte', 'lt', 'lte', 'eq'] as const
export type Comparator = (typeof comparisons)[number]

export const textOperators = ['contains', 'matches', 'in'] as const
export type Operator = Comparator | (typeof textOperators)[number]

export const entityStates = ['active', 'paused', 'archived', 'deleted', 'pending'] as const
export const learningPhases = ['learning', 'learned', 'limited'] as const
/** What is said of a file, as of a day (core/creatives). */
export const creativeStates = ['new', 'winner', 'scaled', 'tired'] as const
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** What is known of an entity besides its figures: what it is held against, and how. */
interface Field {
  operators: readonly Operator[]
  /** Numbers within bounds, one of some words, or any text. */
  takes: { min: number; max: number } | { words: readonly string[] } | 'text'
}

const amount = { operators: comparisons, takes: { min: 0, max: Infinity } } as const

const fields = {
  name: { operators: ['eq', 'contains', 'matches', 'in'], takes: 'text' },
  ageDays: amount,
  status: { operators: ['eq', 'in'], takes: { words: entityStates } },
  dailyBudget: amount,
  lifetimeBudget: amount,
  learningPhase: { operators: ['eq', 'in'], takes: { words: learningPhases } },
  hour: { operators: [...comparisons, 'in'], takes: { min: 0, max: 23 } },
  weekday: { operators: ['eq', 'in'], takes: { words: weekdays } },
  label: { operators: ['eq', 'in'], takes: 'text' },
  creativeState: { operators: ['eq', 'in'], takes: { words: creativeStates } },
} as const satisfies Record<string, Field>

export type RuleFieldName = keyof typeof fields
export const fieldNames = Object.keys(fields) as [RuleFieldName, ...RuleFieldName[]]

export function fieldOf(name: RuleFieldName): Field {
  return fields[name]
}
