import { STATUS_CODES } from 'node:http'
import {
  errorResponses,
  errorSchemas,
  headerComponents,
  headersWith,
  parameterComponents,
  responseComponents,
} from './components.ts'
import { takesBody, takesIdempotencyKey } from './errors.ts'
import { bySection, capitalize, documentedPath, nameOperations, parametersOfPath, withTrueTools } from './paths.ts'
import type { NamedOperation } from './paths.ts'
import { createSchemaBook } from './schema.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'
import { aliases, authentication, conventions, errors, rateLimits, repeats, summary, title } from './words.ts'
import type { DocsFacts } from './words.ts'
import type { Endpoint, Surface } from '../../call/endpoint.ts'

/** The table of endpoints as an OpenAPI 3.1 document. */
export function buildOpenApi(endpoints: Endpoint[], facts: DocsFacts): Record<string, unknown> {
  const book = createSchemaBook(errorSchemas)
  const operations = nameOperations(withTrueTools(endpoints))
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = documentedPath(operation.path)
    paths[path] = { ...paths[path], [operation.endpoint.method.toLowerCase()]: describeOperation(operation, book) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: facts.version,
      summary,
      description: overview(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.publicUrl }],
    security: [{ bearer: [] }],
    tags: bySection(endpoints).map(([name]) => ({ name })),
    paths,
    components: {
      schemas: book.named,
      responses: responseComponents(endpoints),
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

function overview(): string {
  const sections: [string, string][] = [
    ['Authentication', authentication],
    ['Errors', errors],
    ['Rate limits', rateLimits],
    ['Safe repeats', repeats],
    ['Names that mean the same', aliases()],
    ['Conventions', conventions],
  ]
  return sections.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n')
}

function describeOperation({ endpoint, path, id, isAlias }: NamedOperation, book: SchemaBook): object {
  const { scope, section, summary: short, description, tool } = endpoint
  const longer = isAlias ? `The same as ${endpoint.method} ${endpoint.path}.` : description
  return {
    operationId: id,
    tags: [section],
    summary: short,
    ...(longer ? { description: longer } : {}),
    ...(isAlias ? { deprecated: true, 'x-alias-of': documentedPath(endpoint.path) } : {}),
    parameters: parametersOf(endpoint, path, id, book),
    ...(takesBody(endpoint) ? { requestBody: requestBodyOf(endpoint, id, book) } : {}),
    responses: { [endpoint.status]: answerOf(endpoint, id, book), ...errorResponses(endpoint) },
    security: scope === null ? [] : [{ bearer: [] }],
    ...(scope === null ? {} : { 'x-scope': scope }),
    ...(tool ? { 'x-tool': tool } : {}),
  }
}

function parametersOf(endpoint: Endpoint, path: string, id: string, book: SchemaBook): object[] {
  return [
    ...pathParametersOf(endpoint, path, id, book),
    ...queryParametersOf(endpoint, id, book),
    ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function pathParametersOf(endpoint: Endpoint, path: string, id: string, book: SchemaBook): object[] {
  const described = fieldsOf(endpoint.params, id, book)
  return parametersOfPath(path).map((name) => {
    // The router calls the rest of an address "*".
    const schema = described.properties[name] ?? described.properties['*'] ?? { type: 'string' }
    return { name, in: 'path', required: true, ...withDescription(schema, `The ${name} in the path.`) }
  })
}

function queryParametersOf(endpoint: Endpoint, id: string, book: SchemaBook): object[] {
  const described = fieldsOf(endpoint.query, id, book)
  return Object.entries(described.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: described.required.includes(name),
    ...withDescription(schema, `The ${name} to ask for.`),
    // Lists in an address are written with commas.
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
  }))
}

function withDescription(schema: JsonSchema, otherwise: string): { description: string; schema: JsonSchema } {
  const { description, ...rest } = schema
  return { description: description ?? otherwise, schema: rest }
}

function fieldsOf(
  shape: Endpoint['params'],
  id: string,
  book: SchemaBook,
): { properties: Record<string, JsonSchema>; required: string[] } {
  const schema = shape ? book.resolve(book.write(shape, 'input', `${capitalize(id)}Request`)) : {}
  return { properties: schema.properties ?? {}, required: schema.required ?? [] }
}

function requestBodyOf(endpoint: Endpoint, id: string, book: SchemaBook): object {
  const schema = requestSchemaOf(endpoint, `${capitalize(id)}Request`, book)
  const mediaType = endpoint.bodyKind === 'multipart' ? 'multipart/form-data' : 'application/json'
  const example = endpoint.example && endpoint.body ? { example: endpoint.example } : {}
  const required = (book.resolve(schema).required ?? []).length > 0
  return { required, content: { [mediaType]: { schema, ...example } } }
}

export function requestSchemaOf(endpoint: Endpoint, owner: string, book: SchemaBook): JsonSchema {
  const fields = endpoint.body ? book.write(endpoint.body, 'input', owner) : { type: 'object' }
  if (endpoint.bodyKind !== 'multipart') return fields
  const { properties, required, ...rest } = book.resolve(fields)
  const file: JsonSchema = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: properties?.file?.description ?? 'The file itself.',
  }
  return { ...rest, properties: { ...properties, file }, required: [...new Set([...(required ?? []), 'file'])] }
}

function answerOf(endpoint: Endpoint, id: string, book: SchemaBook): object {
  const mediaType = endpoint.replyType?.split(';', 1)[0]?.trim() ?? 'application/json'
  const example = endpoint.example && !takesBody(endpoint) ? { example: endpoint.example } : {}
  return {
    description: STATUS_CODES[endpoint.status] ?? 'Done',
    headers: takesIdempotencyKey(endpoint) ? headersWith('IdempotentReplayed') : headersWith(),
    content: { [mediaType]: { schema: replySchemaOf(endpoint, `${capitalize(id)}Reply`, book), ...example } },
  }
}

/** The answer as it is sent: JSON wears the envelope of its surface, anything else goes out as it is. */
export function replySchemaOf(endpoint: Endpoint, owner: string, book: SchemaBook): JsonSchema {
  const { replyType } = endpoint
  if (replyType === undefined) return inEnvelope(endpoint.surface, book.write(endpoint.reply, 'output', owner))
  if (replyType.includes('json')) return book.write(endpoint.reply, 'output', owner)
  return replyType.startsWith('text/') ? { type: 'string' } : {}
}

function inEnvelope(surface: Surface, schema: JsonSchema): JsonSchema {
  if (surface === 'older') return schema
  const success: JsonSchema = { type: 'boolean', const: true }
  if (schema.type !== 'object') {
    return { allOf: [{ type: 'object', properties: { success }, required: ['success'] }, schema] }
  }
  return {
    ...schema,
    properties: { success, ...schema.properties },
    required: [...new Set(['success', ...(schema.required ?? [])])],
  }
}
