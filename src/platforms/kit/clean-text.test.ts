import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanAnswer } from './clean-text.ts'

const odd = fc.constantFrom('\0', '\ud83d', '\ude00', '😀', '\\', 'u0000', '\\u0000', '"', 'a')

test('an answer says the same without what cannot be kept, and everything else is left alone', () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 12 }), (parts) => {
      const name = parts.join('')
      const expected = name.toWellFormed().replaceAll('\0', '\ufffd')
      assert.equal((JSON.parse(cleanAnswer(JSON.stringify({ name }))) as { name: string }).name, expected)
    }),
    { seed: 5, numRuns: 2000 },
  )
  assert.equal(cleanAnswer('{"name":"\\uD83D\\uDE00 \\u00e9"}'), '{"name":"\\uD83D\\uDE00 \\u00e9"}')
  assert.equal(cleanAnswer('no JSON\0'), 'no JSON\ufffd')
})
