export interface Difference {
  field: string
  asked: unknown
  stored: unknown
  /** Where it is our doing: why what was asked for was not sent as it was. */
  reason?: string
}

/**
 * Where what is stored is not what was asked. Only what was asked for is compared: platforms add fields of their own. Lists are
 * compared place by place.
 */
export function differencesBetween(asked: unknown, stored: unknown, path = ''): Difference[] {
  if (asked === undefined) return []
  if (Array.isArray(asked)) {
    const other = Array.isArray(stored) ? (stored as unknown[]) : []
    const differences = asked.flatMap((value, index) =>
      differencesBetween(value, other[index], join(path, String(index))),
    )
    if (Array.isArray(stored) && other.length > asked.length) differences.push({ field: path, asked, stored })
    return differences
  }
  if (typeof asked === 'object' && asked !== null) {
    const other = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
    return Object.entries(asked).flatMap(([name, value]) => differencesBetween(value, other[name], join(path, name)))
  }
  // Platforms answer numbers and flags as text now and then.
  return asked === stored ||
    JSON.stringify(asked) === `"${JSON.stringify(stored)}"` ||
    `"${JSON.stringify(asked)}"` === JSON.stringify(stored)
    ? []
    : [{ field: path, asked, stored: stored ?? null }]
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
