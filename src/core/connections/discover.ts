import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import type { PlatformAccount } from '../../platforms/contract/platform.ts'
import type { AccountDeps, OpenConnection } from '../deps.ts'
import type { Context } from '../context.ts'

/** Reads the company's accounts from a platform and remembers them. A platform that fails keeps what was known. */
export async function discoverAccounts(
  { db, connections }: AccountDeps,
  { company }: Pick<Context, 'company'>,
  platform: string,
): Promise<void> {
  let error: string | null = null
  for (const open of await connections.openAll(company, platform)) {
    try {
      await remember(db, company.id, open, await open.session.listAccounts())
    } catch (thrown) {
      if (!(thrown instanceof PlatformError)) throw thrown
      error = thrown.message
    }
  }
  const values = { read_at: new Date(), error }
  await db
    .insertInto('account_reads')
    .values({ company_id: company.id, platform, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform']).doUpdateSet(values))
    .execute()
}

async function remember(
  db: Db,
  companyId: CompanyId,
  open: OpenConnection,
  accounts: PlatformAccount[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const workspace = await trx
      .selectFrom('workspaces')
      .where('company_id', '=', companyId)
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
    for (const account of accounts) {
      const seen = {
        name: account.name,
        currency: account.currency,
        time_zone: account.timeZone,
        status: account.status,
        connection_id: open.connectionId,
        way: account.way ?? null,
        is_sandbox: open.isSandbox,
        seen_at: new Date(),
      }
      await trx
        .insertInto('ad_accounts')
        .values({
          company_id: companyId,
          workspace_id: workspace.id,
          platform: open.platform.name,
          account_id: account.id,
          ...seen,
        })
        .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'account_id']).doUpdateSet(seen))
        .execute()
    }
    // Accounts this connection no longer opens are no longer the company's; with a connection those without one go too.
    await trx
      .deleteFrom('ad_accounts')
      .where('company_id', '=', companyId)
      .where('platform', '=', open.platform.name)
      .where((where) =>
        where.or([
          where('connection_id', 'is not distinct from', open.connectionId),
          where('connection_id', 'is', null),
        ]),
      )
      .$if(accounts.length > 0, (query) =>
        query.where(
          'account_id',
          'not in',
          accounts.map((account) => account.id),
        ),
      )
      .execute()
  })
}
