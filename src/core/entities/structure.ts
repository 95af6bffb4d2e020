import pMap from 'p-map'
import pTimeout from 'p-timeout'
import type { CompanyRef } from '../company-ref.ts'
import { ensureEntities } from '../reports/sync/ensure/entities.ts'
import type { ReportDeps } from '../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../reports/sync/types.ts'

/** How old names, states and budgets are. */
export interface Structure {
  /** When those of the account that was read longest ago were read; null: of none they were. */
  readAt: Date | null
  /** Accounts of which nothing was ever read, and why. */
  missing: { account: ReportAccount; reason: string }[]
}

const maxWaitMs = 8_000
const atOnce = 4
const stillReading = 'Its campaigns, ad sets and ads are still being read; ask again in a moment.'

/** Has what was never read read, for as long as the caller waits, and on in the background; the rest is kept up to date by jobs. */
export async function ensureStructure(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
): Promise<Structure> {
  const known = await readTimes(deps, company, accounts)
  const open = accounts.filter(({ key }) => !known.has(key))
  if (open.length === 0) return { readAt: oldest([...known.values()]), missing: [] }
  const reasons = new Map<number, string>()
  const reading = pMap(
    open,
    async (account) => {
      const reason = await ensureEntities(deps, account, 0)
      if (reason !== null) reasons.set(account.key, reason)
    },
    { concurrency: atOnce },
  )
  await pTimeout(reading, { milliseconds: maxWaitMs, fallback: () => undefined })
  const now = await readTimes(deps, company, accounts)
  return {
    readAt: oldest([...now.values()]),
    missing: open
      .filter(({ key }) => !now.has(key))
      .map((account) => ({ account, reason: reasons.get(account.key) ?? stillReading })),
  }
}

async function readTimes(
  { db }: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
): Promise<Map<number, Date>> {
  if (accounts.length === 0) return new Map()
  const keys = accounts.map(({ key }) => key)
  const rows = await db
    .selectFrom('report_syncs')
    .where('company_id', '=', company.id)
    .select(['account_key', 'entities_read_at'])
    .where('account_key', 'in', keys)
    .execute()
  return new Map(
    rows.flatMap(({ account_key, entities_read_at }) => (entities_read_at ? [[account_key, entities_read_at]] : [])),
  )
}

function oldest(times: Date[]): Date | null {
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null
}
