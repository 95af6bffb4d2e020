import type { Plant } from '../support/plant.ts'

/** Mistakes that were made before, and two that are easily made; `npm run money -- --plants` finds each. */
export const plants: Plant[] = [
  {
    name: 'a raise in small steps counts from the last of them',
    file: 'core/guards/ledger/caps.ts',
    find: 'const from = first?.from ?? amountsOf(standing.get(key))',
    replace: 'const from = amountsOf(standing.get(key))',
  },
  {
    name: 'what was spent before our first write makes room',
    file: 'core/guards/ledger/caps.ts',
    find: 'holder.spent - (first?.spentBefore ?? holder.spent)',
    replace: 'holder.spent',
  },
  {
    name: 'the first ad of an ad set adds nothing',
    file: 'core/guards/ledger/with-effects.ts',
    find: 'if (adSet) adSets.set(each, { ...adSet, hasAds: true })',
    replace: '',
  },
  {
    name: 'the lock is forgotten',
    file: 'core/guards/gate.ts',
    find: 'await lockToDecide(trx, context.company.id)',
    replace: '',
  },
  {
    name: 'what was let through counts for the day in UTC',
    file: 'core/guards/ledger/grants.ts',
    find: 'day: today(account.time_zone),',
    replace: "day: today('UTC'),",
  },
]
