import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { sampleFacts, sampleTable } from '../../../test/support/docs.ts'
import { operation } from '../../call/operation.ts'
import { buildOpenApi } from './openapi.ts'

type Json = { [key: string]: Json } & Json[] & string

const document = JSON.parse(JSON.stringify(buildOpenApi(sampleTable, sampleFacts))) as Json
const entry = (method: string, path: string): Json => document.paths![path]![method]!
const jsonReply = (method: string, path: string, status: string): Json =>
  follow(entry(method, path).responses![status]!.content!['application/json']!.schema!.$ref!)!
const jsonBody = (path: string): Json => entry('post', path).requestBody!.content!['application/json']!

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

test('every operation is there once, and its other paths are not', () => {
  const listed = Object.values(document.paths!).flatMap((path) => Object.keys(path))
  assert.equal(listed.length, sampleTable.length)
  for (const { rest } of sampleTable)
    assert.ok(entry(rest.method.toLowerCase(), rest.path.replace('...', '{path}')), rest.path)
  assert.equal('/v1/start' in document.paths!, false)
})

test('operations are called by their own names', () => {
  assert.equal(entry('get', '/v1/batches/{id}').operationId, 'getBatch')
  assert.equal(entry('post', '/v1/launch').operationId, 'launchAds')
  assert.equal(entry('post', '/v1/launch')['x-effect'], 'spends')
})

test('every object and every list of words has a name of its own', () => {
  const { schemas } = document.components!
  for (const [name, schema] of Object.entries(schemas!)) {
    assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
    for (const inner of Object.values(schema.properties ?? {})) assert.equal('properties' in inner, false, name)
  }
  assert.deepEqual(jsonBody('/v1/launch').schema, { $ref: '#/components/schemas/LaunchAdsRequest' })
  assert.equal(schemas!.LaunchAdsRequest!.properties!.limits!.$ref, '#/components/schemas/LaunchAdsRequestLimits')
  assert.equal(schemas!.LaunchAdsRequest!.properties!.ads!.items!.$ref, '#/components/schemas/LaunchAdsRequestAd')
})

test('parameters say where they stand, what they mean and whether they are needed', () => {
  assert.deepEqual(entry('get', '/v1/batches/{id}').parameters, [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Id or slug.',
      schema: { type: 'string' },
      example: 'b-1',
    },
    {
      name: 'include',
      in: 'query',
      required: false,
      schema: { type: 'array', items: { $ref: '#/components/schemas/GetBatchRequestIncludeItem' } },
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
    { name: 'sort', in: 'query', required: true, schema: { type: 'string' }, example: 'name' },
  ])
  const [path, tag] = entry('get', '/media/{path}').parameters!
  assert.equal(path!.description, 'The rest of the address.')
  assert.deepEqual([tag!.name, tag!.in], ['if-none-match', 'header'])
})

test('writes take an Idempotency-Key, reads do not', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' }
  assert.deepEqual(entry('post', '/v1/launch').parameters, [key])
  assert.deepEqual(entry('post', '/upload').parameters, [key])
  assert.deepEqual(entry('get', '/v1/user').parameters, [])
})

test('a body is described as it may be sent, whatever becomes of it afterwards', () => {
  const { schema: written, example } = jsonBody('/v1/launch')
  const schema = follow(written!.$ref!)
  assert.deepEqual(schema!.required, ['ads'])
  assert.deepEqual(schema!.properties!.size, { type: ['string', 'integer'] })
  assert.deepEqual(schema!.properties!.tags, { type: 'array', items: { type: 'string' } })
  assert.deepEqual(example, { ads: [{ adName: "It's blue" }], tags: [] })
  assert.equal('$schema' in schema!, false)
})

test('an upload is a form with a file', () => {
  const { schema: written } = entry('post', '/upload').requestBody!.content!['multipart/form-data']!
  const schema = follow(written!.$ref!)
  assert.deepEqual(schema!.required, ['file'])
  assert.equal(schema!.properties!.file!.format, 'binary')
  assert.deepEqual(schema!.properties!.name, { type: 'string' })
})

test('answers wear the envelope of their surface', () => {
  const launched = jsonReply('post', '/v1/launch', '202')
  assert.equal(launched.properties!.success!.const, true)
  assert.deepEqual(launched.properties!.startedAt, { type: 'string', format: 'date-time' })
  assert.deepEqual(launched.properties!.label, {})
  assert.deepEqual(jsonReply('post', '/upload', '200').required, ['success', 'url'])
  assert.deepEqual(jsonReply('get', '/api/ad-copy-templates', '200').required, ['templates'])
  assert.deepEqual(Object.keys(entry('get', '/media/{path}').responses!['200']!.content!), ['*/*'])
})

test('a schema with a name that differs between request and answer keeps both', () => {
  const sent = document.components!.schemas!.LaunchAdsRequestAd!.properties!.budget!
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
  const grow = operation({
    name: 'grow_branch',
    rest: { method: 'POST', path: '/v1/branch' },
    section: 'Drafts',
    summary: 'Grow',
    scope: 'manage',
    effect: 'changes',
    input: Branch,
    reply: Branch,
    handle: async () => ({ name: '' }),
  })
  const grown = buildOpenApi([grow], sampleFacts) as Json
  const { schema } = grown.paths!['/v1/branch']!.post!.requestBody!.content!['application/json']!
  assert.equal(schema!.$ref, '#/components/schemas/GrowBranchRequest')
  assert.equal(grown.components!.schemas!.GrowBranchRequest!.properties!.next!.$ref, schema!.$ref)
  assert.equal((await new Validator().validate(structuredClone(grown))).valid, true)
})

test('failures are described in the envelope of their surface', () => {
  const envelope = (path: string, method: string, status: string) =>
    follow(entry(method, path).responses![status]!.$ref!)!.content!['application/json']!.schema!.$ref
  assert.equal(envelope('/v1/launch', 'post', '422'), '#/components/schemas/V1Error')
  assert.equal(envelope('/upload', 'post', '415'), '#/components/schemas/UploadError')
  assert.equal(envelope('/api/ad-copy-templates', 'get', '401'), '#/components/schemas/OlderError')
  const refused = follow(entry('get', '/v1/user').responses!['429']!.$ref!)!
  assert.deepEqual(Object.keys(refused.headers!).sort(), [
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-Request-Id',
  ])
  const { ErrorDetails } = document.components!.schemas!
  assert.equal(ErrorDetails!.properties!.issues!.items!.$ref, '#/components/schemas/Issue')
})

test('who may call is said: a key with a scope, or everybody', () => {
  const launch = entry('post', '/v1/launch')
  assert.deepEqual(launch.security, [{ bearer: [] }])
  assert.equal(launch['x-scope'], 'launch')
  assert.equal(launch['x-tool'], 'launch_ads')
  const open = entry('get', '/media/{path}')
  assert.deepEqual(open.security, [])
  assert.equal('x-scope' in open, false)
  assert.equal('401' in open.responses!, false)
})

test('the description explains which names mean the same', () => {
  const text = document.info!.description!
  assert.match(text, /`accountId` \| `businessId`, `adAccountId`/)
  assert.match(text, /`startDate` \| `dateFrom`/)
})
