import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '../../src/core/events/catalogue.ts'
import { problemOf } from '../../src/call/check-reply.ts'
import { eventsSection } from '../support/events/events-page.ts'

test('every example of the catalogue is what its schema says', () => {
  for (const { data, example } of catalogue) assert.equal(problemOf(data, example), null)
})

test('docs/events.md says of every event what the catalogue says', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'events.md'), 'utf8')
  const [, shown = ''] = page.split('<!-- from the catalogue -->\n\n')
  assert.equal(shown, `${eventsSection()}\n`)
})
