import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpiry } from './expiry.ts'

const now = new Date('2027-01-30T12:00:00Z')

test('a key that expires on a day works until the end of that day', () => {
  assert.equal(parseExpiry('2027-01-31', now).toISOString(), '2027-01-31T23:59:59.999Z')
  assert.equal(parseExpiry('2027-01-30', now).toISOString(), '2027-01-30T23:59:59.999Z')
})

test('a number of days counts from now', () => {
  assert.equal(parseExpiry('30d', now).toISOString(), '2027-03-01T12:00:00.000Z')
})

test('days that are past, do not exist or cannot be read are refused', () => {
  for (const text of ['2027-01-29', '2027-02-30', '2027-13-01', '0d', '99999d', 'tomorrow', '30', '']) {
    assert.throws(() => parseExpiry(text, now), { code: 'commander.invalidArgument' }, text)
  }
})
