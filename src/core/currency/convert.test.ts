import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalsOf } from './codes.ts'
import { convert, mainUnits, showRate } from './convert.ts'
import type { Rates } from './convert.ts'
import { decimalOf, numberOf, ratio } from './decimal.ts'

const day = '2026-11-01'
const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
const rateTexts = fc.oneof(
  fc.double({ min: 1e-12, max: 1e12, noNaN: true }).map(String),
  fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 })).map(([n, e]) => `${n}e-${e}`),
)
const codes = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CLF', 'VND', 'XYZ')

function ratesWith(to: string, texts: Record<string, string>): Rates {
  const entries = Object.entries(texts).map(([currency, text]) => {
    return [currency, { currency, rate: decimalOf(text)!, date: day, source: 'test' }] as const
  })
  return { to, day, byCurrency: new Map(entries) }
}

test('an amount is converted with the rate that is shown, to the last digit', () => {
  const found = convert(ratesWith('USD', { JPY: '0.0061' }), 1_200_000_000n, 'JPY')
  assert.ok('amount' in found)
  assert.equal(found.amount, 7_320_000n)
  assert.deepEqual(showRate(found.rate!), { currency: 'JPY', rate: 0.0061, date: day, source: 'test' })
})

test('amounts are rounded to the smallest one of their currency: cents, whole yen, thousandths of a dinar', () => {
  assert.equal(mainUnits(1_994_999n, 'USD'), 1.99)
  assert.equal(mainUnits(1_995_000n, 'USD'), 2)
  assert.equal(mainUnits(1_499_999n, 'JPY'), 1)
  assert.equal(mainUnits(-1_500_000n, 'JPY'), -2)
  assert.equal(mainUnits(1_234_500n, 'KWD'), 1.235)
})

test('without a rate there is no amount, whatever the currencies: nothing is ever taken one to one', () => {
  fc.assert(
    fc.property(amounts, codes, codes, (amount, from, to) => {
      const found = convert(ratesWith(to, {}), amount, from)
      if (from === to) assert.deepEqual(found, { amount, rate: null })
      else assert.ok('missing' in found && found.missing.includes(from) && found.missing.includes(to))
    }),
  )
})

test('a converted amount is a finite number, within half of a millionth of the exact product', () => {
  fc.assert(
    fc.property(amounts, rateTexts, codes, (amount, text, to) => {
      const rates = ratesWith(to, { AAA: text })
      const found = convert(rates, amount, 'AAA')
      assert.ok('amount' in found)
      assert.ok(Number.isFinite(mainUnits(found.amount, to)))
      const { units, scale } = decimalOf(text)!
      const distance = found.amount * 10n ** BigInt(scale) - amount * units
      assert.ok((distance < 0n ? -distance : distance) * 2n <= 10n ** BigInt(scale))
    }),
  )
})

test('the parts of a sum, converted one by one, differ from the sum by rounding alone', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 20 }), rateTexts, (parts, text) => {
      const rates = ratesWith('USD', { AAA: text })
      const converted = (amount: bigint) => {
        const found = convert(rates, amount, 'AAA')
        assert.ok('amount' in found)
        return found.amount
      }
      const sum = parts.reduce((total, part) => total + converted(part), 0n)
      const whole = converted(parts.reduce((total, part) => total + part, 0n))
      const distance = sum - whole
      assert.ok((distance < 0n ? -distance : distance) <= BigInt(parts.length))
    }),
  )
})

test('a rate by way of a third currency keeps its digits, however small or large, and never becomes 0', () => {
  fc.assert(
    fc.property(rateTexts, rateTexts, (one, other) => {
      const found = ratio(decimalOf(one)!, decimalOf(other)!, 12)
      assert.ok(found.units > 0n)
      const expected = Number(one) / Number(other)
      assert.ok(Math.abs(numberOf(found) / expected - 1) < 1e-10)
    }),
  )
})

test('a number is read from its text exactly, and from nothing else', () => {
  assert.deepEqual(decimalOf('157.47729333'), { units: 15747729333n, scale: 8 })
  assert.deepEqual(decimalOf('1e-7'), { units: 1n, scale: 7 })
  assert.deepEqual(decimalOf('2.5e3'), { units: 2500n, scale: 0 })
  for (const text of ['', '.', 'NaN', 'Infinity', '1,5', '0x10', '1e', '--1']) assert.equal(decimalOf(text), null)
})

test('a currency that nobody knows has cents', () => {
  assert.deepEqual(['USD', 'JPY', 'BHD', 'XYZ'].map(decimalsOf), [2, 0, 3, 2])
})
