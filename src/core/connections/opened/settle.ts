import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { notifiesNobody } from '../../reach.ts'
import { byUse, isUsed } from './logins.ts'

export interface PlatformOfCompany {
  companyId: CompanyId
  platform: string
}

/** One at a time for each company and platform: whoever lists, chooses, or lets go. */
export async function lockAccounts(trx: Db, { companyId, platform }: PlatformOfCompany): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('ad accounts ' || ${companyId}::bigint || ' ' || ${platform}::text, 0))`.execute(
    trx,
  )
}

/**
 * Brings what the company uses in line with what its connections open. An account is reached through the best of them; one that nothing
 * opens any more is not connected and keeps all that is known of it.
 */
export async function settleAccounts(trx: Db, { companyId, platform }: PlatformOfCompany): Promise<void> {
  await lockAccounts(trx, { companyId, platform })
  await forgetSimulated(trx, { companyId, platform })
  await sql`
    WITH used AS (
      SELECT DISTINCT ON (opened.account_id) opened.account_id, opened.name, opened.currency, opened.time_zone, opened.status, opened.way,
        opened.seen_at, connection.id AS connection_id, connection.is_sandbox, connection.accounts_mode = 'all' AS is_taken_in
      FROM connection_accounts AS opened JOIN connections AS connection ON connection.id = opened.connection_id
      WHERE opened.company_id = ${companyId} AND opened.platform = ${platform} AND ${isUsed}
      -- What is live is not covered up by a simulator.
      ORDER BY opened.account_id, connection.is_sandbox, ${byUse}
    ), kept AS (
      INSERT INTO ad_accounts AS account (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, way, seen_at,
        connection_id, is_sandbox, is_taken_in, is_connected)
      SELECT ${companyId}, workspaces.id, ${platform}, used.account_id, used.name, used.currency, time_zone, status, way, seen_at,
        connection_id, is_sandbox, is_taken_in, true
      FROM used JOIN workspaces ON workspaces.company_id = ${companyId} AND workspaces.is_default
      ON CONFLICT (company_id, platform, account_id) DO UPDATE SET name = excluded.name, currency = excluded.currency,
        time_zone = excluded.time_zone, status = excluded.status, way = excluded.way, seen_at = excluded.seen_at,
        connection_id = excluded.connection_id, is_connected = true
      -- Simulated figures are never continued with real ones, nor the other way round.
      WHERE account.is_sandbox = excluded.is_sandbox
    )
    UPDATE ad_accounts AS account SET is_connected = false, connection_id = NULL
    WHERE account.company_id = ${companyId} AND account.platform = ${platform} AND account.is_connected
      AND NOT EXISTS (SELECT FROM used WHERE used.account_id = account.account_id AND used.is_sandbox = account.is_sandbox)
      AND NOT (account.is_sandbox AND account.connection_id IS NULL AND ${standsIn({ companyId, platform })})`.execute(
    trx,
  )
}

/** Whether the sandbox stands in for a connection: `mayStandIn` as a condition. */
function standsIn({ companyId, platform }: PlatformOfCompany) {
  return sql<boolean>`(NOT EXISTS (SELECT FROM connections WHERE company_id = ${companyId} AND platform = ${platform})
    AND coalesce((SELECT coalesce(uses_sandbox, live_since IS NULL) FROM platform_ways
      WHERE company_id = ${companyId} AND platform = ${platform}), true))`
}

/**
 * Where a company works live, what the sandbox made up goes out of sight with all that is known of it, unless a connection to the
 * simulator opens it: nobody is to mistake it for money. A real account never takes the place of one that is made up.
 */
async function forgetSimulated(trx: Db, { companyId, platform }: PlatformOfCompany): Promise<void> {
  await sql`
    DELETE FROM ad_accounts AS account
    WHERE account.company_id = ${companyId} AND account.platform = ${platform} AND account.is_sandbox AND ${notifiesNobody} AND (
      EXISTS (
        SELECT FROM connection_accounts AS opened JOIN connections AS connection ON connection.id = opened.connection_id
        WHERE opened.company_id = ${companyId} AND opened.platform = ${platform} AND opened.account_id = account.account_id
          AND NOT connection.is_sandbox AND ${isUsed})
      OR EXISTS (SELECT FROM platform_ways AS way WHERE way.company_id = ${companyId} AND way.platform = ${platform}
        AND way.live_since IS NOT NULL)
        AND NOT ${standsIn({ companyId, platform })}
        AND NOT EXISTS (
          SELECT FROM connection_accounts AS opened JOIN connections AS connection ON connection.id = opened.connection_id
          WHERE opened.company_id = ${companyId} AND opened.platform = ${platform} AND opened.account_id = account.account_id
            AND connection.is_sandbox))`.execute(trx)
}
