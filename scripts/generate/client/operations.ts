import { writeResources } from './resources.ts'
import type { Described, Document, Entry, Schema } from './document-types.ts'

/** Beside the types of what goes in and out: a table for the layer below, and a function with its words for each operation. */
export function writeOperations(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )
  const isPaged = (entry: Entry) => isList(document, entry)
  const types = [...new Set(entries.flatMap(typesOf))].sort()
  return (
    [
      '// Made by `npm run client` from the table of operations. Do not edit.',
      `import type { Each, Input, Method, OptionalEach, OptionalMethod } from '../operation-types.ts'`,
      `import type {\n${types.map((name) => `  ${name},`).join('\n')}\n} from './types.gen.ts'`,
      `export const operations = {\n${entries.map((entry) => tableRow(document, entry)).join('\n')}\n} as const`,
      `/** Every operation of the interface, under its own name. */\nexport interface Operations {\n${entries.map(functionOf).join('\n')}\n}`,
      `/** Lists, entry by entry, over all their pages. */\nexport interface AllEntries {\n${entries
        .filter(isPaged)
        .map(listOf)
        .join('\n')}\n}`,
      writeResources(entries, isPaged),
    ].join('\n\n') + '\n'
  )
}

function tableRow(document: Document, entry: Entry): string {
  const { method, path, described } = entry
  const takesKey = method !== 'GET' && described.security.length > 0
  const words = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(takesKey ? ['keyed: true'] : []),
    ...(described.requestBody?.content['multipart/form-data'] ? ['form: true'] : []),
    ...(isFile(described) ? ['file: true'] : []),
    ...(isList(document, entry) ? [`goesOnWith: '${cursorOf(described)}'`] : []),
  ]
  return `  ${described.operationId}: { ${words.join(', ')} },`
}

function functionOf({ path, method, described }: Entry): string {
  const { operationId: name } = described
  const words = [described.summary, ...(described.description ? ['', ...described.description.split('\n')] : [])]
  const comment = [
    '  /**',
    ...words.map((line) => `   * ${line.replaceAll('*/', '* /')}`.trimEnd()),
    '   *',
    `   * ${method} ${path}`,
    '   */',
  ]
  return `${comment.join('\n')}\n  ${name}: ${signatureOf(described)}`
}

function signatureOf(described: Described): string {
  const input = `Input<${dataOf(described)}>`
  const kind = needsInput(described) ? 'Method' : 'OptionalMethod'
  if (isFile(described)) return `${kind}<${input}, Response>`
  const reply = responsesOf(described)
  const statuses = Object.keys(described.responses)
  if (statuses.length === 1) return `${kind}<${input}, ${reply}[${statuses[0]}]>`
  // A rehearsal answers in another form than the real thing.
  return [
    `${kind}<${input} & { dryRun: true }, ${reply}[200]>`,
    `${kind}<${input} & { dryRun?: false }, ${reply}[202]>`,
    `${kind}<${input}, ${reply}[200 | 202]>`,
  ].join(' &\n    ')
}

function listOf({ described }: Entry): string {
  const input = `Input<${dataOf(described)}>`
  const kind = needsInput(described) ? 'Each' : 'OptionalEach'
  return `  /** ${described.summary} */\n  ${described.operationId}: ${kind}<${input}, ${responsesOf(described)}[200]>`
}

function typesOf({ described }: Entry): string[] {
  return [dataOf(described), ...(isFile(described) ? [] : [responsesOf(described)])]
}

const dataOf = ({ operationId }: Described) => `${pascal(operationId)}Data`
const responsesOf = ({ operationId }: Described) => `${pascal(operationId)}Responses`

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function needsInput({ parameters, requestBody }: Described): boolean {
  return (
    requestBody?.required === true || parameters.some((parameter) => (parameter as { required?: boolean }).required)
  )
}

function isFile({ responses }: Described): boolean {
  const schemas = Object.values(responses).map(({ content }) => content['application/json']?.schema)
  return schemas.every((schema) => schema === undefined || ('type' in schema && schema.type === 'string'))
}

function cursorOf({ parameters }: Described): string | undefined {
  return ['cursor', 'after'].find((wanted) => parameters.some(({ name }) => name === wanted))
}

/** Every list is a page with `data` and `pagination.nextCursor`. */
function isList(document: Document, { method, described }: Entry): boolean {
  if (method !== 'GET' || cursorOf(described) === undefined) return false
  const reply = described.responses[200]?.content['application/json']?.schema
  const { properties } = resolve(document, reply)
  return properties?.data !== undefined && resolve(document, properties.pagination).properties?.nextCursor !== undefined
}

function resolve(document: Document, schema: Schema = {}): Schema {
  return schema.$ref ? (document.components.schemas[schema.$ref.split('/').pop()!] ?? {}) : schema
}
