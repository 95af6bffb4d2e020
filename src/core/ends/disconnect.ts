import { inTransaction } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, PlatformError } from '../../errors.ts'
import type { CompanyRef } from '../company-ref.ts'
import { findConnection, keptConnection, openCredentials, removeConnection } from '../connections/store.ts'
import type { AccountDeps } from '../deps.ts'
import type { Seal } from '../secrets/seal.ts'
import type { Db } from '../../db/connect.ts'
import { connectionUses } from './connection-uses.ts'
import type { ConnectionUses } from './connection-uses.ts'
import { pauseNow } from './leave.ts'
import { dropIfFree, namedEnd } from './store.ts'
import type { KeptEnd } from './store.ts'

/** What becomes of the ends that we keep through a connection: what they are about is paused now, or goes on without an end. */
export const endChoices = ['pause', 'drop'] as const
export type EndChoice = (typeof endChoices)[number]

/** What became of the consent at the platform: taken back there, or left for a person to take back, in words. */
type Revocation = { revoked: true; byHand: null } | { revoked: false; byHand: string | null }

export interface Disconnected {
  platform: string
  label: string
  uses: ConnectionUses
  revocation: Revocation
}

interface Change {
  before: object
  after: object
}

/**
 * Forgets a connection, taken back at the platform where that is possible. What was read and done through it stays. 409 where ends
 * would no longer be kept and nobody has said what becomes of them.
 */
export async function disconnect(
  deps: AccountDeps & { seal: Seal },
  company: CompanyRef,
  { id, ends: choice }: { id: number; ends: EndChoice | null },
  note: (trx: Db, change: Change) => Promise<void>,
): Promise<Disconnected> {
  const { db } = deps
  const uses = await connectionUses(db, company, id)
  if (uses.ends.length > 0 && choice === null) throw undecided(uses)
  for (const end of uses.ends) {
    if (choice === 'pause') await pauseNow(deps, company, end).catch((error: unknown) => notPaused(end, error))
    else await dropIfFree(db, company, end)
  }
  const revocation = await revoke(deps, company, id)
  return inTransaction(db, async (trx) => {
    const row = await removeConnection(trx, company.id, id)
    const dropped = uses.ends.length > 0 ? { endsDropped: uses.ends.map(namedEnd) } : {}
    await note(trx, {
      before: keptConnection(row),
      after: { removed: true, revoked: revocation.revoked, ...dropped },
    })
    return { platform: row.platform, label: row.label, uses, revocation }
  })
}

/** A platform that cannot be asked, or says no, does not keep a connection. */
async function revoke(
  { db, seal, connections }: AccountDeps & { seal: Seal },
  company: CompanyRef,
  id: number,
): Promise<Revocation> {
  const row = await findConnection(db, company.id, id)
  const platform = connections.platforms.driver(row.platform)
  const oauth = platform?.oauth
  if (!platform || !oauth) return { revoked: false, byHand: null }
  const byHand = { revoked: false as const, byHand: oauth.revokeByHand }
  const credentials = openCredentials(seal, row)
  const isOurs = row.origin === 'consent'
  if (!isOurs || !oauth.revoke || !credentials || (await isShared(db, row))) return byHand
  try {
    const isGone = await oauth.revoke(connections.tokensAt(platform, row.is_sandbox), credentials)
    return isGone ? { revoked: true, byHand: null } : byHand
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return byHand
    throw error
  }
}

/** Whether another connection rests on the same person's consent: a platform may take back all that they have consented to at once. */
async function isShared(
  db: Db,
  row: { id: number; platform: string; identity: string | null; is_sandbox: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM connections WHERE platform = ${row.platform} AND is_sandbox = ${row.is_sandbox} AND id <> ${row.id}
      AND origin = 'consent' AND (identity = ${row.identity} OR identity IS NULL OR ${row.identity}::text IS NULL) LIMIT 1`.execute(
    everyCompany(db),
  )
  return rows.length > 0
}

function undecided({ ends }: ConnectionUses): AppError {
  const text = `${ends.length} ${ends.length === 1 ? 'end' : 'ends'} will no longer be kept: ${ends.map(endLine).join('; ')}. Nothing was removed. Say what becomes of that with ends: pause pauses it now, drop lets it go on without an end.`
  return new AppError('conflict', text, { reason: 'ends', ends: ends.map(namedEnd) })
}

/** An end in a line. */
export function endLine({ entity_type: type, entity_id: id, name, end_at: end }: KeptEnd): string {
  return `${type} ${id} (${name}) at ${end.toISOString()}`
}

function notPaused(end: KeptEnd, error: unknown): never {
  if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
  const text = `The connection was not removed, because what is to end could not be paused: ${endLine(end)}. ${error.message} Try again, or let it go on without an end (ends: drop).`
  throw new AppError('conflict', text, { reason: 'ends' })
}
