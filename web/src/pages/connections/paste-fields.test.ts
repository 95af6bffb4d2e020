import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsIn } from './paste-fields.ts'

test('what is pasted is a JSON object of texts, or the bare token', () => {
  assert.deepEqual(fieldsIn(' {"accessToken":"abc","appSecret":"def"} '), { accessToken: 'abc', appSecret: 'def' })
  assert.deepEqual(fieldsIn('EAAB-token\n'), { accessToken: 'EAAB-token' })
})

test('anything else is refused before it is sent', () => {
  for (const text of ['', ' ', 'two words', '{"a":1}', '{"a"', '{"a":{"b":"c"}}', '{"a":null}'])
    assert.equal(fieldsIn(text), null, text)
})
