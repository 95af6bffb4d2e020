import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleInWords } from './rule-words.ts'

test('what a custom conversion counts is said in words', () => {
  const bought = { and: [{ event: { eq: 'Purchase' } }, { url: { i_contains: 'thank-you' } }] }
  assert.equal(ruleInWords(JSON.stringify(bought)), 'the event is “Purchase” and the address contains “thank-you”')
  const either = { or: [{ url: { i_contains: 'thanks' } }, bought] }
  assert.equal(
    ruleInWords(JSON.stringify(either)),
    'one of these: the address contains “thanks”; the event is “Purchase” and the address contains “thank-you”',
  )
  assert.equal(ruleInWords(JSON.stringify({ value: { gte: 20 } })), 'the value is at least 20')
})

test('a rule with anything else in it is left as it is', () => {
  for (const rule of ['', 'null', '[]', '{}', '{"and":[{"url":{"regex":"a"}}]}', '{"not":[{"url":{"eq":"a"}}]}'])
    assert.equal(ruleInWords(rule), null, rule)
})
