import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { buildOpenApi } from '../../../src/http/docs/openapi.ts'
import type { JsonSchema } from '../../../src/http/docs/schema.ts'
import { sampleFacts } from '../../support/docs.ts'

/** A list without a bound is a call to a platform that it refuses, or that takes minutes. */
interface Documented {
  parameters?: { name: string; schema?: JsonSchema }[]
  requestBody?: { content: Record<string, { schema?: JsonSchema }> }
}

interface OpenApi {
  paths: Record<string, Record<string, Documented>>
  components: { schemas: Record<string, JsonSchema> }
}

const document = JSON.parse(JSON.stringify(buildOpenApi(operations, sampleFacts))) as OpenApi

function unbounded(schema: JsonSchema, path: string, seen: Set<string>): string[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    if (seen.has(name)) return []
    return unbounded(document.components.schemas[name] ?? {}, path, new Set([...seen, name]))
  }
  const { items, properties, additionalProperties, anyOf, oneOf, allOf } = schema
  const isList = items !== undefined && items !== false
  const own = isList && typeof schema['maxItems'] !== 'number' ? [path] : []
  const inner: [string, JsonSchema][] = [
    ...(isList ? [[`${path}[]`, items] as [string, JsonSchema]] : []),
    ...Object.entries(properties ?? {}).map(([name, each]): [string, JsonSchema] => [`${path}.${name}`, each]),
    ...(typeof additionalProperties === 'object' ? [[`${path}.*`, additionalProperties] as [string, JsonSchema]] : []),
    ...[...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].map((each): [string, JsonSchema] => [path, each]),
  ]
  return [...own, ...inner.flatMap(([below, each]) => unbounded(each, below, seen))]
}

test('every list that a caller may send says how long it may be', () => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => [
      ...parameters.flatMap(({ name, schema }) => unbounded(schema ?? {}, `${method} ${path} ?${name}`, new Set())),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        unbounded(schema ?? {}, `${method} ${path} `, new Set()),
      ),
    ]),
  )
  assert.deepEqual([...new Set(found)], [])
})
