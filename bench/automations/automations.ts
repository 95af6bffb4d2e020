import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { checkRules } from '../../src/core/automations/evaluate/check.ts'
import { backtest } from '../../src/core/automations/backtest/backtest.ts'
import type { BacktestDeps } from '../../src/core/automations/backtest/backtest.ts'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { addDays } from '../../src/days.ts'
import { connect } from '../../src/db/connect.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { makeDataDir } from '../../test/support/harness.ts'
import type { Bench, Figure } from '../figure.ts'
import { median, timed } from '../reports/ask.ts'
import { accountKey, rowsPerAccount, span } from '../reports/fill.ts'
import { fillAutomations } from './fill.ts'
import { fixtureOver } from './fixture.ts'
import { ruleOver, stopLoss } from './rules.ts'
import { syncCost } from './sync-cost.ts'

const maxRows = Number(process.env.AUTOMATION_ROWS ?? 10_000_000)
const allAccounts = Math.max(3, Math.min(200, Math.round(maxRows / rowsPerAccount)))
/** Each account has 137 ads: some 400 and some 20,000. */
const few = 3
const many = Math.min(146, allAccounts)
const ruleCount = 100
const backtestDays = 90
const rounds = Number(process.env.AUTOMATION_ROUNDS ?? 7)

/** Checks and backtests of rules against statements written by hand, and what keeping the past costs the sync. */
export const automationsBench: Bench = {
  name: 'automations',
  about: `rules over ${Math.round((allAccounts * rowsPerAccount) / 1e5) / 10} million daily rows (AUTOMATION_ROWS sets how many)`,
  async run(say) {
    const dataDir = await makeDataDir()
    const server = await startEmbedded({ dataDir })
    const connected = connect(server.connection, 6)
    const deps = fixtureOver(connected)
    try {
      await migrate(server.connection)
      const company = await createCompany(connected.db, { name: 'Bench' })
      const client = await connected.pool.connect()
      const from = performance.now()
      await fillAutomations(client, company.id, allAccounts).finally(() => client.release())
      say(`the tables are there after ${Math.round((performance.now() - from) / 1000)} s`)
      const context = { company, signal: new AbortController().signal }
      const fixture = { deps, context, pool: connected.pool, say }
      return [...(await checks(fixture)), ...(await backtests(fixture)), ...(await syncCost(connected, say))]
    } finally {
      await deps.readings.stop()
      await connected.db.destroy()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

interface Fixture {
  deps: BacktestDeps
  context: Parameters<typeof backtest>[1]
  pool: pg.Pool
  say: (line: string) => void
}

const columns = ['spend_micros', 'impressions', 'clicks', 'conversions', 'conversion_value_micros', 'results']

interface Rows {
  accounts: number
  from: string
  to: string
  sums?: string[]
  /** Also what was known earlier: a backtest reads both. */
  andSuperseded?: boolean
}

/** What somebody would write who wants the sums of the same rows. */
function byHand(pool: pg.Pool, { accounts, from, to, sums = columns, andSuperseded = false }: Rows) {
  const keys = Array.from({ length: accounts }, (_, index) => accountKey(index + 1))
  const added = sums.map((column) => `sum(${column})`).join(', ')
  const select = (table: string) =>
    `SELECT ad_key, ${added} FROM ${table} WHERE account_key = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY ad_key`
  const tables = ['ad_days', ...(andSuperseded ? ['ad_days_superseded'] : [])]
  return pool.query(tables.map(select).join(' UNION ALL '), [keys, from, to])
}

async function inTurns(times: number, ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  const taken = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < times; round++) {
    const turn = { ours: await timed(ours), theirs: await timed(theirs) }
    if (round < 0) continue
    taken.ours.push(turn.ours)
    taken.theirs.push(turn.theirs)
  }
  return { ours: median(taken.ours), theirs: median(taken.theirs) }
}

async function checks({ deps, context, pool, say }: Fixture): Promise<Figure[]> {
  const { to } = span()
  const rules = Array.from({ length: ruleCount }, (_, id) => ({ id, rule: ruleOver(many, id) }))
  const at = new Date(`${to}T12:00:00Z`)
  const { ours, theirs } = await inTurns(
    Math.min(rounds, 5),
    () => checkRules(deps, context, { rules, at }),
    () => byHand(pool, { accounts: many, from: addDays(to, -30), to }),
  )
  say(`${ruleCount} rules over ${many * 137} ads: ${ours.toFixed(0)} ms, by hand ${theirs.toFixed(0)} ms`)
  return [
    {
      what: `${ruleCount} rules over ${many * 137} ads / one statement by hand`,
      value: ours / theirs,
      unit: '',
      atMost: 3,
    },
  ]
}

async function backtests({ deps, context, pool, say }: Fixture): Promise<Figure[]> {
  const { to } = span()
  const range = { from: addDays(to, 1 - backtestDays), to }
  const measured = async (accounts: number, times: number) => {
    const rule = stopLoss(accounts)
    const result = await inTurns(
      times,
      () => backtest(deps, context, { rule, ...range }),
      () =>
        byHand(pool, {
          accounts,
          from: addDays(range.from, -14),
          to,
          sums: ['spend_micros', 'results'],
          andSuperseded: true,
        }),
    )
    say(
      `${backtestDays} days over ${accounts * 137} ads: ${result.ours.toFixed(0)} ms, by hand ${result.theirs.toFixed(0)} ms`,
    )
    return result
  }
  const small = await measured(few, rounds * 3)
  const large = await measured(many, Math.min(rounds, 3))
  return [
    {
      what: `a backtest of ${backtestDays} days over ${few * 137} ads / one statement by hand`,
      value: small.ours / small.theirs,
      unit: '',
      atMost: 3,
    },
    {
      what: `its time for each ad, over ${many * 137} ads against ${few * 137}`,
      ...{ value: large.ours / many / (small.ours / few), unit: 'times', atMost: 1 },
      note: `over ${many * 137} ads it takes ${(large.ours / large.theirs).toFixed(2)} times a statement by hand`,
    },
  ]
}
