import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { buildOpenApi } from '../../../src/http/docs/openapi.ts'
import type { JsonSchema } from '../../../src/http/docs/schema.ts'
import { sampleFacts } from '../../support/docs.ts'

/** What every operation tells about itself. */
const isWord = /^[a-z]+(_[a-z]+)*$/

interface OpenApi {
  paths: Record<string, Record<string, { parameters: { name: string; description?: string }[] }>>
  components: { schemas: Record<string, JsonSchema> }
}

const document = JSON.parse(JSON.stringify(buildOpenApi(operations, sampleFacts))) as OpenApi

test('operations have plain names, each its own', () => {
  const names = operations.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
  for (const { name } of operations) assert.match(name, isWord)
})

/** Why nobody who only has a key can be shown a call that works. */
const forPeopleAlone: Record<string, string> = {
  end_connect: 'what it brings is made by a platform, once',
  approve_approval: 'no key may approve what waits for a person',
  refuse_approval: 'no key may refuse what waits for a person',
  accept_invite: 'an invite is sent to one person and kept by nobody else',
  mail_sign_in_link: 'a mail would go to whoever has the address',
  sign_in: 'a link signs one person in, once',
  sign_in_by_passkey: "a passkey is in one person's hand",
  sign_in_by_oidc: 'it leads to a provider that only some services have',
  end_oidc_sign_in: 'what it brings is made by the provider, once',
  read_approval_link: 'a link is sent to one person and kept by nobody else',
  approve_by_link: 'a link is sent to one person and kept by nobody else',
  refuse_by_link: 'a link is sent to one person and kept by nobody else',
}

test('every operation has an example, unless it is for people alone, and says so', () => {
  const without = operations.filter(({ example }) => example === undefined)
  assert.deepEqual(
    without.filter(({ forPeople }) => !forPeople).map(({ name }) => name),
    Object.keys(forPeopleAlone),
  )
  for (const { name, summary, description } of without) assert.match(`${summary} ${description}`, /For people/, name)
})

test('every schema has a name in PascalCase, and no object or list of words is without one', () => {
  const anonymous = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
    return inner(schema)
      .filter(({ properties, enum: words }) => properties || (words?.length ?? 0) > 1)
      .map(() => name)
  })
  assert.deepEqual(anonymous, [])
})

test('every field and every parameter is described', () => {
  const silent = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {})
      .filter(([, field]) => !describing(field))
      .map(([field]) => `${name}.${field}`),
  )
  const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((entry) =>
      entry.parameters.filter((each) => each.name && !each.description).map(({ name }) => `${path} ${name}`),
    ),
  )
  assert.deepEqual([...silent, ...parameters], [])
})

test('a state is one of a list of words; what a platform calls it is said to be its own word', () => {
  const loose = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {})
      .filter(
        ([field, { type, description = '' }]) =>
          /(^s|S)tat(us|e)$/.test(field) && type === 'string' && !/platform/i.test(description),
      )
      .filter(([, { const: only }]) => only === undefined)
      .map(([field]) => `${name}.${field}`),
  )
  assert.deepEqual(loose, [])
})

test('the document is the same every time it is written', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(buildOpenApi(operations, sampleFacts))), document)
})

/** What a field says about itself, or the schema that it refers to. */
function describing({ description, $ref }: JsonSchema): string | undefined {
  return description ?? document.components.schemas[$ref?.split('/').at(-1) ?? '']?.description
}

/** Everything inside of a schema, itself left out. */
function inner(schema: JsonSchema): JsonSchema[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ]
  return parts.flatMap((part) => [part, ...inner(part)])
}
