import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdersOf } from './holders.ts'
import { viewOf } from './view.ts'
import type { BudgetEffect } from './view.ts'
import { withEffects } from './with-effects.ts'

const plain = { start: null, end: null, spent: 0, life: null, daily: null, lifetime: null }
const campaign = (id: string, daily: number | null) => ({
  ...plain,
  id,
  name: id,
  budgetId: null,
  isAlone: false,
  daily,
})
/** One holds its budget itself, of the other one an ad set runs; `off` in it is switched off. */
const view = viewOf({
  campaigns: [campaign('holds', 30), campaign('split', null)],
  adSets: [
    { ...plain, id: 'of holds', campaignId: 'holds', name: 'of holds' },
    { ...plain, id: 'runs', campaignId: 'split', name: 'runs', daily: 20 },
  ],
  withAds: ['of holds', 'runs'],
})

const none = { daily: null, lifetime: null, end: null }
const adSet = (id: string, daily: number, more: Partial<BudgetEffect> = {}): BudgetEffect => ({
  ...{ ...none, level: 'adset', id, campaignId: 'split', runs: true, daily, ...more },
})
const ofCampaign = (id: string, daily: number | null, more: Partial<BudgetEffect> = {}): BudgetEffect => ({
  ...{ ...none, level: 'campaign', id, campaignId: id, runs: true, daily, ...more },
})
const inside = { id: 'runs', daily: 20, lifetime: null, end: null }
const off = { ...inside, id: 'off', daily: 7 }

const raise = adSet('runs', 60)
const raiseHolding = ofCampaign('holds', 90)
const resume = adSet('off', 7)
const create = adSet('new one', 5)
const copyAdSet = adSet('new copy', 20, { copyOf: 'runs' })
const copyOff = adSet('new off', 7, { copyOf: 'off', inherits: true, runs: false })
const copyHolding = ofCampaign('new holds', 30, { copyOf: 'holds', inherits: true })
const copySplit = ofCampaign('new split', null, { copyOf: 'split', inherits: true })
const copyActive = ofCampaign('new active', null, { copyOf: 'split', adSets: [inside, off] })

function running(effects: BudgetEffect[]): Record<string, number> {
  const holders = holdersOf(withEffects(view, effects), 0)
  return Object.fromEntries(holders.map(({ key, daily }): [string, number] => [key, Number(daily) / 1e6]).sort())
}

const stands = { 'campaign holds': 30, 'adset runs': 20 }
const cases: [string, BudgetEffect[], Record<string, number>][] = [
  ['an ad set and a raise of it', [copyAdSet, raise], { 'adset runs': 60, 'adset new copy': 60 }],
  ['an ad set as it is, and its switch', [copyOff, resume], { 'adset off': 7, 'adset new off': 7 }],
  ['a campaign and a raise of it', [copyHolding, raiseHolding], { 'campaign holds': 90, 'campaign new holds': 90 }],
  ['a campaign and a raise in it', [copySplit, raise], { 'adset runs': 60, 'adset new split runs': 60 }],
  [
    'a campaign and a switch in it',
    [copySplit, resume],
    { 'adset off': 7, 'adset new split runs': 20, 'adset new split off': 7 },
  ],
  [
    'a campaign made active and a raise in it',
    [copyActive, raise],
    { 'adset runs': 60, 'adset new active runs': 60, 'adset new active off': 7 },
  ],
  [
    'a campaign made active and an ad set that is made in it',
    [copyActive, create],
    {
      'adset new one': 5,
      'adset new active runs': 20,
      'adset new active off': 7,
      'adset new active new one': 5,
    },
  ],
]
for (const [name, effects, more] of cases)
  test(`of a copy and of a write to what is copied, whichever comes first, the larger counts: ${name}`, () => {
    for (const order of [effects, effects.toReversed()])
      assert.deepEqual(running(order), Object.fromEntries(Object.entries({ ...stands, ...more }).sort()))
  })

test('a lowering that is not answered yet does not count for a copy', () =>
  assert.equal(running([adSet('runs', 10), copyAdSet])['adset new copy'], 20))

test('what a write makes of things does not depend on when it was let through, or with what', () => {
  const all = [raise, raiseHolding, resume, create, copyAdSet, copyOff, copyHolding, copySplit, copyActive]
  const some = fc.shuffledSubarray(all, { minLength: 2 })
  fc.assert(
    fc.property(some, fc.nat(), (effects, split) => {
      const at = split % effects.length
      const inTwo = withEffects(withEffects(view, effects.slice(0, at)), effects.slice(at))
      const sorted = all.filter((effect) => effects.includes(effect))
      const holders = holdersOf(inTwo, 0).map(({ key, daily }) => [key, Number(daily) / 1e6])
      assert.deepEqual(Object.fromEntries(holders.sort()), running(sorted))
    }),
  )
})
