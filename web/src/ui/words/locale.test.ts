import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf, numbersOf } from './locale.ts'

test('numbers are written as the reader writes them, and days in the words of the page', () => {
  const written = (reader: string) => {
    const day = new Date('2026-12-17T12:00:00Z')
    const days = day.toLocaleDateString(localeOf(reader), { dateStyle: 'medium', timeZone: 'UTC' })
    return [(136_743.85).toLocaleString(numbersOf(reader)), days]
  }
  assert.deepEqual(written('en-US'), ['136,743.85', 'Dec 17, 2026'])
  assert.deepEqual(written('de-DE'), ['136.743,85', '17 Dec 2026'])
  assert.deepEqual(written('de'), ['136.743,85', '17 Dec 2026'])
  assert.deepEqual(written('en-GB'), ['136,743.85', '17 Dec 2026'])
})

test('a reader of whom nothing can be read is written to in the language of the page', () => {
  for (const reader of [undefined, '', 'no such language', 'C'])
    assert.deepEqual([localeOf(reader), numbersOf(reader)], ['en', 'en'], reader)
})
