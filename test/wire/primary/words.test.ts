import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  billingEvents as sandboxBillingEvents,
  bidStrategies as sandboxBidStrategies,
  destinationTypes,
  legacyObjectives,
  objectives as sandboxObjectives,
  optimizationGoals as sandboxGoals,
  specialAdCategories,
} from '../../../sandbox/meta/report/tables.ts'
import { bidStrategies, objectives } from '../../../src/platforms/meta/create/campaign.ts'
import { categories } from '../../../src/platforms/meta/create/special-categories.ts'
import {
  billingEvents,
  documentedDestinations,
  optimizationGoals,
  sentDestination,
} from '../../../src/platforms/meta/create/goal.ts'
import { callsToAction } from '../../../src/platforms/meta/launch/cta.ts'
import description from './operations.json' with { type: 'json' }

const { schemas } = description

/** Word lists: the platform's, and what driver and simulator let through. */
const lists: [string, string[], Iterable<string | null>][] = [
  ['objectives', schemas.objective.enum, objectives],
  ['objectives of the simulator', schemas.objective.enum, [...sandboxObjectives, ...legacyObjectives]],
  ['bid strategies', schemas.AdSet_bid_strategy.enum, bidStrategies],
  ['bid strategies of the simulator', schemas.AdSet_bid_strategy.enum, sandboxBidStrategies],
  ['special categories', schemas.special_ad_categories.enum, categories],
  ['special categories of the simulator', schemas.special_ad_categories.enum, specialAdCategories],
  ['billing events', schemas.AdSet_billing_event.enum, billingEvents],
  ['billing events of the simulator', schemas.AdSet_billing_event.enum, sandboxBillingEvents],
  ['goals', schemas.AdSet_optimization_goal.enum, optimizationGoals],
  ['goals of the simulator', schemas.AdSet_optimization_goal.enum, sandboxGoals],
  [
    'destinations',
    schemas.destination_type.enum,
    documentedDestinations.flatMap((word) => sentDestination(word, null) ?? []),
  ],
  ['destinations of the simulator', schemas.destination_type.enum, destinationTypes],
  ['calls to action', schemas.AdAssetFeedSpec_call_to_action_types.enum, callsToAction.words],
]

for (const [name, known, used] of lists) {
  test(`the ${name} are words of the platform`, () => {
    const strange = [...used].filter((word) => word === null || !known.includes(word))
    assert.deepEqual(strange, [])
  })
}
