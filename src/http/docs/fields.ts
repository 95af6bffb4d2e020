import type { JsonSchema } from './schema.ts'
import type { Shapes } from './shapes.ts'

/** Deeper than this a list helps nobody. */
const deepest = 6

/** The fields of an object as a nested Markdown list. */
export function listFields(schema: JsonSchema, shapes: Shapes, depth = 0): string[] {
  if (depth >= deepest) return []
  return objectsIn(schema, shapes).flatMap((object) =>
    Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
      const facts = [
        typeWords(field, shapes),
        ...(object.required?.includes(name) ? ['required'] : []),
        ...limitsOf(field, shapes),
      ]
      const about = shapes.resolve(field).description
      const line = `${'  '.repeat(depth)}- \`${name}\` (${facts.join(', ')})${about ? `: ${oneLine(about)}` : ''}`
      return [line, ...listFields(field, shapes, depth + 1)]
    }),
  )
}

/** The objects whose fields a value of this schema may have: itself, its items, or its alternatives. */
function objectsIn(schema: JsonSchema, shapes: Shapes, depth = 0): JsonSchema[] {
  if (depth >= deepest || shapes.apart(schema)) return []
  const known = shapes.resolve(schema)
  const inner = [...alternativesOf(known), ...(known.allOf ?? []), ...(known.items ? [known.items] : [])]
  if (typeof known.additionalProperties === 'object') inner.push(known.additionalProperties)
  const own = known.properties ? [known] : []
  return [...own, ...inner.flatMap((part) => objectsIn(part, shapes, depth + 1))]
}

export function typeWords(schema: JsonSchema, shapes: Shapes, depth = 0): string {
  const name = shapes.apart(schema)
  if (name) return name
  const known = shapes.resolve(schema)
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.enum) return known.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = alternativesOf(known)
  if (choices.length > 0)
    return [...new Set(choices.map((choice) => typeWords(choice, shapes, depth + 1)))].join(' or ')
  if (known.allOf) return [...new Set(known.allOf.map((part) => typeWords(part, shapes, depth + 1)))].join(' and ')
  if (Array.isArray(known.type))
    return known.type.map((type) => typeWords({ ...known, type }, shapes, depth)).join(' or ')
  if (known.type === 'array')
    return `array of ${known.items && depth < deepest ? typeWords(known.items, shapes, depth + 1) : 'any'}`
  if (known.type === 'object' && !known.properties) return 'object with any fields'
  if (known.type === undefined) return 'any'
  return typeof known.format === 'string' ? `${known.type} (${known.format})` : known.type
}

/** The bounds of a field in words, such as "1 to 50 items" and "default 20". */
export function limitsOf(schema: JsonSchema, shapes: Shapes): string[] {
  const known = shapes.resolve(schema)
  const words = [
    span(known.minItems, known.maxItems, ' items'),
    span(known.minLength, known.maxLength, ' characters'),
    span(known.minimum, known.maximum, ''),
    known.default === undefined ? null : `default ${JSON.stringify(known.default)}`,
  ]
  return words.filter((word) => word !== null)
}

function span(min: unknown, max: unknown, unit: string): string | null {
  if (typeof min === 'number' && typeof max === 'number') return `${min} to ${max}${unit}`
  if (typeof min === 'number') return `at least ${min}${unit}`
  if (typeof max === 'number') return `at most ${max}${unit}`
  return null
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? []
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
