import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { maxRangeYears } from '../../../src/core/days/range.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import type { Operation } from '../../../src/call/operation.ts'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

/** The one rule about stretches of time holds for every operation that takes them, and for every one that will be added. */
const app = await startTestApp()
const { accounts } = await demoFixture(app)
// Whose accounts are whose is known from now on.
await app.call('GET', '/v1/adaccounts')

/** Names by which operations take the two ends of a stretch of time. */
const pairs = [
  ['startDate', 'endDate'],
  ['from', 'to'],
  ['since', 'until'],
] as const

interface Ranged {
  operation: Operation
  start: string
  end: string
}

const ranged = operations.flatMap((operation): Ranged[] => {
  const fields = fieldsAt(operation, 'query')
  const pair = pairs.find(([start, end]) => fields.includes(start) || fields.includes(end))
  return pair ? [{ operation, start: pair[0], end: pair[1] }] : []
})

const others: Record<string, string> = { accountId: accounts[0]!.id, accountIds: accounts[0]!.id, by: 'age' }

function ask({ operation, start, end }: Ranged, from: string, to: string) {
  const written = (day: string) => (start === 'since' ? String(Math.round(Date.parse(day) / 1000)) : day)
  // An operation that only one platform has names an account of it in its example.
  const example = operation.example as Record<string, unknown>
  const { accountId = others.accountId! } = example as { accountId?: string }
  const path = operation.rest.path.replace(/\{(\w+)\}/g, (_, field: string) => String(example[field]))
  const known: Record<string, string> = { ...others, accountId }
  const wanted = fieldsAt(operation, 'query').filter((field) => known[field] !== undefined)
  const query = new URLSearchParams({
    ...Object.fromEntries(wanted.map((field) => [field, known[field]!])),
    [start]: written(from),
    [end]: written(to),
  })
  return app.call<{ error: { details: { issues: { path: string; message: string }[] } } }>(
    operation.rest.method,
    `${path}?${query.toString()}`,
  )
}

test('there are operations that take days', () => {
  assert.ok(ranged.length >= 12, `only ${ranged.length}`)
})

for (const each of ranged) {
  const { operation, start, end } = each
  test(`${operation.rest.method} ${operation.rest.path} refuses a stretch of time that is absurd, and calls nobody for it`, async () => {
    await app.control('DELETE', 'calls')
    const absurd: [string, string, string[]][] = [
      ['2024-01-01', '9999-12-31', [end]],
      ['2024-01-01', '9998-01-01', [end]],
      ['0001-01-01', '2026-01-01', [start, end]],
      ['5138-01-01', '5138-01-02', [start, end]],
      ['2022-01-01', '2025-01-02', [end]],
      ['2026-01-02', '2026-01-01', [end]],
    ]
    for (const [from, to, paths] of absurd) {
      const { status, body } = await ask(each, from, to)
      assert.ok(status === 400 || status === 422, `${from} to ${to}: ${status}`)
      const [issue] = body.error.details.issues
      assert.ok(paths.includes(issue!.path), `${from} to ${to}: ${JSON.stringify(issue)}`)
    }
    const tooLong = await ask(each, '2022-01-01', '2025-01-02')
    const expected = `must be at most ${maxRangeYears} years after ${start}`
    assert.equal(tooLong.body.error.details.issues[0]!.message, expected)
    const { calls } = await app.control<{ calls: object[] }>('GET', 'calls')
    assert.deepEqual(calls, [])
  })
}
