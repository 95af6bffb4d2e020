/**
 * Values in an address, as the platform's own protocol writes them: `List(a,b)` and `(key:value)`. Its parentheses, commas and
 * colons stand as they are, and whatever is in a value is encoded, so no value can ever reach the syntax.
 */
export type RestliValue =
  | string
  | number
  | boolean
  | readonly RestliValue[]
  | { readonly [key: string]: RestliValue | undefined }

export type Query = Readonly<Record<string, RestliValue | undefined>>

/** Leaves alone only what no syntax knows: letters, digits and - . _ ~ */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function encodeValue(value: RestliValue): string {
  // Nothing at all has a sign of its own.
  if (typeof value === 'string') return value === '' ? "''" : encodeText(value)
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `List(${value.map(encodeValue).join(',')})`
  return `(${pairsOf(value, ':').join(',')})`
}

/** What stands behind the question mark. `fields`: the part of each object that is wanted, told with plain commas. */
export function encodeQuery(query: Query, fields: readonly string[] = []): string {
  const mask = fields.length > 0 ? [`fields=${fields.map(encodeText).join(',')}`] : []
  return [...pairsOf(query, '='), ...mask].join('&')
}

function pairsOf(value: Query, sign: ':' | '='): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [`${encodeText(name)}${sign}${encodeValue(inner)}`],
  )
}

function isList(value: RestliValue): value is readonly RestliValue[] {
  return Array.isArray(value)
}

/** A part of a path: an id, or a URN with all its colons encoded. */
export function segment(key: string): string {
  return encodeText(key)
}
