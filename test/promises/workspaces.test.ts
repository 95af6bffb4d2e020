import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operations } from '../../src/api/index.ts'
import type { Operation } from '../../src/call/operation.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services
const fixture = await demoFixture(app)
const accountId = fixture.accounts[0]!.id

interface Listed {
  data: { id: string; accountIds: string[] }[]
}
const workspaceOf = async (key: string) => (await app.call<Listed>('GET', '/v1/workspaces', { key })).body.data[0]!.id
const own = await workspaceOf(app.key)
const strange = await workspaceOf((await app.stranger()).key)
const { company_id: companyId } = await db
  .selectFrom('workspaces')
  .select('company_id')
  .where('id', '=', Number(own))
  .executeTakeFirstOrThrow()
const empty = await db
  .insertInto('workspaces')
  .values({ company_id: companyId, name: 'Empty', slug: 'empty', is_default: false })
  .returning('id')
  .executeTakeFirstOrThrow()

interface Refusal {
  error?: { details?: { issues?: { path: string; message: string }[] } }
}
const blamed = (body: Refusal) => body.error?.details?.issues?.map(({ path }) => path) ?? []

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  minItems?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
}

/** The least that has the right form. */
function sampleOf(schema: JsonSchema, named = schema.$defs ?? {}): unknown {
  if (schema.$ref) return sampleOf(named[schema.$ref.replace('#/$defs/', '')]!, named)
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, named)
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, named)] : []
  if (schema.type === 'object') {
    const names = schema.required ?? []
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, named)]))
  }
  return schema.type === 'boolean' ? true : schema.type === 'string' ? '12' : 1
}

function inputFor({ input: schema, example }: Operation, more: object): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const sample: object = { ...(sampleOf(json) as object), ...example }
  const isLevel = 'entityType' in schema.shape && z.safeParse(schema.shape.entityType, 'adset').success
  const known = { ...('accountId' in schema.shape ? { accountId } : {}), ...(isLevel ? { entityType: 'adset' } : {}) }
  return { ...sample, ...known, ...more }
}

function send(operation: Operation, workspaceId: string) {
  const input = inputFor(operation, { workspaceId })
  if (operation.rest.method !== 'GET')
    return app.call<Refusal>(operation.rest.method, operation.rest.path, { body: input })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) query.set(name, String(value))
  return app.call<Refusal>('GET', `${operation.rest.path}?${query.toString()}`)
}

const taking = operations.filter(({ input }) => 'workspaceId' in input.shape)

test('some operations take a workspace', () => assert.ok(taking.length > 15))

for (const operation of taking) {
  test(`${operation.rest.method} ${operation.rest.path} refuses a workspace that the company does not have`, async () => {
    for (const workspaceId of ['999999', 'nonsense', strange]) {
      const { status, body } = await send(operation, workspaceId)
      assert.equal(status, 422, JSON.stringify(body))
      assert.deepEqual(blamed(body), ['workspaceId'])
    }
  })

  test(`${operation.rest.method} ${operation.rest.path} refuses an account that is not in the workspace, and no other`, async () => {
    const named = 'accountId' in operation.input.shape
    const elsewhere = await send(operation, String(empty.id))
    assert.equal(blamed(elsewhere.body).includes('workspaceId'), named, JSON.stringify(elsewhere.body))
    assert.ok(!blamed((await send(operation, own)).body).includes('workspaceId'))
  })
}

for (const path of ['/v1/launch', '/v1/launch/validate', '/v1/drafts']) {
  test(`POST ${path} names every ad whose workspace is not there or does not have its account`, async () => {
    const ads = [own, '999999', strange, String(empty.id)].map((workspaceId, n) =>
      singleAd(app, fixture, { adName: `Workspace ${n}`, workspaceId }),
    )
    const { body } = await app.call('POST', path, { body: { ads } })
    const found = JSON.stringify(body).match(/ads\.\d\.workspaceId/g)
    assert.deepEqual([...new Set(found)], ['ads.1.workspaceId', 'ads.2.workspaceId', 'ads.3.workspaceId'])
  })
}
