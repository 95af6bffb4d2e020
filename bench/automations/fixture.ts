import { pino } from 'pino'
import { createFairShare } from '../../src/async/fair-share.ts'
import type { BacktestDeps } from '../../src/core/automations/backtest/backtest.ts'
import { backtestPlaces } from '../../src/core/automations/backtest/limits.ts'
import type { Connections } from '../../src/core/deps.ts'
import { createReportMemory } from '../../src/core/reports/query/memory.ts'
import { createReadings } from '../../src/core/reports/sync/ensure/readings.ts'
import type { connect } from '../../src/db/connect.ts'
import type { Session } from '../../src/platforms/contract/platform.ts'
import { builtIn } from '../../src/platforms/index.ts'

/** What checks work with, and a platform that is never asked: its figures are there. */
export function fixtureOver({ db, pool }: ReturnType<typeof connect>): BacktestDeps {
  const nothing = () => Promise.reject(new Error('A platform was asked.'))
  const session: Session = {
    listAccounts: nothing,
    reporting: {
      ...{ attribution: null, calendar: 'utc', historyDays: 1_000, daysAtOnce: 30 },
      days: () => {
        throw new Error('A platform was asked.')
      },
      entities: () => {
        throw new Error('A platform was asked.')
      },
    },
  }
  const connections = {
    platforms: builtIn,
    openFor: () => Promise.resolve({ platform: builtIn.all[0]!, platforms: builtIn, session, connectionId: null }),
  } as unknown as Connections
  const own = { db, pool, connections, log: pino({ level: 'silent' }) }
  return {
    ...own,
    readings: createReadings(own),
    reportMemory: createReportMemory(),
    backtests: createFairShare(backtestPlaces),
  }
}
