import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRatesFile } from './read-rates-file.ts'

const rules = { source: 'a file', today: '2026-11-15', inCurrency: 'USD' }
const read = (text: string) => readRatesFile(text, rules)
const problems = (text: string) => read(text).issues.map(({ path, message }) => `${path} ${message}`)

test('a list in JSON says what one unit of each currency is worth', () => {
  const list = [
    { currency: 'chf', rate: 1.25, date: '2026-01-01' },
    { currency: 'SEK', rate: '0.09', date: '2026-11-15', in: 'USD', source: 'the bank' },
    { currency: 'USD', rate: 0.93, date: '2026-11-15', in: 'EUR' },
  ]
  assert.deepEqual(read(JSON.stringify(list)), {
    rates: [
      { currency: 'CHF', rate: '1.25', inCurrency: 'USD', day: '2026-01-01', source: 'a file' },
      { currency: 'SEK', rate: '0.09', inCurrency: 'USD', day: '2026-11-15', source: 'the bank' },
      { currency: 'USD', rate: '0.93', inCurrency: 'EUR', day: '2026-11-15', source: 'a file' },
    ],
    issues: [],
  })
})

test('a table in CSV says the same, its columns in any order, empty lines and cells left out', () => {
  const { rates, issues } = read(
    'date,currency,rate,source,in\r\n2026-01-02, SEK ,0.09,the bank,USD\r\n\r\n2026-01-02,NOK,1e-1,,\r\n',
  )
  assert.deepEqual(issues, [])
  assert.deepEqual(rates, [
    { currency: 'SEK', rate: '0.09', inCurrency: 'USD', day: '2026-01-02', source: 'the bank' },
    { currency: 'NOK', rate: '1e-1', inCurrency: 'USD', day: '2026-01-02', source: 'a file' },
  ])
})

test('daily rates say what one unit of their currency is worth, and words that are no currency are passed over', () => {
  assert.deepEqual(read('{ "date": "2019-01-01", "usd": { "usd": 1, "dkk": 6.46, "doge": 9 } }'), {
    rates: [{ currency: 'USD', rate: '646e-2', inCurrency: 'DKK', day: '2019-01-01', source: 'a file' }],
    issues: [],
  })
})

test('daily rates of another currency are told in the one that is wanted, if they have it', () => {
  const { rates } = read('{ "date": "2019-01-01", "source": "a bank", "eur": { "eur": 1, "usd": 1.25, "dkk": 7.5 } }')
  assert.deepEqual(
    rates.map(({ currency, inCurrency, rate, source }) => [currency, inCurrency, Number(rate), source]),
    [
      ['EUR', 'USD', 1.25, 'a bank'],
      ['DKK', 'USD', 0.166666666667, 'a bank'],
    ],
  )
  assert.deepEqual(problems('{ "date": "2019-01-01", "eur": { "dkk": 7.5 } }'), ['eur has no rates, or none of USD'])
})

test('everything that is wrong with a file is said at once', () => {
  const lines = [
    'currency,rate,date,in',
    'GBP,1.3,2026-01-01',
    'XXQ,1,2026-01-01',
    'EUR,-1,2026-13-01',
    'GBP,2,2026-01-01',
    'USD,1,2026-01-01',
    'SEK,1,2026-01-01,NOK',
    'JPY,,2026-11-16',
  ]
  assert.deepEqual(problems(lines.join('\n')), [
    'line 3 currency XXQ is no currency',
    'line 4 date must be a day of the calendar, like 2026-11-01',
    'line 4 rate must be a number above 0, at most 1000000000000',
    'line 6 currency is what the rate is in',
    'line 7 in must be USD',
    'line 8 date 2026-11-16 lies in the future',
    'line 8 rate must be a number above 0, at most 1000000000000',
    'GBP GBP in USD on 2026-01-01 is there more than once',
  ])
})

test('a rate must be a finite number above 0', () => {
  for (const rate of ['0', '-1', 'NaN', 'Infinity', '1e999', '1e-13', '1e13', 'x', '']) {
    assert.equal(problems(`currency,rate,date\nEUR,${rate},2026-01-01`).length, 1, rate)
  }
})

test('what holds no rates at all is refused', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '[1]',
    'a,b\n1,2',
    'currency,rate,date',
    '{ "date": "2026-01-01" }',
    '{ "usd": 1 }',
  ]) {
    assert.notDeepEqual(problems(text), [], text)
  }
})
