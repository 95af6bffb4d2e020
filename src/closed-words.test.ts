import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, mustBeOneOf, sameWord, wordsExpected } from './closed-words.ts'

const many = Array.from({ length: 30 }, (_, n) => `WORD_${String.fromCharCode(65 + n)}`).concat('SHOP_NOW')

test('of a long list the nearest word is named, or a few', () => {
  assert.equal(mustBeOneOf(many, 'SHOPNOWW'), 'is none of the 31 words that are taken here; did you mean SHOP_NOW?')
  assert.match(mustBeOneOf(many, 'zzzzzzzz'), /^is none of the 31 words that are taken here, such as WORD_A, /)
  assert.equal(wordsExpected(many, 'SHOPNOWW'), 'SHOP_NOW')
})

test('what is far from every word is not guessed', () => {
  assert.equal(didYouMean(['campaign', 'adset'], 'zebra'), '')
  assert.equal(didYouMean(['campaign', 'adset'], 'campain'), '; did you mean campaign?')
  assert.equal(didYouMean(['campaign'], 'c'.repeat(10_000)), '')
  assert.equal(didYouMean(['campaign'], null), '')
})

test('two words that are written alike are not told apart', () => {
  assert.equal(sameWord(['a_b', 'ab'], 'A B'), undefined)
  assert.equal(sameWord(['a_b', 'c'], 'A-B'), 'a_b')
})
