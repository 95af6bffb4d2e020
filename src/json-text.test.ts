import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJsonWords, jsonText } from './json-text.ts'

test('a text is written as JSON has it, whatever stands in it', () => {
  const word = createJsonWords()
  const every = Array.from({ length: 0x300 }, (_, code) => `a${String.fromCharCode(code)}b`)
  for (const text of [...every, '', 'two words', '\ud800', '\u2028', '😀', `\\"`]) {
    assert.equal(jsonText(text), JSON.stringify(text))
    assert.equal(word(text), JSON.stringify(text))
    assert.equal(word(text), JSON.stringify(text), 'and when it comes again')
  }
})
