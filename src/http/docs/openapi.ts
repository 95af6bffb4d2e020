import { STATUS_CODES } from 'node:http'
import {
  errorResponses,
  errorSchemas,
  headerComponents,
  headersWith,
  parameterComponents,
  responseComponents,
} from './components.ts'
import { takesIdempotencyKey } from './errors.ts'
import { fileTypeOf, needsOf, replySchemas, requestParts } from './parts.ts'
import type { Parameter, RequestBody } from './parts.ts'
import { bySection, documentedPath, operationId } from './paths.ts'
import { examplePublicUrl, readReplies } from './samples/replies.ts'
import { samplesOf } from './samples/samples.ts'
import { createSchemaBook } from './schema.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'
import { aliases, authentication, conventions, errors, rateLimits, repeats, summary, title } from './words.ts'
import type { DocsFacts } from './words.ts'
import { accessMethods } from './access-methods.ts'
import type { Operation } from '../../call/operation.ts'
import { sections } from '../../call/sections.ts'

/** The table of operations as an OpenAPI 3.1 document. Each is in it once, under the path that is meant to be used. */
export function buildOpenApi(operations: Operation[], facts: DocsFacts): Record<string, unknown> {
  const { components, ...document } = describeAll(operations, facts)
  const schemas = referredTo(components.schemas, [document.paths, components.responses])
  return { ...document, components: { ...components, schemas } }
}

/** The same with every schema that has a name, also where only its content is referred to: the typed client exports them. */
export function describeAll(operations: Operation[], facts: DocsFacts) {
  const book = createSchemaBook(errorSchemas)
  const written = { book, publicUrl: facts.publicUrl, exampleOf: repliesAt(facts) }
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = documentedPath(operation.rest.path)
    paths[path] = { ...paths[path], [operation.rest.method.toLowerCase()]: describeOperation(operation, written) }
  }
  const responses = responseComponents(operations)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: facts.version,
      summary,
      description: overview(facts),
      contact: { name: 'Who runs this installation', url: facts.publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.publicUrl }],
    security: [{ bearer: [] }],
    tags: bySection(operations).map(([name]) => ({ name, description: sections[name] })),
    paths,
    components: {
      schemas: book.named,
      responses,
      parameters: parameterComponents,
      headers: headerComponents,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of your company: ak_ and 32 letters or digits.',
        },
      },
    },
  }
}

/** What one document is written with. */
interface Written {
  book: SchemaBook
  publicUrl: string
  exampleOf: (operation: Operation) => { example?: unknown }
}

/** What an operation answered in the sandbox, as this installation would. */
function repliesAt({ publicUrl }: DocsFacts): Written['exampleOf'] {
  const replies = JSON.parse(JSON.stringify(readReplies()).replaceAll(examplePublicUrl, publicUrl)) as object
  return ({ name, rest }) => {
    if (!Object.hasOwn(replies, name)) return {}
    const value: unknown = Reflect.get(replies, name)
    return {
      example: rest.surface === 'older' || Array.isArray(value) ? value : { success: true, ...(value as object) },
    }
  }
}

/** Of the named schemas those that something refers to: a reply has its own name, whatever its schema was called. */
function referredTo(named: Record<string, JsonSchema>, from: unknown): Record<string, JsonSchema> {
  const kept = new Set<string>()
  const look = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (kept.has(name)) continue
      kept.add(name)
      look(named[name])
    }
  }
  look(from)
  return Object.fromEntries(Object.entries(named).filter(([name]) => kept.has(name)))
}

function overview(facts: DocsFacts): string {
  const sections: [string, string][] = [
    ['Begin', `${summary}\n\n${accessMethods(facts)}`],
    ['Authentication', authentication],
    ['Errors', `${errors}\n\nWhat each code means: [all codes](#errors).`],
    ['Rate limits', rateLimits],
    ['Safe repeats', repeats],
    ['Names that mean the same', aliases()],
    ['Conventions', conventions],
  ]
  return sections.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n')
}

function describeOperation(operation: Operation, written: Written): object {
  const { book, publicUrl } = written
  const { scope, keyScope, section, summary: short, description, tool, effect } = operation
  const { parameters, body } = requestParts(operation, book)
  const samples = samplesOf(operation, publicUrl)
  const key = takesIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  return {
    operationId: operationId(operation),
    tags: [section],
    summary: short,
    description: [description, needsOf(operation)].filter(Boolean).join('\n\n'),
    parameters: [...parameters.map(writeParameter), ...key],
    ...(body ? { requestBody: writeBody(operation, body) } : {}),
    responses: { ...answersOf(operation, written), ...errorResponses(operation) },
    security: scope === null ? [] : [{ bearer: [] }],
    ...(scope === null ? {} : { 'x-scope': keyScope ?? scope }),
    // Where it depends on the input, the most it can cause stands in the description.
    ...(typeof effect === 'string' ? { 'x-effect': effect } : {}),
    ...(tool ? { 'x-tool': operation.name } : {}),
    ...(samples.length > 0 ? { 'x-codeSamples': samples } : {}),
  }
}

function writeParameter({ name, place, required, schema, example }: Parameter): object {
  const { description, ...rest } = schema
  return {
    name,
    in: place,
    required,
    ...(description ? { description } : {}),
    schema: rest,
    ...(example === undefined ? {} : { example }),
    // Lists in an address are written with commas.
    ...(place === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {}),
  }
}

function writeBody({ rest }: Operation, { schema, required, example }: RequestBody): object {
  const mediaType = rest.form ? 'multipart/form-data' : 'application/json'
  return { required, content: { [mediaType]: { schema, ...(example ? { example } : {}) } } }
}

/** What can be asked for as a file has that type beside the usual one. */
function contentOf({ rest, files = [] }: Operation, status: number, usual: object): object {
  const others = status === rest.status ? files.map((type) => [type, { schema: { type: 'string' } }]) : []
  return { ...usual, ...(Object.fromEntries(others) as object) }
}

function answersOf(operation: Operation, { book, exampleOf }: Written): Record<string, object> {
  const { rest } = operation
  const example = exampleOf(operation)
  const mediaType = fileTypeOf(operation)?.split(';', 1)[0]?.trim() ?? 'application/json'
  const headers = headersWith(
    ...(takesIdempotencyKey(operation) ? (['IdempotentReplayed'] as const) : []),
    'IgnoredFields',
  )
  const answers = replySchemas(operation, book).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status] ?? 'Done',
      headers,
      content: contentOf(operation, status, { [mediaType]: { schema, ...(status === rest.status ? example : {}) } }),
    },
  ])
  return Object.fromEntries(answers) as Record<string, object>
}
