import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operations } from '../../api/index.ts'
import { AppError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { ignoredFields, maxUnknown, maxNamed } from './unread.ts'

const schema = z.object({
  accountId: z.string(),
  scope: z.object({ level: z.string(), accountIds: z.array(z.string()).optional() }).optional(),
  ads: z.array(z.object({ adName: z.string(), urlTags: z.string().nullable() })).default([]),
  when: z.union([z.object({ all: z.array(z.object({ metric: z.string() })) }), z.object({ field: z.string() })]),
  targeting: z.record(z.string(), z.unknown()),
  more: z.looseObject({ name: z.string() }),
})

test('a field that nobody reads is named by its path, once for a whole list', () => {
  const given = {
    acountId: '1',
    scope: { level: 'ad', accountId: '1', accounts: ['1'] },
    ads: [
      { adName: 'a', headlin: 'x' },
      { adName: 'b', headlin: 'y', utm_tags: 'z' },
    ],
    when: { all: [{ metric: 'spend', windwo: 'today' }], field: 'name' },
    targeting: { anything: { goes: true } },
    more: { anything: true },
  }
  assert.deepEqual(ignoredFields(schema, given), ['acountId', 'scope.accounts', 'ads[].headlin', 'when.all[].windwo'])
})

test('what has the wrong form is not looked into, and nobody is told of thousands of names', () => {
  assert.deepEqual(ignoredFields(schema, { scope: [{ a: 1 }], ads: { b: 1 }, when: 'c', targeting: null }), [])
  const named = ignoredFields(schema, manyFields(maxUnknown))
  assert.equal(named.length, maxNamed)
  assert.ok(named.every((name) => name.length < 100))
})

function manyFields(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}${'x'.repeat(5000)}`, n]))
}

test('an object takes 500 fields that nobody reads and not one more, wherever it stands', () => {
  const places: [string, (fields: object) => Record<string, unknown>][] = [
    ['', (fields) => ({ accountId: '1', ...fields })],
    ['scope', (fields) => ({ scope: { level: 'ad', ...fields } })],
    ['ads[]', (fields) => ({ ads: [{ adName: 'a' }, { ad_name: 'b', ...fields }] })],
    ['when.all[]', (fields) => ({ when: { all: [fields] } })],
  ]
  for (const [path, given] of places) {
    assert.equal(ignoredFields(schema, given(manyFields(maxUnknown))).length, maxNamed, path)
    assert.throws(
      () => ignoredFields(schema, given(manyFields(maxUnknown + 1))),
      (error) => error instanceof AppError && (error.details!.issues as Issue[])[0]!.path === path,
      path,
    )
  }
  assert.deepEqual(ignoredFields(schema, { targeting: manyFields(5000), more: manyFields(5000) }), [])
})

test('everything in the examples of the documents is read', () => {
  const shown = operations.filter(({ example, rest }) => example && !rest.form)
  const ignored = shown.flatMap(({ name, input, prepare = (body: unknown) => body, example }) =>
    ignoredFields(input, prepare(example) as Record<string, unknown>).map((field) => `${name}: ${field}`),
  )
  assert.deepEqual(ignored, [])
})
