import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Recorded } from '../support/platforms/recording-proxy.ts'
import { readBody } from './body.ts'
import type { Body } from './body.ts'
import type { Field, Fields, Interface, Operation, Schema } from './interface.ts'

/** What a look at recorded calls found. */
export interface Findings {
  /** The names of the operations that were used. */
  used: Set<string>
  /** Where a call or its answer differs from the interface; each is said once. */
  problems: string[]
}

/** Holds recorded calls against the description of an interface. Calls outside of its root are somebody else's. */
export async function checkCalls(known: Interface, calls: Recorded[]): Promise<Findings> {
  const schemas = compiler(known)
  const used = new Set<string>()
  const problems = new Map<string, string>()
  for (const call of calls) {
    const { pathname, searchParams } = new URL(call.url, 'http://sandbox')
    if (!pathname.startsWith(`${known.root}/`)) continue
    const path = pathname.slice(known.root.length)
    const name = operationFor(known, call.method, path)
    if (name === null) {
      problems.set(`${call.method} ${path}`, `${call.method} ${path}: the interface has no such operation`)
      continue
    }
    used.add(name)
    const operation = known.operations[name]!
    const found = [
      ...fieldProblems(schemas, 'query', operation.query ?? {}, searchParams),
      ...bodyProblems(schemas, operation, await readBody(call)),
      ...replyProblems(schemas, operation, call),
    ]
    for (const { what, instead } of found) problems.set(`${name}: ${what}`, `${name}: ${what}${instead}`)
  }
  return { used, problems: [...problems.values()] }
}

/** The operations that are described and were not used: the description and the calls must cover each other. */
export function unused(known: Interface, { used }: Findings): string[] {
  return Object.keys(known.operations).filter((name) => !used.has(name))
}

/** Paths with fewer open parts come first: `/ads/analytics` is not the ad called "analytics". */
function operationFor({ operations, part = '[^/]+' }: Interface, method: string, path: string): string | null {
  const fits = Object.entries(operations).filter(([, operation]) => {
    const pattern = operation.path.replaceAll(/[.?*+()[\]]/g, '\\$&').replaceAll(/\{\w+\}/g, part)
    return operation.method === method && new RegExp(`^${pattern}$`).test(path)
  })
  const openParts = (operation: Operation) => operation.path.split('{').length
  fits.sort(([, a], [, b]) => openParts(a) - openParts(b))
  return fits[0]?.[0] ?? null
}

type Compile = (schema: Schema) => ValidateFunction

function compiler({ schemas = {} }: Interface): Compile {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'interface', schemas })
  const compiled = new Map<Schema, ValidateFunction>()
  return (schema) => {
    const found = compiled.get(schema) ?? ajv.compile(within(schema))
    compiled.set(schema, found)
    return found
  }
}

/** References stand relative to the description. */
function within(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/schemas/', '"$ref":"interface#/schemas/')
  return JSON.parse(text) as Schema
}

/** What is wrong, and what stands there: the first alone tells whether two are the same. */
interface Problem {
  what: string
  instead: string
}

const plainly = (what: string): Problem => ({ what, instead: '' })

function fieldProblems(compile: Compile, where: string, known: Fields, given: URLSearchParams): Problem[] {
  const problems = [...new Set(given.keys())]
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => plainly(`${where} has no ${name}`))
  for (const [name, field] of Object.entries(known)) {
    const texts = given.getAll(name)
    if (texts.length === 0) {
      if (field.required) problems.push(plainly(`${where} needs ${name}`))
    } else if (texts.length > 1 && field.as !== 'repeated') {
      problems.push(plainly(`${where} has ${name} more than once`))
    } else problems.push(...valueProblems(compile(field.is), `${where}.${name}`, valueOf(field, texts)))
  }
  return problems
}

function valueOf({ is, as }: Field, texts: string[]): unknown {
  const items = (is.items ?? {}) as Schema
  if (as === 'repeated') return texts.map((text) => scalarOf(items, text))
  const [text = ''] = texts
  if (as === 'commas') return text.split(',').map((each) => scalarOf(items, each))
  return as === 'json' ? parsedOr(text) : scalarOf(is, text)
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function scalarOf({ type }: Schema, text: string): unknown {
  const types = Array.isArray(type) ? type : [type]
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

function bodyProblems(compile: Compile, { json, form }: Operation, body: Body): Problem[] {
  if (body.kind === 'none') return json || form ? [plainly('a body is missing')] : []
  if (body.kind === 'json') return json ? valueProblems(compile(json), 'body', body.value) : [plainly('takes no JSON')]
  return form ? fieldProblems(compile, 'form', form, body.fields) : [plainly('takes no form')]
}

function replyProblems(compile: Compile, { replies = {} }: Operation, { status, replyBody }: Recorded): Problem[] {
  const schema = replies[status] ?? replies.other
  if (!schema) return []
  return valueProblems(compile(schema), `answer ${status}`, parsedOr(replyBody.toString()))
}

function valueProblems(validate: ValidateFunction, where: string, value: unknown): Problem[] {
  if (validate(value)) return []
  // That a condition was not met is said by what did not meet it.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  return errors.map(({ instancePath, message, params }) => {
    const path = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.')
    const detail = Object.values(params as Record<string, unknown>).join(', ')
    const what = `${where}${path} ${message ?? 'is wrong'} (${detail})`
    return { what, instead: `, not ${shown(value, instancePath)}` }
  })
}

function shown(value: unknown, pointer: string): string {
  let part = value
  for (const name of pointer.split('/').slice(1)) part = (part as Record<string, unknown> | undefined)?.[name]
  return (JSON.stringify(part) ?? 'nothing').slice(0, 200)
}
