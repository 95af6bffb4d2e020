import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Piece } from '../../../db/sql.ts'
import { AppError } from '../../../errors.ts'
import { seenBefore } from '../../reach.ts'
import { expiringDays } from '../state/verdict.ts'

/** A stored connection, sealed. */
export interface SealedLogin {
  id: number
  company_id: CompanyId
  sealed_credentials: Buffer
  state: 'ok' | 'expiring' | 'broken'
  state_reason: string | null
  is_sandbox: boolean
}

/** What stands where a company has no connection to a platform. */
export interface PlatformLogins {
  hasConnections: boolean
  /** When the first live connection came; null: there was none. */
  liveSince: Date | null
  /** What a person said since then; null: nothing. */
  usesSandbox: boolean | null
}

/** A platform that was ever connected live is not the sandbox again before a person says so. */
export function mayStandIn({ hasConnections, liveSince, usesSandbox }: PlatformLogins): boolean {
  return !hasConnections && (usesSandbox ?? liveSince === null)
}

/** The better one first: what works before what ends soon before what does not; the oldest of those that are alike. */
const byHealth: Piece<unknown> = sql.raw(`CASE
  WHEN connection.state = 'broken' OR connection.expires_at <= clock_timestamp() THEN 2
  WHEN connection.state = 'expiring' OR connection.expires_at < clock_timestamp() + interval '${expiringDays} days' THEN 1
  ELSE 0 END`)

/** Whether the company uses an account through a connection, by their rows `opened` and `connection`. */
export const isUsed: Piece<boolean> = sql.raw(
  `(opened.is_listed AND (opened.is_chosen OR connection.accounts_mode = 'all'))`,
)

/** Which of several connections leads to an account: the healthiest, then the one it was chosen through, then the oldest. */
export const byUse: Piece<unknown> = sql`${byHealth}, coalesce(opened.is_chosen, false) DESC, connection.id`

const loginColumns: Piece<unknown> = sql.raw(`EXISTS (SELECT FROM connections AS one
    WHERE (one.company_id, one.platform) = (asked.company_id, asked.platform)) AS "hasConnections",
  way.live_since AS "liveSince", way.uses_sandbox AS "usesSandbox"`)

type Maybe<T> = { [K in keyof T]: T[K] | null }

/** All connections to a platform, the healthiest first, and what stands where there is none: in one statement. */
export async function platformLogins(
  db: Db,
  companyId: CompanyId,
  platform: string,
): Promise<PlatformLogins & { rows: SealedLogin[] }> {
  const { rows } = await sql<PlatformLogins & Maybe<SealedLogin>>`
    SELECT ${loginColumns}, connection.id, connection.company_id, connection.sealed_credentials, connection.state, connection.state_reason, connection.is_sandbox
    FROM (SELECT ${companyId}::bigint AS company_id, ${platform}::text AS platform) AS asked
    LEFT JOIN platform_ways AS way USING (company_id, platform)
    LEFT JOIN connections AS connection USING (company_id, platform)
    ORDER BY ${byHealth}, connection.id`.execute(db)
  return split(rows)
}

/** What leads to one account. */
export interface AccountLogins extends PlatformLogins {
  /** null: the company has no such account. */
  isSandbox: boolean | null
  /** Those that open it, the one to use first. */
  rows: SealedLogin[]
}

/**
 * A connection leads to the accounts that its platform lists for it and the company uses, and to no other: with another's token a call
 * would be refused at best. A live account is reached live alone.
 */
export async function accountLogins(
  db: Db,
  companyId: CompanyId,
  account: { platform: string; account_id: string },
): Promise<AccountLogins> {
  const { rows } = await sql<PlatformLogins & Maybe<SealedLogin> & { isSandbox: boolean | null }>`
    SELECT ${loginColumns}, account.is_sandbox AS "isSandbox",
      connection.id, connection.company_id, connection.sealed_credentials, connection.state, connection.state_reason, connection.is_sandbox
    FROM (SELECT ${companyId}::bigint AS company_id, ${account.platform}::text AS platform, ${account.account_id}::text AS account_id) AS asked
    LEFT JOIN platform_ways AS way USING (company_id, platform)
    LEFT JOIN ad_accounts AS account USING (company_id, platform, account_id)
    LEFT JOIN (connections AS connection LEFT JOIN connection_accounts AS opened
        ON opened.connection_id = connection.id AND opened.account_id = ${account.account_id})
      ON (connection.company_id, connection.platform, connection.is_sandbox) = (account.company_id, account.platform, account.is_sandbox)
      -- A process of an older version writes down the account alone.
      AND (${isUsed} OR opened.account_id IS NULL AND account.connection_id = connection.id)
    WHERE ${seenBefore}
    ORDER BY ${byUse}`.execute(db)
  return { ...split(rows), isSandbox: rows[0]?.isSandbox ?? null }
}

function split(rows: (PlatformLogins & Maybe<SealedLogin>)[]): PlatformLogins & { rows: SealedLogin[] } {
  const { hasConnections = false, liveSince = null, usesSandbox = null } = rows[0] ?? {}
  const stored = rows.flatMap(({ id, company_id, sealed_credentials, state, state_reason, is_sandbox }) =>
    id === null || company_id === null || sealed_credentials === null || state === null || is_sandbox === null
      ? []
      : [{ id, company_id, sealed_credentials, state, state_reason, is_sandbox }],
  )
  return { hasConnections, liveSince, usesSandbox, rows: stored }
}

/** Why nothing leads to an account, and what to do. */
export function notConnected(
  { platform, account_id: accountId }: { platform: string; account_id: string },
  { isSandbox, hasConnections }: Pick<AccountLogins, 'isSandbox' | 'hasConnections'>,
): AppError {
  const text = `The ad account ${accountId} of ${platform} is not connected: ${whyNot(isSandbox, hasConnections)} ${todo(platform, isSandbox, hasConnections)}`
  const details = { platform, accountId, reason: 'not_connected' }
  return new AppError('platform_unavailable', text, details, { 'retry-after': '60' })
}

/** Whether nothing leads to an account. */
export function isNotConnected(error: unknown): boolean {
  return error instanceof AppError && error.details?.reason === 'not_connected'
}

function whyNot(isSandbox: boolean | null, hasConnections: boolean): string {
  if (isSandbox) return 'the sandbox it is in is not in use.'
  return hasConnections ? 'no connection that is in use opens it.' : 'there is no connection to the platform.'
}

function todo(platform: string, isSandbox: boolean | null, hasConnections: boolean): string {
  if (isSandbox && !hasConnections) return `Start the sandbox, or choose it: flightdeck connection sandbox ${platform}`
  if (hasConnections)
    return 'Choose it on the page Connections, or connect a login of the platform that may use it. What is known of it stays.'
  return `Connect it again on the page Connections, or with: flightdeck connection add ${platform}. What is known of it stays.`
}
