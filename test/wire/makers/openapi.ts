import type { Schema } from '../interface.ts'
import { fieldsOf } from './fields.ts'
import type { MadeField, Makers } from './maker.ts'

interface OpenApi {
  openapi?: string
  swagger?: string
  info?: { title?: string; version?: string }
  paths: Record<string, Record<string, unknown>>
}

interface Parameter {
  name?: string
  in?: string
  required?: boolean
  schema?: Schema
}

interface Described {
  parameters?: unknown[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: object
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
/** Some makers describe headers as parts of the query. */
const inHeaders = /^access-token$/i

export function isOpenApi(value: unknown): value is OpenApi {
  if (typeof value !== 'object' || value === null) return false
  return ('openapi' in value || 'swagger' in value) && typeof (value as OpenApi).paths === 'object'
}

/** YAML that is cut short may still be YAML: every call tells what it answers, and what it refers to within itself is there. */
export function openApiFrom(description: OpenApi, { openApi, versions }: Makers): void {
  const resolve = (ref: string) => {
    const found = follow(description, ref)
    if (found === undefined && ref.startsWith('#/')) throw new Error(`it is cut short: ${ref} is not there`)
    return found
  }
  const whole: typeof openApi = new Map()
  for (const [path, item] of Object.entries(description.paths))
    for (const method of methods) {
      const call = item[method] as Described | null | undefined
      if (call === undefined) continue
      const name = nameOf(method, path)
      if (!call?.responses) throw new Error(`it is cut short: ${name} has no responses`)
      const given = [...((item.parameters as unknown[] | undefined) ?? []), ...(call.parameters ?? [])]
      const parameters = given.map((each) => resolved(each as Schema, resolve) as Parameter)
      const fields = new Map<string, MadeField>()
      for (const parameter of parameters) addParameter(fields, parameter, resolve)
      const bodies = Object.values(call.requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? [])
      for (const body of bodies) for (const [at, field] of fieldsOf(body as Schema, resolve)) fields.set(at, field)
      whole.set(name, { fields, isOpen: false })
    }
  for (const [name, call] of whole) openApi.set(name, call)
  const { title = '', version = '' } = description.info ?? {}
  // One for each call says nothing of the whole.
  if (!title.startsWith('{')) versions.add(`${title} ${version}`.trim())
}

export function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

function addParameter(
  fields: Map<string, MadeField>,
  parameter: Parameter,
  resolve: (ref: string) => Schema | undefined,
) {
  const { name, in: place, required = false, schema = {} } = parameter
  if (name === undefined || place !== 'query' || inHeaders.test(name)) return
  const own = fieldsOf({ type: 'object', properties: { [name]: schema }, required: required ? [name] : [] }, resolve)
  for (const [path, field] of own) fields.set(path, field)
}

function resolved(value: Schema, resolve: (ref: string) => Schema | undefined): Schema {
  return typeof value.$ref === 'string' ? (resolve(value.$ref) ?? {}) : value
}

/** `#/components/schemas/Name`. */
function follow(description: object, ref: string): Schema | undefined {
  let part: unknown = description
  for (const name of ref.replace(/^#\//, '').split('/'))
    part = (part as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  return part as Schema | undefined
}
