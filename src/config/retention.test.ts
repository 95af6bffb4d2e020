import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { everyDayDays } from '../core/reports/past/keep-exact.ts'
import { readConfig } from '../config.ts'
import { defaultRetention, keptFor, retentionKinds } from './retention.ts'
import type { RetentionKind } from './retention.ts'

const kinds = Object.keys(retentionKinds) as RetentionKind[]

test('what is not set is kept as long as the declaration says, and what is set as long as that', () => {
  assert.deepEqual(readConfig({}).retention, defaultRetention)
  const given = Object.fromEntries(
    kinds.map((kind) => [retentionKinds[kind].setting, String(retentionKinds[kind].min)]),
  )
  const least = Object.fromEntries(kinds.map((kind) => [kind, retentionKinds[kind].min]))
  assert.deepEqual(readConfig(given).retention, least)
  assert.equal(readConfig({ RETENTION_JOURNAL_DAYS: 'forever' }).retention.journal, null)
})

test('a value that would take what somebody needs, or that is none, is refused in one line', () => {
  for (const kind of kinds) {
    const { setting, min, max } = retentionKinds[kind]
    for (const value of [String(min - 1), String(max + 1), '0', '-5', '1.5', 'never', '1e3']) {
      assert.throws(
        () => readConfig({ [setting]: value }),
        (error: Error) =>
          error.message.startsWith(`Wrong setting. ${setting}: must be `) && !error.message.includes('\n'),
        `${setting}=${value}`,
      )
    }
  }
  assert.throws(() => readConfig({ RETENTION_IDEMPOTENCY_HOURS: 'forever' }), /must be a whole number of hours \(it is/)
})

test('the least that can be set leaves what others count on', () => {
  const { journal, keys, batches, figures } = retentionKinds
  assert.ok(journal.min * 24 >= keys.max, 'what a call wrote is known as long as its key')
  assert.ok(batches.min * 24 >= keys.max, 'and what it made')
  assert.ok(figures.min * 30 >= everyDayDays, 'rules can be tried on as many days as they may be')
})

test('the document has every kind with its setting, default and minimum', async () => {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'retention.md'), 'utf8')
  for (const kind of kinds) {
    const { setting, default: count, unit, min, about } = retentionKinds[kind]
    assert.ok(page.includes(`| \`${setting}\` | ${keptFor(kind, count)} | ${min} ${unit} | ${about} |`), setting)
  }
})
