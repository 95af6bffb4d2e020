// Alone in its process: it moves the clock.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { moveClock } from './clock.ts'
import { playSequence } from './play.ts'
import { playRaises } from './raises-at-once.ts'
import { startService } from './service.ts'
import type { GuardPlan, Sequence, Write } from './steps.ts'

/** Sequences that once went beyond a cap. */
const clock = moveClock()
const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
after(async () => {
  await service.close()
  clock.giveBack()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

let companies = 0
const nextName = () => `found-${++companies}`
async function holds(sequence: Sequence, count?: (outcome: string) => void): Promise<void> {
  const found = await playSequence({ service, clock, nextName, judges: 'all', count }, sequence)
  assert.equal(found, null, JSON.stringify(found))
}

const begins = { day: 3, minute: 1000 }
const guard: GuardPlan = {
  ...{ account: 0, pattern: null, span: 'day', cap: { room: 20 }, currency: 'USD', basis: 'spend', by: null },
  ...{ mode: 'refuse', overdelivery: false, raisePercent: null },
}
const bases = ['spend', 'commitments'] as const
const raise: Write = { do: 'budget', account: 0, level: 'adset', at: 0, amount: 15, kind: 'more', key: 0 }
const resume = (at: number, count = 1): Write => ({
  do: 'status',
  account: 0,
  level: 'adset',
  at,
  on: true,
  count,
  key: 0,
})

for (const basis of bases) {
  const guards = [{ ...guard, basis }]
  test(`the same budget raised in small steps counts as one raise (${basis})`, () =>
    holds({ begins, guards, steps: [raise, raise, raise] }))

  test(`what a campaign spent before a write is no spending of the write (${basis})`, () =>
    holds({ begins, guards, steps: [{ do: 'together', writes: [raise, resume(2, 2), resume(3), raise] }, resume(3)] }))

  test(`the first ad in an active ad set without ads adds the ad set's budget (${basis})`, () => {
    const launch: Write = { do: 'launch', account: 0, at: 5, count: 1, on: true, way: 'plain', key: 0 }
    const ad: Write = { do: 'status', account: 0, level: 'ad', at: 4, on: true, count: 1, key: 0 }
    return holds({ begins, guards, steps: [launch, ad, launch] })
  })
}

test('a campaign that is copied as active switches on what is paused in it', () =>
  holds({
    begins: { day: 18, minute: 626 },
    guards: [{ ...guard, cap: { room: 0 }, currency: 'JPY', basis: 'commitments' }],
    steps: [
      { do: 'status', account: 0, level: 'adset', at: 2, key: 0, on: false, count: 1 },
      { do: 'copy', account: 0, level: 'campaign', at: 5, key: 1, on: true, count: 1 },
    ],
  }))

test('a daily budget that becomes one for a lifetime counts for the key that made it so', () =>
  holds({
    begins: { day: 18, minute: 1321 },
    guards: [{ ...guard, account: 2, cap: { room: 5 }, basis: 'commitments', by: 0 }],
    steps: [{ do: 'budget', account: 2, level: 'adset', at: 6, amount: 40, kind: 'lifetime', key: 0 }],
  }))

test("a guard of a key counts what that key's writes let run, and nothing that was spent", () =>
  holds({
    begins,
    guards: [{ ...guard, cap: { room: 12 }, basis: 'commitments', by: 0 }],
    steps: [{ ...raise, amount: 9 }],
  }))

/** 500 of them are in the long half (test/money/many-raises.test.ts). */
test('of 80 small raises at the same moment no more are let through than fit', async () => {
  const counts = await playRaises({ service, clock, nextName, judges: 'all' }, 80)
  assert.ok((counts['budget guard_refused'] ?? 0) > 40, JSON.stringify(counts))
})

const copy: Write = { do: 'copy', account: 0, level: 'campaign', at: 1, on: true, count: 1, key: 0 }

test('an active copy of a campaign counts with what was paused in it', () =>
  holds({ begins, guards: [{ ...guard, basis: 'commitments', cap: { room: 40 } }], steps: [copy] }))

test('a raise in a fresh copy of a campaign counts', () =>
  holds({
    begins,
    guards: [{ ...guard, basis: 'commitments', cap: { room: 70 } }],
    steps: [copy, { ...raise, at: 8, amount: 41 }],
  }))

for (const basis of bases)
  test(`small steps are no way around the largest raise of a day (${basis})`, async () => {
    const counts: Record<string, number> = {}
    const guards: GuardPlan[] = [{ ...guard, basis, cap: { room: 300 }, raisePercent: 20 }]
    const step: Write = { ...raise, amount: 3 }
    await holds({ begins, guards, steps: [step, step] }, (outcome) => {
      counts[outcome] = (counts[outcome] ?? 0) + 1
    })
    assert.deepEqual(counts, { 'budget done': 1, 'budget guard_refused': 1 })
  })

const plenty: GuardPlan = { ...guard, cap: { room: 5000 } }
const ofAlpha = (room: number, by: number | null): Sequence['steps'][number] => ({
  do: 'guards',
  guards: [{ ...guard, pattern: 'Alpha*', cap: { room }, by }],
})
const alphaRaise: Write = { ...raise, level: 'campaign', amount: 25 }

test('what only the later of two reads knows to be spent counts as spent', () =>
  holds({
    begins: { day: 7, minute: 277 },
    guards: [{ ...guard, cap: { room: 5 }, currency: 'EUR', basis: 'commitments', mode: 'ask' }],
    steps: [
      { do: 'budget', account: 0, level: 'adset', at: 8, amount: 60, key: 1, kind: 'lifetime' },
      { do: 'figures', account: 0, at: 0, percent: 500 },
      { do: 'status', account: 0, level: 'adset', at: 3, key: 1, on: true, count: 3 },
    ],
  }))

test("a copy of a campaign counts for a pattern by the copy's own name", () =>
  holds({ begins, guards: [plenty], steps: [copy, ofAlpha(30, null), alphaRaise] }))

test('what is paused in a copy of a campaign counts no longer', async () => {
  const outcomes: string[] = []
  const pause: Write = { do: 'status', account: 0, level: 'campaign', at: 6, key: 1, on: false, count: 1 }
  const steps: Sequence['steps'] = [
    copy,
    { do: 'guards', guards: [{ ...guard, cap: { room: 60 } }] },
    pause,
    alphaRaise,
  ]
  await holds({ begins, guards: [plenty], steps }, (outcome) => outcomes.push(outcome))
  assert.deepEqual(outcomes, ['copy done', 'status done', 'budget done'])
})

test("what a key let run outside of its guard's pattern counts nothing there", () =>
  holds({ begins, guards: [plenty], steps: [resume(3), ofAlpha(30, 0), alphaRaise] }))

test('what an ad set had spent before it was switched off is spent when it runs again', () => {
  const at: Write = { do: 'status', account: 0, level: 'adset', at: 2, on: false, count: 3, key: 1 }
  const overdelivered = { ...guard, basis: 'commitments', cap: { room: 10 }, overdelivery: true } as const
  return holds({
    begins: { day: 17, minute: 746 },
    guards: [overdelivered],
    steps: [at, { ...at, on: true, count: 1 }],
  })
})

test('what is asked about is outdated when what it lies in was deleted', () =>
  holds({
    begins: { day: 11, minute: 1329 },
    guards: [{ ...guard, cap: { room: 0 }, currency: 'EUR', basis: 'commitments' }],
    steps: [
      { do: 'status', account: 0, level: 'ad', at: 6, key: 2, on: true, count: 1 },
      { do: 'others delete', account: 0, level: 'campaign', at: 2 },
    ],
  }))

test('who launches into an ad set that runs lets all of its budget run', () =>
  holds({
    begins: { day: 20, minute: 1110 },
    guards: [{ ...guard, account: null, cap: { room: 60 }, currency: 'KWD', by: 0 }],
    steps: [{ do: 'again', account: 0, at: 2, key: 0, on: true }, resume(1)],
  }))

for (const level of ['campaign', 'adset', 'ad'] as const) {
  test(`what we pause and let run again on the same day adds nothing to what stood (${level})`, async () => {
    const outcomes: string[] = []
    const pause: Write = { do: 'status', account: 0, level, at: 0, key: 0, on: false, count: 1 }
    const steps = [pause, { ...pause, on: true, key: 1 }]
    const monthly = { ...guard, span: 'month', cap: { room: 5 }, currency: 'JPY' } as const
    await holds({ begins, guards: [monthly], steps }, (outcome) => outcomes.push(outcome))
    assert.deepEqual(outcomes, ['status done', 'status done'])
  })
}

test('a pause that the platform refused is no write: what others stop then counts whole when it runs again', async () => {
  const outcomes: string[] = []
  const write = { do: 'status', account: 0, level: 'campaign', at: 0, key: 0, on: false, count: 1 } as const
  const steps: Sequence['steps'] = [
    { do: 'mishap', what: 'refused', write },
    { do: 'others status', account: 0, level: 'campaign', at: 0, on: false },
    { do: 'wait', minutes: 6 },
    { ...write, on: true },
  ]
  const monthly = { ...guard, span: 'month', cap: { room: 5 }, currency: 'JPY' } as const
  await holds({ begins, guards: [monthly], steps }, (outcome) => outcomes.push(outcome))
  assert.equal(outcomes.at(-1), 'status guard_refused', outcomes.join(', '))
})

for (const basis of bases)
  test(`of copies that are made at the same moment each counts, also when it is made (${basis})`, () => {
    const copy: Write = { do: 'copy', account: 0, level: 'adset', at: 2, key: 1, on: true, count: 1 }
    const together = { do: 'together' as const, writes: [copy, copy, copy] }
    return holds({ begins, guards: [{ ...guard, basis, cap: { room: 25 } }], steps: [together, together] })
  })

for (const basis of bases)
  test(`a copy counts with what is written meanwhile to what it is copied from (${basis})`, () => {
    const budget: Write = { do: 'budget', account: 0, level: 'adset', at: 6, amount: 40, kind: 'lifetime', key: 1 }
    const copy: Write = { do: 'copy', account: 0, level: 'adset', at: 2, key: 0, on: true, count: 1 }
    const steps = [resume(6), { do: 'together' as const, writes: [budget, copy, budget, copy] }]
    return holds({ begins, guards: [{ ...guard, basis, cap: { room: 60 } }], steps })
  })

test('what was only taken to run adds its budget when it is let run', () =>
  holds({
    begins: { day: 10, minute: 108 },
    guards: [{ ...guard, cap: { room: 10 }, currency: 'EUR', pattern: '*' }],
    steps: [
      {
        do: 'together',
        writes: [
          { do: 'copy', account: 0, level: 'ad', at: 0, key: 1, on: true, count: 1 },
          { do: 'status', account: 0, level: 'adset', at: 7, key: 2, on: false, count: 3 },
        ],
      },
      { do: 'guards', guards: [{ ...guard, currency: 'EUR', basis: 'commitments' }] },
      { do: 'status', account: 0, level: 'campaign', at: 8, key: 0, on: true, count: 2 },
      { do: 'status', account: 0, level: 'campaign', at: 1, key: 0, on: false, count: 3 },
      { do: 'status', account: 0, level: 'adset', at: 1, key: 0, on: true, count: 3 },
    ],
  }))

test('who switches on an ad that runs already lets nothing run', () =>
  holds({
    begins: { day: 4, minute: 970 },
    guards: [{ ...guard, account: 2, cap: { room: 60 }, currency: 'JPY', by: 0 }],
    steps: [
      { do: 'status', account: 2, level: 'ad', at: 0, key: 0, on: true, count: 1 },
      { do: 'budget', account: 2, level: 'adset', at: 0, amount: 30, key: 0, kind: 'daily' },
    ],
  }))

for (const basis of bases)
  test(`what a campaign spent that others deleted since is spent (${basis})`, () => {
    const copyOf = (at: number): Write => ({ do: 'copy', account: 0, level: 'adset', at, key: 0, on: true, count: 1 })
    return holds({
      begins: { day: 7, minute: 20 },
      guards: [{ ...guard, basis, cap: { room: 15 } }],
      steps: [
        { do: 'others delete', account: 0, level: 'campaign', at: 0 },
        { ...raise, at: 4, amount: 10 },
        { do: 'together', writes: [9, 10, 11, 13, 14].map(copyOf) },
      ],
    })
  })
