import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compilePattern, maxPatternLength, PatternError } from './pattern.ts'

/** Patterns that make engines which try out one way after another take for ever, each with whether it is found in the text below. */
const hanging: [string, boolean][] = [
  ['(a+)+$', false],
  ['^(a+)+$', false],
  ['(a|a)*$', true],
  ['^(a|aa)+$', false],
  ['^(a*)*b$', false],
  ['(.*a){12}c', false],
  ['a*a*a*a*a*a*b', false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', false],
  ['(x+x+)+y', false],
  ['^([a-zA-Z]+)*$', false],
  ['^(\\w+\\s?)*$', false],
  ['(.*)*b', false],
  ['^(?:a?){30}a{30}$', false],
  ['(?:.*,){11}P', false],
]
const long = `${'a'.repeat(20_000)}!`

for (const [source, isFound] of hanging) {
  test(`${source} comes to its end on a long path`, () => {
    assert.equal(compilePattern(source)(long), isFound)
  })
}

const piece = fc.constantFrom(
  'a',
  'b',
  '/',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\.',
  '(a|b)',
  '(?:ab)',
  '^',
  '$',
  '1',
  '|',
  '()',
)
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,2}', '{0,1}', '{1,}')
const source = fc
  .array(fc.tuple(piece, repeat), { maxLength: 6 })
  .map((parts) => parts.map(([what, often]) => (/^[\^$|]$/.test(what) ? what : what + often)).join(''))

test('a pattern finds what the same regular expression finds', () => {
  fc.assert(
    fc.property(
      source,
      fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '1'), maxLength: 8 }),
      (pattern, text) => {
        assert.equal(compilePattern(pattern)(text), new RegExp(pattern).test(text), `/${pattern}/ on "${text}"`)
      },
    ),
    { numRuns: 2000 },
  )
})

test('what cannot be matched without trying out is refused, and so is what is too large', () => {
  for (const pattern of [
    '(a)\\1',
    '(?=a)b',
    '(?<!a)b',
    '(?<name>a)',
    '\\bads',
    '(a',
    '[',
    `${'a'.repeat(maxPatternLength)}a`,
    '(a{99}){99}',
    '(){99999999999}',
    '(((((){999}){999}){999}){999}){999}',
  ])
    assert.throws(() => compilePattern(pattern), PatternError, pattern)
})
