import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operations } from '../../../src/api/index.ts'
import { demo } from '../../../src/api/examples.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import type { JsonSchema } from '../../../src/http/docs/schema.ts'
import { toolInput } from '../../../src/mcp/tools/schema.ts'
import { startTestApp } from '../../support/harness.ts'
import { connect } from '../../support/mcp/client.ts'

/** What every tool promises: whatever it wants can be read in its schema, also by a client that sends nothing else. */
const app = await startTestApp()
const { client, call } = await connect(app)
const { tools } = await client.listTools()

type Fields = Record<string, unknown>
type Defs = Record<string, JsonSchema>

/** Every place in a schema that has a name, and every one that may be null. */
function placesOf(schema: JsonSchema, defs: Defs = {}, at = '', seen: string[] = []): string[] {
  if (schema.$ref) {
    if (seen.includes(schema.$ref)) return []
    return placesOf(defs[schema.$ref.slice('#/$defs/'.length)] ?? {}, defs, at, [...seen, schema.$ref])
  }
  const go = (part: JsonSchema, place: string) => placesOf(part, defs, place, seen)
  return [
    ...([schema.type].flat().includes('null') ? [`${at} or null`] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => go(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, part]) => [
      `${at}.${field}`,
      ...go(part, `${at}.${field}`),
    ]),
    ...(schema.items ? go(schema.items, `${at}.*`) : []),
    ...(typeof schema.additionalProperties === 'object' ? go(schema.additionalProperties, `${at}.*`) : []),
  ]
}

/** What agents have no use for stands at the top alone, and is about the call, not about an ad. */
const aboutTheCall = ['.workspaceId', '.dryRun', '.page', '.lastEventId', '.accept']

for (const operation of operations.filter(({ tool }) => tool)) {
  test(`the input of ${operation.name} as agents see it has every field that it has`, () => {
    const whole = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const inHeaders = fieldsAt(operation, 'header').map((field) => `.${field}`)
    const shown = new Set(placesOf(toolInput(operation, (text) => text)))
    const lost = placesOf(whole, whole.$defs as Defs).filter((place) => !shown.has(place))
    assert.deepEqual(
      lost.filter((place) => !aboutTheCall.includes(place) && !inHeaders.includes(place)),
      [],
    )
  })
}

test('what holds itself is written once, and then said to be the same', () => {
  interface Branch {
    name: string
    next?: Branch[]
    one?: string | Branch
  }
  const Branch: z.ZodType<Branch> = z
    .object({
      name: z.string(),
      get next() {
        return z.array(Branch).optional()
      },
      get one() {
        return z.union([z.string(), Branch]).optional()
      },
    })
    .meta({ id: 'Branch' })
  const operation = { ...operations[0]!, input: z.object({ branch: Branch, other: Branch }) }
  const { properties } = toolInput(operation, (text) => text)
  for (const name of ['branch', 'other']) {
    const branch = properties![name]!.properties!
    assert.deepEqual(branch.name, { type: 'string' })
    const again = branch.next!.items as JsonSchema
    assert.equal(again.properties, undefined)
    assert.match(String(again.description), /the same fields/)
  }
})

/** Whether something may be sent under a path such as ads.0.page: an object without fields takes any. */
function takes(schema: JsonSchema, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  if (schema.anyOf) return schema.anyOf.some((form) => takes(form, [step, ...rest]))
  if (schema.items) return /^\d+$/.test(step) && takes(schema.items, rest)
  if (!schema.properties) return [schema.type].flat().includes('object')
  return step in schema.properties && takes(schema.properties[step]!, rest)
}

interface Failed {
  error?: { problems?: { argument: string; problem: string }[] }
  example?: Fields
}

/** A value without one of its fields, for each of them, at every depth. */
function withoutEach(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value as unknown[]
    return withoutEach(first).map((less) => [less, ...others])
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== field)),
    ...withoutEach(inner).map((less) => ({ ...value, [field]: less })),
  ])
}

/** As little of an ad as can be sent, in an account of each platform. */
async function barestAds(): Promise<Fields[]> {
  const { body } = await app.call<{ data: { id: string; platform: string }[] }>('GET', '/v1/adaccounts?limit=100')
  const first = new Map(body.data.map(({ id, platform }) => [platform, id]))
  assert.ok(first.size >= 5, 'accounts of several platforms')
  return [...first.values()].map((adAccountId) => ({ adName: 'Bare', adAccountId, adSets: [demo.adSet] }))
}

for (const { name, inputSchema } of tools) {
  test(`whatever ${name} says is missing stands in its schema`, async () => {
    const { example = {} } = (await call(name, {})).value as Failed
    const bare = 'ads' in (inputSchema.properties ?? {}) ? (await barestAds()).map((ad) => ({ ads: [ad] })) : []
    for (const given of [{}, { ads: [{}] }, ...bare, ...(withoutEach(example) as Fields[])]) {
      const { error } = (await call(name, given)).value as Failed
      const missing = (error?.problems ?? []).filter(({ problem }) => problem.includes('required'))
      for (const { argument } of missing) {
        assert.ok(
          takes(inputSchema as JsonSchema, argument.split('.')),
          `${argument} is asked for, and is not in the schema`,
        )
      }
    }
  })
}

test('an ad can be described by what stands in the schema of plan_launch alone', () => {
  const { inputSchema } = tools.find(({ name }) => name === 'plan_launch')!
  const ad = (inputSchema as JsonSchema).properties!.ads!.items as JsonSchema
  assert.equal(ad.properties!.page?.type, 'string')
  assert.deepEqual(ad.properties!.secondary?.type, ['string', 'null'])
})
