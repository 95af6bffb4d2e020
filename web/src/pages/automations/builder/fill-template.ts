export type Values = Record<string, number | string | (number | string)[]>

const whole = /^\{\{(\w+)\}\}$/
const marks = /\{\{(\w+)\}\}/g

/** A ready-made rule with values in the place of its `{{marks}}`. */
export function filled(part: unknown, values: Values): unknown {
  if (typeof part === 'string') {
    const name = whole.exec(part)?.[1]
    return name === undefined ? part.replaceAll(marks, (_, each: string) => String(values[each])) : values[name]
  }
  if (Array.isArray(part)) return part.map((each) => filled(each, values))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([field, value]) => [field, filled(value, values)]))
}
