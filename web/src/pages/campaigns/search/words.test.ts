import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './words.ts'

test('words are read as advertisers write them, each once', () => {
  assert.deepEqual(wordsIn(' oak table \n\n[Oak Chair]\n"solid oak"\n“kitchen oak”\nOak Table\n', 'BROAD'), [
    { text: 'Oak Table', matchType: 'BROAD' },
    { text: 'Oak Chair', matchType: 'EXACT' },
    { text: 'solid oak', matchType: 'PHRASE' },
    { text: 'kitchen oak', matchType: 'PHRASE' },
  ])
  assert.deepEqual(wordsIn('[]\n""', 'EXACT'), [
    { text: '[]', matchType: 'EXACT' },
    { text: '""', matchType: 'EXACT' },
  ])
  assert.deepEqual(wordsIn(' \n', 'EXACT'), [])
})
