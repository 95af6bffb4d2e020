import fc from 'fast-check'
import type { Currency } from './amounts.ts'
import type { Level } from './world.ts'

/** What is written to through the service. Things are named by their place among their kind, amounts in units of about a dollar. */
export type Write =
  | {
      do: 'budget'
      account: number
      level: 'campaign' | 'adset'
      at: number
      amount: number
      kind: BudgetKind
      key: number
    }
  | { do: 'status'; account: number; level: Level; at: number; on: boolean; count: number; key: number }
  | {
      do: 'change'
      account: number
      level: 'campaign' | 'adset'
      at: number
      amount: number | null
      name: string | null
      key: number
    }
  | {
      do: 'make'
      account: number
      level: 'campaign' | 'adset'
      at: number
      amount: number | null
      on: boolean
      key: number
    }
  | { do: 'copy'; account: number; level: Level; at: number; on: boolean; count: number; key: number }
  | {
      do: 'launch'
      account: number
      at: number
      count: number
      on: boolean
      way: LaunchKind
      key: number
    }
  | { do: 'again'; account: number; at: number; on: boolean; key: number }
  | { do: 'undo'; account: number; at: number; key: number }
  | {
      do: 'rule'
      account: number
      level: Level
      at: number
      action: RuleAction
      amount: number
      count: number
      key: number
    }

/** What a rule does to whatever it matches. */
export type RuleAction = 'raise' | 'lower' | 'pause' | 'resume'

/** `refused`: the platform refuses every ad. `cancelled`: stopped as soon as it was accepted, wherever it is by then. */
type LaunchKind = 'plain' | 'dry' | 'draft' | 'cancelled' | 'refused'

type BudgetKind = 'daily' | 'lifetime' | 'percent' | 'more'

/** What others do on the platform itself. */
export type Others =
  | { do: 'others budget'; account: number; level: 'campaign' | 'adset'; at: number; amount: number }
  | { do: 'others status'; account: number; level: Level; at: number; on: boolean }
  | { do: 'others delete'; account: number; level: Level; at: number }
  | { do: 'others name'; account: number; at: number; name: string }
  | { do: 'others make'; account: number; level: 'adset' | 'ad'; at: number; amount: number; on: boolean }
  | { do: 'figures'; account: number; at: number; percent: number }

/** What happens to the answer of the next write at the platform. */
export type Mishap = 'lost' | 'refused' | 'blind' | 'unread'

export interface GuardPlan {
  /** null: all accounts. */
  account: number | null
  pattern: string | null
  span: 'day' | 'month'
  /** How much more than what it counts already, in units; or an amount of its own. */
  cap: { room: number } | { exactly: number }
  currency: Currency
  basis: 'spend' | 'commitments'
  by: number | null
  mode: 'refuse' | 'ask'
  overdelivery: boolean
  /** How much a budget may be raised in a day, in per cent; null: as much as one likes. */
  raisePercent: number | null
}

/** A person's word about what waits for one: about one of it, or about all of it at the same moment. */
export interface Decide {
  do: 'decide'
  at: number
  all: boolean
  approve: boolean
}

export type Step =
  | Decide
  | Write
  | Others
  | { do: 'wait'; minutes: number }
  | { do: 'midnight'; account: number; secondsBefore: number }
  | { do: 'guards'; guards: GuardPlan[] }
  | { do: 'mishap'; what: Mishap; write: Write }
  | { do: 'together'; writes: Write[] }

export interface Sequence {
  /** Days and minutes after the model's first midnight, in UTC. */
  begins: { day: number; minute: number }
  guards: GuardPlan[]
  steps: Step[]
}

export interface Choice {
  bases: readonly GuardPlan['basis'][]
  byKey: boolean
  breadth: 'budgets' | 'all'
}

const account = fc.constantFrom(0, 0, 0, 0, 1, 2)
const at = fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8)
/** The last asks a person before it spends. */
const key = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)
const amount = fc.constantFrom(1, 2, 5, 9, 10, 11, 15, 20, 25, 30, 40, 41, 60, 100, 250, 1000)
const holderLevel = fc.constantFrom('campaign' as const, 'adset' as const, 'adset' as const)
const level = fc.constantFrom<Level>('campaign', 'adset', 'adset', 'ad')
const name = fc.constantFrom('Alpha one', 'Alpha two', 'Beta', 'Omega')

const budget = fc.record({
  do: fc.constant('budget' as const),
  ...{ account, level: holderLevel, at, amount, key },
  kind: fc.constantFrom<BudgetKind>('more', 'more', 'daily', 'daily', 'percent', 'lifetime'),
})
const status = fc.record({
  do: fc.constant('status' as const),
  ...{ account, level, at, key },
  on: fc.constantFrom(true, true, false),
  count: fc.constantFrom(1, 1, 1, 2, 3),
})
const some = fc.option(amount, { freq: 4 })
const change = fc.record({
  do: fc.constant('change' as const),
  ...{ account, level: holderLevel, at, amount: some, name: fc.option(name, { freq: 1 }), key },
})
const make = fc.record({
  do: fc.constant('make' as const),
  ...{ account, level: holderLevel, at, amount: some, on: fc.constantFrom(true, true, false), key },
})
const copy = fc.record({
  do: fc.constant('copy' as const),
  ...{ account, level, at, key, on: fc.constantFrom(true, true, false), count: fc.constantFrom(1, 1, 2) },
})
const launch = fc.record({
  do: fc.constant('launch' as const),
  ...{ account, at, key, on: fc.constantFrom(true, true, false) },
  way: fc.constantFrom<LaunchKind>('plain', 'plain', 'plain', 'draft', 'draft', 'dry', 'cancelled', 'refused'),
  count: fc.constantFrom(1, 1, 2),
})
const again = fc.record({
  do: fc.constant('again' as const),
  ...{ account, at, key, on: fc.constantFrom(true, true, true, false) },
})
const undo = fc.record({ do: fc.constant('undo' as const), account, at, key })
const rule: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    do: fc.constant('rule' as const),
    ...{ account, level: holderLevel, at, amount, key },
    action: fc.constantFrom<RuleAction>('raise', 'raise', 'lower'),
    count: fc.constantFrom(1, 1, 2),
  }),
  fc.record({
    do: fc.constant('rule' as const),
    ...{ account, level, at, amount: fc.constant(0), key },
    action: fc.constantFrom<RuleAction>('resume', 'resume', 'pause'),
    count: fc.constantFrom(1, 1, 2, 3),
  }),
)
const others: fc.Arbitrary<Others> = fc.oneof(
  fc.record({ do: fc.constant('others budget' as const), account, level: holderLevel, at, amount }),
  fc.record({ do: fc.constant('others status' as const), account, level, at, on: fc.boolean() }),
  fc.record({ do: fc.constant('others delete' as const), account, level, at }),
  fc.record({ do: fc.constant('others name' as const), account, at, name }),
  fc.record({
    do: fc.constant('others make' as const),
    ...{
      account,
      level: fc.constantFrom('adset' as const, 'ad' as const),
      at,
      amount,
      on: fc.constantFrom(true, true, false),
    },
  }),
  fc.record({ do: fc.constant('figures' as const), account, at, percent: fc.constantFrom(0, 50, 110, 200, 500) }),
)
const decide = fc.record({
  do: fc.constant('decide' as const),
  ...{ at, all: fc.constantFrom(false, false, true), approve: fc.constantFrom(true, true, true, false) },
})
const time: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 4, 6, 6, 30, 180, 1500) }),
  fc.record({
    do: fc.constant('midnight' as const),
    ...{ account: fc.constantFrom(0, 1, 2), secondsBefore: fc.constantFrom(-1, 0, 1, 300) },
  }),
)

function guardPlan({ bases, byKey }: Choice): fc.Arbitrary<GuardPlan> {
  const room = fc.constantFrom(0, 1, 5, 10, 20, 20, 40, 60, 100, 300).map((units) => ({ room: units }))
  return fc.record({
    account: fc.constantFrom(0, 0, 0, 1, 2, null, null),
    pattern: fc.constantFrom(null, null, null, 'Alpha*', '*'),
    span: fc.constantFrom('day' as const, 'day' as const, 'day' as const, 'month' as const),
    cap: fc.oneof(
      { weight: 20, arbitrary: room },
      { weight: 1, arbitrary: fc.constantFrom({ exactly: 0 }, { exactly: 1e12 }) },
    ),
    currency: fc.constantFrom<Currency>('USD', 'USD', 'USD', 'USD', 'USD', 'JPY', 'KWD', 'EUR', 'DEM'),
    basis: fc.constantFrom(...bases),
    by: byKey ? fc.constantFrom(null, null, null, null, 0) : fc.constant(null),
    raisePercent: fc.constantFrom(null, null, null, null, null, 20, 60),
    overdelivery: fc.constantFrom(false, false, false, true),
    mode: fc.constantFrom('refuse' as const, 'refuse' as const, 'refuse' as const, 'ask' as const),
  })
}

/** Many who do the same at the same moment, to one thing or each to its own. */
function crowd(write: fc.Arbitrary<Write>): fc.Arbitrary<Step> {
  return fc
    .tuple(write, fc.integer({ min: 2, max: 6 }), fc.constantFrom(0, 1))
    .map(([first, count, apart]) =>
      Array.from({ length: count }, (_, more) => ({ ...first, at: first.at + more * apart })),
    )
    .map((writes) => ({ do: 'together', writes }))
}

/** Room for some of it, and a crowd that wants all of it. */
function rush(plan: fc.Arbitrary<GuardPlan>): fc.Arbitrary<Step[]> {
  const tight = { account: 0, pattern: null, currency: 'USD', mode: 'refuse', raisePercent: null } as const
  const guards = fc
    .tuple(plan, fc.constantFrom(15, 20, 25, 30, 40))
    .map(([one, room]): Step => ({ do: 'guards', guards: [{ ...one, ...tight, cap: { room } }] }))
  const one = fc.oneof(
    { weight: 2, arbitrary: copy.map((each) => ({ ...each, level: 'adset' as const, on: true, count: 1 })) },
    { weight: 1, arbitrary: budget.map((each) => ({ ...each, kind: 'more' as const })) },
    { weight: 1, arbitrary: status.map((each) => ({ ...each, on: true, count: 1 })) },
  )
  return fc.tuple(guards, crowd(one.map((each) => ({ ...each, account: 0, key: each.key % 2 }))))
}

export function sequences(choice: Choice): fc.Arbitrary<Sequence> {
  const write: fc.Arbitrary<Write> =
    choice.breadth === 'budgets'
      ? fc.oneof(budget, status)
      : fc.oneof(
          { weight: 6, arbitrary: budget },
          { weight: 5, arbitrary: status },
          { weight: 2, arbitrary: change },
          { weight: 2, arbitrary: make },
          { weight: 1, arbitrary: copy },
          { weight: 2, arbitrary: launch },
          { weight: 1, arbitrary: again },
          { weight: 1, arbitrary: undo },
          { weight: 2, arbitrary: rule },
        )
  const plans = fc.array(guardPlan(choice), { minLength: 1, maxLength: 2 })
  const mishap = fc.record({
    do: fc.constant('mishap' as const),
    what: fc.constantFrom<Mishap>('lost', 'lost', 'refused', 'blind', 'unread'),
    // A copy whose answer was lost is looked for by the database's clock, which does not move with ours.
    write: write.filter((each) => each.do !== 'copy' && each.do !== 'again'),
  })
  const together = fc.record({
    do: fc.constant('together' as const),
    writes: fc.array(write, { minLength: 2, maxLength: 5 }),
  })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: write },
    { weight: 2, arbitrary: together },
    { weight: 2, arbitrary: mishap },
    { weight: 2, arbitrary: others },
    { weight: 2, arbitrary: time },
    { weight: 3, arbitrary: decide },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('guards' as const), guards: plans }) },
    { weight: 1, arbitrary: crowd(write) },
  )
  const steps = fc.oneof(
    { weight: 24, arbitrary: step.map((one) => [one]) },
    { weight: 1, arbitrary: rush(guardPlan(choice)) },
  )
  return fc.record({
    begins: fc.record({ day: fc.nat({ max: 20 }), minute: fc.nat({ max: 1439 }) }),
    guards: plans,
    steps: fc.array(steps, { minLength: 1, maxLength: 10, size: 'max' }).map((all) => all.flat()),
  })
}
