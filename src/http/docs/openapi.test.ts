import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { sampleFacts, sampleTable } from '../../../test/support/docs.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { buildOpenApi } from './openapi.ts'

type Json = { [key: string]: Json } & Json[] & string

const document = JSON.parse(JSON.stringify(buildOpenApi(sampleTable, sampleFacts))) as Json
const operation = (method: string, path: string): Json => document.paths![path]![method]!
const jsonReply = (method: string, path: string, status: string): Json =>
  operation(method, path).responses![status]!.content!['application/json']!.schema!
const jsonBody = (path: string): Json => operation('post', path).requestBody!.content!['application/json']!

/** Follows a reference inside the document. */
function follow(reference: string): Json | undefined {
  const steps = reference.replace('#/', '').split('/')
  return steps.reduce<Json | undefined>((at, step) => at?.[step.replaceAll('~1', '/')], document)
}

function allReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : allReferences(inner),
  )
}

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.info!.version, '9.8.7')
  assert.deepEqual(document.servers, [{ url: 'https://ads.example/deck' }])
})

test('every reference in the document leads somewhere', () => {
  const references = allReferences(document)
  assert.ok(references.length > 0)
  for (const reference of references) assert.ok(follow(reference), reference)
})

test('every endpoint is there under each of its paths, aliases marked as such', () => {
  for (const endpoint of sampleTable) {
    for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
      assert.ok(operation(endpoint.method.toLowerCase(), path.replace('...', '{path}')), path)
    }
  }
  const alias = operation('post', '/v1/start')
  assert.equal(alias['x-alias-of'], '/v1/launch')
  assert.equal(alias.deprecated, true)
  assert.equal('deprecated' in operation('post', '/v1/launch'), false)
})

test('operations have names of their own, made of method and path', () => {
  const ids = Object.values(document.paths!).flatMap((path) => Object.values(path).map((entry) => entry.operationId))
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(operation('get', '/v1/batches/{id}').operationId, 'getBatchesById')
  assert.equal(operation('get', '/v1/user').operationId, 'getUser')
  assert.equal(operation('get', '/user').operationId, 'getUser2')
})

test('parameters say where they stand, what they mean and whether they are needed', () => {
  assert.deepEqual(operation('get', '/v1/batches/{id}').parameters, [
    { name: 'id', in: 'path', required: true, description: 'Id or slug.', schema: { type: 'string' } },
    {
      name: 'include',
      in: 'query',
      required: false,
      description: 'The include to ask for.',
      schema: { type: 'array', items: { type: 'string', enum: ['ads', 'events'] } },
      style: 'form',
      explode: false,
    },
    {
      name: 'page',
      in: 'query',
      required: false,
      description: 'Which page | counted from 1.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    { name: 'sort', in: 'query', required: true, description: 'The sort to ask for.', schema: { type: 'string' } },
  ])
  assert.equal(operation('get', '/v1/old-batches/{number}').parameters![0]!.name, 'number')
  assert.equal(operation('get', '/media/{path}').parameters![0]!.description, 'The rest of the address.')
})

test('writes take an Idempotency-Key, reads do not', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' }
  assert.deepEqual(operation('post', '/v1/launch').parameters, [key])
  assert.deepEqual(operation('post', '/upload').parameters, [key])
  assert.deepEqual(operation('get', '/v1/user').parameters, [])
})

test('a body is described as it may be sent, whatever becomes of it afterwards', () => {
  const { schema, example } = jsonBody('/v1/launch')
  assert.deepEqual(schema!.required, ['ads'])
  assert.deepEqual(schema!.properties!.size, { type: ['string', 'integer'] })
  assert.deepEqual(schema!.properties!.tags, { type: 'array', items: { type: 'string' } })
  assert.deepEqual(example, { ads: [{ adName: "It's blue" }] })
  assert.equal('$schema' in schema!, false)
})

test('an upload is a form with a file', () => {
  const { schema } = operation('post', '/upload').requestBody!.content!['multipart/form-data']!
  assert.deepEqual(schema!.required, ['file'])
  assert.equal(schema!.properties!.file!.format, 'binary')
  assert.deepEqual(schema!.properties!.name, { type: 'string' })
})

test('answers wear the envelope of their surface', () => {
  const launched = jsonReply('post', '/v1/launch', '202')
  assert.deepEqual(launched.properties!.success, { type: 'boolean', const: true })
  assert.deepEqual(launched.properties!.startedAt, { type: 'string', format: 'date-time' })
  assert.deepEqual(launched.properties!.label, {})
  assert.deepEqual(jsonReply('post', '/upload', '200').required, ['success', 'url'])
  assert.deepEqual(jsonReply('get', '/api/ad-copy-templates', '200').required, ['templates'])
  assert.deepEqual(Object.keys(operation('get', '/media/{path}').responses!['200']!.content!), ['*/*'])
})

test('a schema with a name that differs between request and answer keeps both', () => {
  const sent = jsonBody('/v1/launch').schema!.properties!.ads!.items!.properties!.budget!
  const answered = jsonReply('post', '/v1/launch', '202').properties!.spent!
  assert.deepEqual(follow(sent.$ref!)!.required, ['currency'])
  assert.deepEqual(follow(answered.$ref!)!.required, ['amount', 'currency'])
})

test('a schema that contains itself is written once and refers to itself', () => {
  const { $ref } = jsonReply('get', '/v1/batches/{id}', '200').properties!.root!
  assert.equal(follow($ref!)!.properties!.folders!.items!.$ref, $ref)
})

test('a whole body that contains itself is written once too', async () => {
  const Branch = z.object({
    name: z.string(),
    get next() {
      return Branch.optional()
    },
  })
  const endpoint = defineEndpoint({
    method: 'POST',
    path: '/v1/branch',
    section: 'Trees',
    summary: 'Grow',
    scope: 'manage',
    body: Branch,
    reply: Branch,
    handle: async () => ({}),
  })
  const grown = buildOpenApi([endpoint], sampleFacts) as Json
  const { schema } = grown.paths!['/v1/branch']!.post!.requestBody!.content!['application/json']!
  assert.equal(schema!.$ref, '#/components/schemas/PostBranchRequest')
  assert.equal(grown.components!.schemas!.PostBranchRequest!.properties!.next!.$ref, schema!.$ref)
  assert.equal((await new Validator().validate(structuredClone(grown))).valid, true)
})

test('failures are described in the envelope of their surface', () => {
  const envelope = (path: string, method: string, status: string) =>
    follow(operation(method, path).responses![status]!.$ref!)!.content!['application/json']!.schema!.$ref
  assert.equal(envelope('/v1/launch', 'post', '422'), '#/components/schemas/V1Error')
  assert.equal(envelope('/upload', 'post', '415'), '#/components/schemas/UploadError')
  assert.equal(envelope('/api/ad-copy-templates', 'get', '401'), '#/components/schemas/OlderError')
  const refused = follow(operation('get', '/v1/user').responses!['429']!.$ref!)!
  assert.deepEqual(Object.keys(refused.headers!).sort(), [
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-Request-Id',
  ])
  const { details } = document.components!.schemas!.V1Error!.properties!.error!.properties!
  assert.equal(details!.properties!.issues!.items!.$ref, '#/components/schemas/Issue')
})

test('who may call is said: a key with a scope, or everybody', () => {
  const launch = operation('post', '/v1/launch')
  assert.deepEqual(launch.security, [{ bearer: [] }])
  assert.equal(launch['x-scope'], 'launch')
  assert.equal('x-tool' in launch, false, 'there is no address for tools')
  const open = operation('get', '/media/{path}')
  assert.deepEqual(open.security, [])
  assert.equal('x-scope' in open, false)
  assert.equal('401' in open.responses!, false)
})

test('the description explains which names mean the same', () => {
  const text = document.info!.description!
  assert.match(text, /`accountId` \| `businessId`, `adAccountId`/)
  assert.match(text, /`startDate` \| `dateFrom`/)
})
