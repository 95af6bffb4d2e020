import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetInSteps } from './budget.ts'
import type { BudgetAction } from './budget.ts'

const cents = (amount: number) => Math.round(amount * 100) / 100
const whole = (amount: number) => Math.round(amount)
const ruleContext = { numbers: {}, maxPercent: 20, at: new Date('2026-11-16T12:00:00Z'), timeZone: 'UTC' }
const change = (percent: number): BudgetAction => ({ action: 'changeBudget', percent })

test('a budget that is rounded stays within the largest change', () => {
  // A fifth more is 1.248 and a fifth less 0.832: the nearest cents lie beyond both.
  assert.equal(budgetInSteps(change(50), 1.04, { ...ruleContext, roundBudget: cents }), 1.24)
  assert.equal(budgetInSteps(change(-50), 1.04, { ...ruleContext, roundBudget: cents }), 0.84)
  assert.equal(budgetInSteps(change(50), 1_003, { ...ruleContext, roundBudget: whole }), 1_203)
  assert.equal(budgetInSteps(change(20), 45, { ...ruleContext, roundBudget: cents }), 54)
  // What is no larger than a step cannot be changed by less than one.
  assert.equal(budgetInSteps(change(20), 2, { ...ruleContext, roundBudget: whole }), 2)
  assert.equal(budgetInSteps(change(-20), 2, { ...ruleContext, roundBudget: whole }), 2)
  assert.equal(budgetInSteps(change(20), 45, ruleContext), 54)
})

test('what a platform takes as no budget is not asked of it', () => {
  const paced: BudgetAction = { action: 'setBudget', monthlyTarget: 100 }
  const spent = { ...ruleContext, maxPercent: 100, numbers: { 'spend this_month': 150 }, roundBudget: cents }
  const checkBudget = (amount: number) => (amount > 0 ? [] : [{ path: 'dailyBudget', message: 'must be more than 0' }])
  assert.equal(
    budgetInSteps(paced, 10, { ...spent, checkBudget }),
    'Its budget would become 0, which the platform does not take: must be more than 0.',
  )
})
