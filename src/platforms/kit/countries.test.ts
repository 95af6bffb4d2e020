import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '../../../sandbox/meta/report/tables.ts'
import { hasPostalForm, isCountry } from './countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

test('the countries are those of an advertising platform, but for one that is no more', () => {
  assert.deepEqual(
    [...countries].filter((code) => !isCountry(code)),
    ['AN'],
  )
  assert.deepEqual(
    pairs.filter((code) => isCountry(code) && !countries.has(code)),
    [],
  )
  for (const strange of ['', 'us', 'USA', 'UK', 'SU', 'ZZ', 'EU', '__proto__'])
    assert.equal(isCountry(strange), false, strange)
})

test('a postal code looks as those of its country do', () => {
  const good = [
    'US 10001',
    'GB SW1A',
    'GB SW1A 1AA',
    'CA M5H',
    'DE 10115',
    'JP 1000001',
    'JP 100-0001',
    'NL 1011',
    'BR 01000',
  ]
  for (const place of [...good, 'PL 00-001', 'IE D02', 'AE 00000'])
    assert.ok(hasPostalForm(place.slice(0, 2), place.slice(3)), place)
  for (const place of ['US 1', 'US XXXX', 'US 10001-', 'DE 1011', 'GB 10001', 'CA 10001', 'ZZ 1', 'FR', 'FR  7500'])
    assert.equal(hasPostalForm(place.slice(0, 2), place.slice(3)), false, place)
})
