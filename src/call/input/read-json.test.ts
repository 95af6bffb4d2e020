import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../errors.ts'
import { maxValues, parseJson, parseLongJson } from './read-json.ts'
import { scanJson } from '../../scan-json.ts'

function refusal(text: string): AppError {
  try {
    parseJson(text)
  } catch (error) {
    assert.ok(error instanceof AppError)
    return error
  }
  throw new Error(`${text.slice(0, 100)} was taken`)
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 0)
}

test('what can be kept is read as it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      fc.pre(!/__proto__|\d{16}/.test(text))
      assert.deepEqual(parseJson(text), JSON.parse(text))
    }),
    { seed: 11 },
  )
})

test('the number of values is counted exactly', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
      assert.equal(
        scanJson(JSON.stringify(value, null, indent), { depth: 1e9, values: 1e9 }).values,
        countOf(JSON.parse(JSON.stringify(value))),
      )
    }),
    { seed: 12 },
  )
})

test('too many values are refused before they are read', () => {
  const list = (length: number) => `[${Array<string>(length).fill('0').join(',')}]`
  assert.equal((parseJson(list(maxValues - 1)) as unknown[]).length, maxValues - 1)
  assert.equal(refusal(list(maxValues)).code, 'payload_too_large')
  // It is not even JSON: nobody has looked that far.
  assert.equal(refusal(`${list(maxValues).slice(0, -1)}nonsense`).code, 'payload_too_large')
})

test('whole numbers beyond 2^53 keep every digit, all others are numbers', () => {
  const text =
    '{"a":12345678901234567890,"b":[9007199254740993,9007199254740991],"c":0.1234567890123456789,"d":1e30,"e":-5,"f":-12345678901234567890}'
  assert.deepEqual(parseJson(text), {
    a: '12345678901234567890',
    b: ['9007199254740993', 9007199254740991],
    c: 0.12345678901234568,
    d: 1e30,
    e: -5,
    f: -12345678901234567890,
  })
})

test('a long number is a text only where it is a whole number and a value', () => {
  const cases: [string, unknown][] = [
    ['12345678901234567890', '12345678901234567890'],
    [' 12345678901234567890 ', '12345678901234567890'],
    ['[12345678901234567890.5,12345678901234567890e2]', [12345678901234567890.5, 12345678901234567890e2]],
    ['{"12345678901234567890":"12345678901234567890"}', { '12345678901234567890': '12345678901234567890' }],
  ]
  for (const [text, value] of cases) assert.deepEqual(parseJson(text), value, text)
  const broken = ['{12345678901234567890:1}', '{12345678901234567890 :1}', '[012345678901234567890]']
  for (const text of [...broken, '1234567890123456 7890', '12345678901234567890"a"', '[+12345678901234567890]'])
    assert.match(refusal(text).message, /is not valid JSON/, text)
})

test('what is no JSON is no JSON to us either, wherever a character is changed', () => {
  const text = '{"a":[12345678901234567890, 1.5e3,"12345678901234567890"],"b":{"c":-12345678901234567890 }}'
  const replacements = fc.constantFrom(...'0123456789-+.eE:,"{}[] \\u')
  fc.assert(
    fc.property(fc.nat(text.length - 1), replacements, fc.boolean(), (at, character, isAdded) => {
      const changed = text.slice(0, at) + character + text.slice(isAdded ? at : at + 1)
      assert.equal(
        takes(() => parseJson(changed)),
        takes(() => JSON.parse(changed)),
        changed,
      )
    }),
    { seed: 13, numRuns: 1000 },
  )
})

function takes(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

test('text that nobody could keep is refused with the path of each', () => {
  const issues = refusal('{"ads":[{"adName":"a\\u0000b","title":"\\ud83d\\ude00","link":"\\uDE00"}],"k\\ud800":1}')
    .details!.issues
  assert.deepEqual(
    (issues as { path: string }[]).map(({ path }) => path),
    ['ads.0.adName', 'ads.0.link', 'k\ufffd'],
  )
  assert.deepEqual(parseJson('{"a":"\\\\u0000","b":"\\\\\\\\ud800"}'), { a: '\\u0000', b: '\\\\ud800' })
})

test('a long text is read as a short one is, step by step', async () => {
  const long = `{"ads":[${Array<string>(50_000).fill('12345678901234567890,"\\ud83d\\ude00"').join(',')}]}`
  assert.deepEqual(await parseLongJson(long), parseJson(long))
  for (const wrong of [`${long}}`, long.replace('\\ud83d', ''), '{"a":"\\u0000"}']) {
    const { message } = refusal(wrong)
    await assert.rejects(parseLongJson(wrong), { message })
  }
})

test('an id that a program may have rounded is refused by its name, one with all its digits is taken', () => {
  const error = refusal('{"ads":[{"partnershipAd":{"creatorId":17842661483150000},"adSets":[120206614831500020]}]}')
  assert.equal(error.code, 'unprocessable_entity')
  const issues = error.details?.issues as { path: string; message: string }[]
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['ads.0.partnershipAd.creatorId', 'ads.0.adSets.0'],
  )
  assert.match(issues[0]!.message, /^17842661483150000 may have lost its last digits.*Send it as text$/)
  assert.deepEqual(parseJson('{"creatorId":17842661483150001,"adId":"17842661483150000"}'), {
    creatorId: '17842661483150001',
    adId: '17842661483150000',
  })
})
