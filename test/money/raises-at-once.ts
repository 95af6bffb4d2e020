import assert from 'node:assert/strict'
import { playSequence } from './play.ts'
import type { Stage } from './play.ts'
import type { GuardPlan, Write } from './steps.ts'

const guard: GuardPlan = {
  ...{ account: 0, pattern: null, span: 'day', cap: { room: 5 }, currency: 'USD', basis: 'commitments', by: null },
  ...{ mode: 'refuse', overdelivery: false, raisePercent: null },
}

/** So many small raises at the same moment, by two keys. Answers how many became what; every one has become something. */
export async function playRaises(stage: Stage, raises: number): Promise<Record<string, number>> {
  const writes = Array.from({ length: raises }, (_, place): Write => ({
    ...{ do: 'budget', account: 0, level: place % 2 ? 'adset' : 'campaign', at: 0, kind: 'more' },
    ...{ amount: 1 + (place % 25), key: place % 2 },
  }))
  const counts: Record<string, number> = {}
  const count = (outcome: string) => void (counts[outcome] = (counts[outcome] ?? 0) + 1)
  const begins = { day: 3, minute: 1000 }
  const found = await playSequence(
    { ...stage, count },
    { begins, guards: [guard], steps: [{ do: 'together', writes }] },
  )
  assert.equal(found, null, JSON.stringify(found))
  const { 'budget done': done = 0, 'budget guard_refused': refused = 0 } = counts
  // The platform takes four changes of an ad set's budget in an hour: what was let through beyond these is not done.
  const { 'budget platform_unavailable': tooMany = 0 } = counts
  assert.equal(done + refused + tooMany, raises, JSON.stringify(counts))
  assert.ok(done > 0, JSON.stringify(counts))
  return counts
}
