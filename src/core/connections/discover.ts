import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import { sql } from '../../db/sql.ts'
import type { PlatformAccount } from '../../platforms/contract/platform.ts'
import type { AccountDeps, OpenConnection } from '../deps.ts'
import type { Context } from '../context.ts'
import { lockAccounts, settleAccounts } from './opened/settle.ts'
import { believable } from './listed.ts'
import { isWaiting, requireWorking } from './working.ts'

/** Reads the company's accounts from a platform and remembers them. A platform that fails keeps what was known. */
export async function discoverAccounts(
  { db, connections }: AccountDeps,
  { company }: Pick<Context, 'company'>,
  platform: string,
): Promise<void> {
  let error: string | null = null
  const place = { companyId: company.id, platform }
  for (const open of await connections.openAll(company, platform)) {
    try {
      await requireWorking(open)
      const accounts = believable(await open.session.listAccounts())
      await inTransaction(db, async (trx) => {
        await lockAccounts(trx, place)
        if (open.connectionId === null) await keepStandIn(trx, company.id, open, accounts)
        else await keepOpened(trx, company.id, { id: open.connectionId, platform }, accounts)
      })
    } catch (thrown) {
      if (!(thrown instanceof PlatformError) && !isWaiting(thrown)) throw thrown
      error = thrown.message
    }
  }
  await inTransaction(db, async (trx) => {
    await settleAccounts(trx, place)
    const values = { read_at: new Date(), error }
    await trx
      .insertInto('account_reads')
      .values({ company_id: company.id, platform, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'platform']).doUpdateSet(values))
      .execute()
  })
}

function listing(accounts: PlatformAccount[]): string {
  return JSON.stringify(
    accounts.map(({ id, name, currency, timeZone, status, login }) => ({
      ...{ account_id: id, name, currency, status },
      ...{ time_zone: timeZone, way: login ?? null },
    })),
  )
}

const listed = sql.raw('AS listed(account_id text, name text, currency text, time_zone text, status text, way text)')

/** What a connection opens now. One that was chosen and is missing is remembered: it may come back. */
export async function keepOpened(
  trx: Db,
  companyId: CompanyId,
  { id, platform }: { id: number; platform: string },
  accounts: PlatformAccount[],
): Promise<void> {
  const answered = listing(accounts)
  await sql`
    INSERT INTO connection_accounts (company_id, connection_id, platform, account_id, name, currency, time_zone, status, way)
    SELECT ${companyId}, connections.id, ${platform}, listed.account_id, listed.name, currency, time_zone, listed.status, way
    FROM connections, json_to_recordset(${answered}::json) ${listed}
    WHERE connections.id = ${id} AND connections.company_id = ${companyId}
    ON CONFLICT (connection_id, account_id) DO UPDATE SET name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, status = excluded.status, way = excluded.way, is_listed = true,
      seen_at = clock_timestamp()`.execute(trx)
  const ids = accounts.map((account) => account.id)
  const missing = sql<boolean>`account_id <> ALL (${ids}::text[])`
  await trx
    .deleteFrom('connection_accounts')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', id)
    .where('is_chosen', '=', false)
    .where(missing)
    .execute()
  await trx
    .updateTable('connection_accounts')
    .where('company_id', '=', companyId)
    .set({ is_listed: false })
    .where('connection_id', '=', id)
    .where(missing)
    .execute()
}

/** What the sandbox makes up where it stands in for a connection: all of it is used. */
async function keepStandIn(
  trx: Db,
  companyId: CompanyId,
  { platform: { name: platform } }: OpenConnection,
  accounts: PlatformAccount[],
): Promise<void> {
  await sql`
    INSERT INTO ad_accounts AS account (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, way, is_sandbox)
    SELECT ${companyId}, workspaces.id, ${platform}, listed.account_id, listed.name, currency, time_zone, listed.status, way, true
    FROM json_to_recordset(${listing(accounts)}::json) ${listed}
    JOIN workspaces ON workspaces.company_id = ${companyId} AND workspaces.is_default
    ON CONFLICT (company_id, platform, account_id) DO UPDATE SET name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, status = excluded.status, way = excluded.way, seen_at = clock_timestamp(),
      connection_id = NULL, is_connected = true
    WHERE account.is_sandbox`.execute(trx)
  await trx
    .updateTable('ad_accounts')
    .where('company_id', '=', companyId)
    .set({ is_connected: false })
    .where('platform', '=', platform)
    .where('is_sandbox', '=', true)
    .where('connection_id', 'is', null)
    .where(sql<boolean>`account_id <> ALL (${accounts.map((account) => account.id)}::text[])`)
    .execute()
}
