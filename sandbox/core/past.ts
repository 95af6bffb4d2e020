/** What some fields of an object were until they were changed. */
export interface Version {
  until: number
  part: Part
  /** Those of the fields that were not there. */
  absent?: string[]
}

/** By name; a field of an object inside is named with it: `fields.runSchedule`. */
type Part = Record<string, unknown>

export interface Keeping {
  fields: string[]
  now: () => number
}

export function versionOf(item: object, fields: string[]): Omit<Version, 'until'> {
  const values = fields.map((field) => [field, valueAt(item, field)] as const)
  return {
    part: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    absent: values.flatMap(([field, value]) => (value === undefined ? [field] : [])),
  }
}

function valueAt(item: object, field: string): unknown {
  return field.split('.').reduce<unknown>((inner, name) => (inner as Part | undefined)?.[name], item)
}

/** A copy of the object as the version had it. */
export function withVersion<T extends object>(item: T, { part, absent = [] }: Version): T {
  const copy = { ...item } as Part
  for (const [field, value] of Object.entries(part)) placeOf(copy, field, (owner, name) => (owner[name] = value))
  for (const field of absent) placeOf(copy, field, (owner, name) => delete owner[name])
  return copy as T
}

function placeOf(copy: Part, field: string, change: (owner: Part, name: string) => void): void {
  const [outer = '', inner] = field.split('.')
  if (inner === undefined) return change(copy, outer)
  const nested = { ...(copy[outer] as Part | undefined) }
  change(nested, inner)
  copy[outer] = nested
}
