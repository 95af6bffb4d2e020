/**
 * A rule under work: the JSON that the API takes, as far as it is there. Everything may be missing or wrong, because the
 * service says what is, at its path.
 */
export interface Draft {
  name?: string
  enabled?: boolean
  mode?: string
  currency?: string
  scope?: Scope
  when?: Condition
  then?: Action[]
  cases?: Case[]
  schedule?: Schedule
  protections?: Record<string, number | undefined>
}

export interface Scope {
  level?: string
  platform?: string
  accountIds?: string[]
  currency?: string
  filter?: Filter
}

export interface Filter {
  nameContains?: string
  labels?: string[]
  status?: string[]
  campaignIds?: string[]
  adSetIds?: string[]
  when?: Condition
}

export type Window = string | { days?: number; endingDaysAgo?: number }
type Scalar = string | number

export interface Condition {
  all?: Condition[]
  any?: Condition[]
  not?: Condition[]
  metric?: string
  window?: Window
  field?: string
  operator?: string
  value?: Scalar | Scalar[]
  compareTo?: Compare
}

export interface Compare {
  metric?: string
  window?: Window
  siblings?: boolean
  factor?: number
}

export interface Action {
  action?: string
  [field: string]: string | number | boolean | string[] | undefined
}

export interface Case {
  when?: Condition
  then?: Action[]
}

export interface Schedule {
  cron?: string
  timeZone?: string
  everyMinutes?: number
}

export const groupKinds = ['all', 'any', 'not'] as const
export type GroupKind = (typeof groupKinds)[number]

export function groupKind(condition: Condition): GroupKind | null {
  return groupKinds.find((kind) => condition[kind] !== undefined) ?? null
}

export const firstCondition: Condition = { metric: 'spend', window: 'last_7_days', operator: 'gt' }

export const emptyRule: Draft = {
  name: '',
  mode: 'suggest',
  scope: { level: 'ad', filter: { status: ['active'] } },
  when: { all: [firstCondition] },
  then: [{ action: 'pause' }],
  schedule: { everyMinutes: 60 },
  protections: {},
}

/** The cases in order, whichever way they were written, each with where it stands. */
export function casesOf({ when, then, cases }: Draft): (Case & { path: string })[] {
  if (cases) return cases.map((each, index) => ({ ...each, path: `cases.${index}.` }))
  return [{ when, then, path: '' }]
}

export function withCase(draft: Draft): Draft {
  const { when, then, cases, ...rest } = draft
  const added = { when: { all: [firstCondition] }, then: [{ action: 'notify' }] }
  return { ...rest, cases: [...(cases ?? [{ when, then }]), added] }
}

/** One case alone is written without `cases`, as most rules are. */
export function withoutCase(draft: Draft, index: number): Draft {
  const { cases = [], ...rest } = draft
  const left = cases.filter((_, place) => place !== index)
  return left.length === 1 ? { ...rest, ...left[0] } : { ...rest, cases: left }
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** The same with another value at a path such as `when.all.0.value`; undefined takes it away. */
export function withValue<T>(whole: T, path: string, value: unknown): T {
  return place(whole, path.split('.'), value) as T
}

function place(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(whole))
    return whole.map((each: unknown, at) => (at === Number(key) ? place(each, rest, value) : each))
  const fields = (typeof whole === 'object' && whole !== null ? whole : {}) as Record<string, unknown>
  const next = place(fields[key], rest, value)
  if (next !== undefined) return { ...fields, [key]: next }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
}
