import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkedText } from '../../../../sandbox/linkedin/objects/posts/little-text.ts'
import { callsToAction } from './cta.ts'
import type { OwnItem } from './fields.ts'
import { littleText } from './little-text.ts'
import { markOf } from './post.ts'

test('whatever a text holds, it is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const escaped = littleText(text)
      assert.equal(checkedText(escaped, 'refused', '/commentary'), escaped)
      assert.equal(escaped.replace(/\\(.)/gsu, '$1'), text)
    }),
  )
})

test('every button that is taken has a word of the platform, but the one that means none', () => {
  assert.deepEqual(
    callsToAction.words.filter((word) => callsToAction.buttonFor(word) === undefined),
    ['NO_BUTTON'],
  )
  assert.equal(callsToAction.buttonFor('APPLY_NOW'), 'APPLY')
})

test('the name of a post ends in its mark, however long the name of the ad', () => {
  const item = (adName: string) =>
    ({ ad: { adName }, adToken: 'brave-otter-7', facts: { organization: '5' } }) as unknown as OwnItem
  assert.equal(markOf(item('Desks')), 'Desks [brave-otter-7 5]')
  const long = markOf(item('😀'.repeat(300)))
  assert.equal([...long].length, 255)
  assert.match(long, / \[brave-otter-7 5\]$/)
})
