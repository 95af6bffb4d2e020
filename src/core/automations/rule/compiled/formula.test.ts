import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluate } from './formula.ts'
import type { ConditionFormula, Truth } from './formula.ts'

const fact = (name: string): ConditionFormula => ({ path: name, fact: name })
const numbers = { yes: 1, no: 0, unknown: null }
const truths: Truth[] = [true, false, null]
const nameOf = (truth: Truth) => (truth === null ? 'unknown' : truth ? 'yes' : 'no')

/** Both tables by rows, in the order of `truths`. */
const and: Truth[][] = [
  [true, false, null],
  [false, false, false],
  [null, false, null],
]
const or: Truth[][] = [
  [true, true, true],
  [true, false, null],
  [true, null, null],
]

test('unknown is neither true nor false under all and any', () => {
  for (const [row, one] of truths.entries()) {
    for (const [column, other] of truths.entries()) {
      const parts = [fact(nameOf(one)), fact(nameOf(other))]
      assert.equal(evaluate({ all: parts }, numbers), and[row]![column], `${nameOf(one)} and ${nameOf(other)}`)
      assert.equal(evaluate({ any: parts }, numbers), or[row]![column], `${nameOf(one)} or ${nameOf(other)}`)
      const neither = or[row]![column]
      assert.equal(evaluate({ not: parts }, numbers), neither === null ? null : !neither)
    }
  }
})

test('not does not turn unknown into true', () => {
  assert.equal(evaluate({ not: [fact('unknown')] }, numbers), null)
  assert.equal(evaluate({ not: [{ not: [fact('unknown')] }] }, numbers), null)
  assert.equal(evaluate({ not: [fact('no')] }, numbers), true)
})

test('a comparison with an unknown number on either side is unknown', () => {
  for (const operator of ['gt', 'gte', 'lt', 'lte', 'eq'] as const) {
    assert.equal(evaluate({ path: '', left: 'unknown', operator, right: 1 }, numbers), null)
    assert.equal(evaluate({ path: '', left: 'absent', operator, right: 1 }, numbers), null)
    const right = { label: 'unknown', factor: 2 }
    assert.equal(evaluate({ path: '', left: 'yes', operator, right }, numbers), null)
  }
})

test('a number is compared with another one times a factor', () => {
  const right = { label: 'half', factor: 2 }
  const values = { half: 0.5, whole: 1 }
  const held = (operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq') =>
    evaluate({ path: '', left: 'whole', operator, right }, values)
  assert.deepEqual([held('gt'), held('gte'), held('lt'), held('lte'), held('eq')], [false, true, false, true, true])
})
