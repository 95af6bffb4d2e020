import type { Fields, Schema } from '../interface.ts'
import type { MadeField } from './maker.ts'

type Resolve = (ref: string) => Schema | undefined

const deepest = 8

/** The fields of a schema, by their paths: `creatives[].ad_name`. */
export function fieldsOf(schema: Schema, resolve: Resolve): Map<string, MadeField> {
  const found = new Map<string, MadeField>()
  collect({ schema, path: '', isRequired: false }, { found, resolve, depth: 0 })
  return found
}

interface At {
  schema: Schema
  path: string
  isRequired: boolean
}

interface Walk {
  found: Map<string, MadeField>
  resolve: Resolve
  depth: number
  /** Within one of several forms: what it asks for is asked of nobody else. */
  isForm?: true
}

function collect({ schema: given, path, isRequired }: At, walk: Walk): void {
  const { found, resolve, depth } = walk
  if (depth > deepest) return
  const further = { ...walk, depth: depth + 1 }
  // Where anything goes, a schema may be the word true.
  const own = isSchema(given) ? given : {}
  const schema = typeof own.$ref === 'string' ? resolve(own.$ref) : own
  if (!schema) return
  for (const part of listOf(schema.allOf)) collect({ schema: part, path, isRequired }, further)
  const forms = [...listOf(schema.oneOf), ...listOf(schema.anyOf), ...mappedBy(schema.discriminator)]
  const [only, ...others] = forms.filter(({ type }) => type !== 'null')
  // Of something or nothing there is one form only.
  if (only && others.length === 0) collect({ schema: only, path, isRequired: false }, further)
  else for (const form of forms) collect({ schema: form, path, isRequired: false }, { ...further, isForm: true })
  if (path !== '') merge(found, path, { isRequired, words: wordsOf(schema) })
  const required = new Set(Array.isArray(schema.required) && !walk.isForm ? (schema.required as string[]) : [])
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    collect({ schema: field, path: path === '' ? name : `${path}.${name}`, isRequired: required.has(name) }, further)
  if (isSchema(schema.items)) collect({ schema: schema.items, path: `${path}[]`, isRequired: false }, further)
}

function merge(found: Map<string, MadeField>, path: string, field: MadeField): void {
  const known = found.get(path)
  if (!known) return void found.set(path, field)
  const words = known.words && field.words ? new Set([...known.words, ...field.words]) : (known.words ?? field.words)
  found.set(path, { isRequired: known.isRequired || field.isRequired, words })
}

function wordsOf(schema: Schema): ReadonlySet<string> | null {
  const given = 'const' in schema ? [schema.const] : schema.enum
  if (!Array.isArray(given)) return null
  return new Set(given.filter((word) => typeof word === 'string'))
}

/** The forms that a word of theirs tells apart. */
function mappedBy(discriminator: unknown): Schema[] {
  const { mapping } = (isSchema(discriminator) ? discriminator : {}) as { mapping?: Record<string, string> }
  return Object.values(mapping ?? {}).map(($ref) => ({ $ref }))
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same of a query or a form. */
export function fieldsOfForm(form: Fields, resolve: Resolve): Map<string, MadeField> {
  const properties = Object.fromEntries(Object.entries(form).map(([name, { is }]) => [name, is]))
  const required = Object.entries(form).flatMap(([name, field]) => (field.required ? [name] : []))
  return fieldsOf({ type: 'object', properties, required }, resolve)
}
