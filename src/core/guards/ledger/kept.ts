import { setTimeout as delay } from 'node:timers/promises'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Scoped } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { entryOf, only, required } from '../../../lookup.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import { openWorking } from '../../connections/working.ts'
import type { Context } from '../../context.ts'
import { todayIn, todays } from '../../../days.ts'
import { freshMinutes, orUnknown, zoneOf } from '../read-spend.ts'
import type { Answered } from '../read-spend.ts'
import type { GuardDeps } from '../terms.ts'
import { forgetSeen } from './effects.ts'
import { keepNames } from './names.ts'
import { readStructure, restedSince, TooLarge } from './structure.ts'
import type { AccountStructure } from './structure.ts'
import { viewOf } from './view.ts'
import type { View } from './view.ts'
import type { HeldViews } from './held-views.ts'

/** What a read of an account showed. */
export interface ReadView {
  view: View
  beganAt: Date
}

/** What a read showed, as JSON or the driver tells it. */
export interface ViewRow {
  place: string
  day: string
  time_zone: string
  began_at: string | Date
  version: string
  /** null: what is held in memory is the same. */
  structure: AccountStructure | null
}

/** How to ask for what was read of accounts, and how to understand the answer. */
interface ViewsQuestion {
  query: Scoped<ViewRow>
  viewsIn(rows: ViewRow[]): Map<string, ReadView>
}

/** What was read of these accounts today; the long part of it comes from the database only where it is not held in memory. */
export function askForViews({ company }: Within, places: string[], heldViews: HeldViews | undefined): ViewsQuestion {
  const held = heldViews?.of(company.id, places)
  const versions = [...(held?.values() ?? [])].map(({ version }) => version)
  const query = sql<ViewRow>`
    SELECT platform || ' ' || account_id AS place, day, time_zone, began_at, version,
      CASE WHEN version = ANY (${versions}::uuid[]) THEN NULL ELSE structure END AS structure
    FROM account_structures
    WHERE company_id = ${company.id} AND structure IS NOT NULL AND platform || ' ' || account_id = ANY (${places})`
  return {
    query,
    viewsIn(rows) {
      const views = new Map<string, ReadView>()
      const today = todays()
      for (const { place, structure, version, ...row } of rows) {
        const view = structure ? viewOf(structure) : entryOf(required(held, 'views held before'), place, 'view').view
        if (structure) heldViews?.hold(company.id, place, { version, view })
        // A day that has ended since is no longer today.
        if (row.day === today(row.time_zone)) views.set(place, { view, beganAt: new Date(row.began_at) })
      }
      return views
    },
  }
}

export async function loadViews(
  db: Db,
  context: Within,
  places: string[],
  heldViews: HeldViews | undefined,
): Promise<Map<string, ReadView>> {
  const question = askForViews(context, places, heldViews)
  return question.viewsIn((await question.query.execute(db)).rows)
}

type Within = Pick<Context, 'company'>

/** A reader that has not come back after so long is gone: another takes its place. */
const claimSeconds = 60
/** How often to look whether somebody else's read is done. */
const lookEveryMs = 50
/** An account whose platform allows less than this share of calls is left alone. */
const minAllowance = 0.2

interface Row {
  day: string | null
  time_zone: string | null
  began_at: Date | null
  read_at: Date | null
  written_at: Date | null
}

/**
 * Sees to it that what is switched on in an account was read in the last minutes: by one for all who need it. `anew`: where a write of
 * ours was answered after the last read began, it is read again. Answers why it could not be; null: it was.
 */
export async function ensureRead(
  deps: GuardDeps,
  context: Within,
  account: CachedAccount,
  { anew = false }: { anew?: boolean } = {},
): Promise<string | null> {
  const asked = await databaseTime(deps.db)
  for (;;) {
    const row = await load(deps.db, context, account)
    if (row && isUsable(row, anew)) return null
    const claimedAt = await claim(deps.db, context, account)
    if (claimedAt) return read(deps, context, account, claimedAt)
    const problem = await othersRead(deps.db, context, account, asked)
    if (problem !== null) return problem
  }
}

/** A row of `latelyQuery`, as JSON or the driver tells it. */
export interface LatelyRow {
  platform: string
  account_id: string
  day: string | null
  time_zone: string | null
  began_at: string | Date | null
  read_at: string | Date | null
  written_at: string | Date | null
}

export function latelyQuery({ company }: Within): Scoped<LatelyRow> {
  return sql<LatelyRow>`
    SELECT platform, account_id, day, time_zone, began_at, read_at, written_at FROM account_structures
    WHERE company_id = ${company.id} AND read_at > ${new Date(Date.now() - freshMinutes * 60_000)}`
}

/** Which of the accounts were read lately. */
export function usableIn(rows: LatelyRow[], { anew }: { anew: boolean }): Set<string> {
  const today = todays()
  const momentOf = (time: string | Date | null) => (time === null ? null : new Date(time))
  const usable = rows.filter((row) => {
    const moments = {
      began_at: momentOf(row.began_at),
      read_at: momentOf(row.read_at),
      written_at: momentOf(row.written_at),
    }
    return isUsable({ ...row, ...moments }, anew, today)
  })
  return new Set(usable.map(({ platform, account_id: id }) => `${platform} ${id}`))
}

export async function readLately(db: Db, context: Within, { anew }: { anew: boolean }): Promise<Set<string>> {
  return usableIn((await latelyQuery(context).execute(db)).rows, { anew })
}

/** Whether our own writes were answered since it was read: then a refusal may rest on what is no longer so. */
export async function isOutdated(db: Db, { company }: Within, account: CachedAccount): Promise<boolean> {
  const row = await load(db, { company }, account)
  return row !== null && row.written_at !== null && row.began_at !== null && row.written_at > row.began_at
}

function isUsable(
  { day, time_zone: timeZone, began_at: beganAt, read_at: readAt, written_at: at }: Row,
  anew: boolean,
  today = todays(),
) {
  if (!timeZone || !beganAt || !readAt) return false
  if (Date.now() - readAt.getTime() > freshMinutes * 60_000) return false
  // A day that has ended since is no longer today.
  return day === today(timeZone) && !(anew && at !== null && at > beganAt)
}

export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(everyCompany(db))
  return only(rows).now
}

async function load(db: Db, { company }: Within, account: CachedAccount): Promise<Row | null> {
  const { rows } = await sql<Row>`
    SELECT day, time_zone, began_at, read_at, written_at FROM account_structures WHERE ${isAccount(company.id, account)}`.execute(
    db,
  )
  return rows[0] ?? null
}

function isAccount(companyId: CompanyId, { platform, account_id: accountId }: CachedAccount) {
  return sql`company_id = ${companyId} AND platform = ${platform} AND account_id = ${accountId}`
}

/** When it was claimed, as exactly as we can tell it; null: somebody else reads it. */
async function claim(db: Db, { company }: Within, { platform, account_id: id }: CachedAccount): Promise<Date | null> {
  const { rows } = await sql<{ claimed_at: Date }>`
    INSERT INTO account_structures AS kept (company_id, platform, account_id, claimed_at)
    VALUES (${company.id}, ${platform}, ${id}, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (company_id, platform, account_id) DO UPDATE SET claimed_at = excluded.claimed_at
      WHERE kept.claimed_at IS NULL OR kept.claimed_at < clock_timestamp() - make_interval(secs => ${claimSeconds})
    RETURNING claimed_at`.execute(db)
  return rows[0]?.claimed_at ?? null
}

/** Waits until it is read; a problem that its reader had is everybody's. */
async function othersRead(db: Db, { company }: Within, account: CachedAccount, since: Date): Promise<string | null> {
  for (;;) {
    await delay(lookEveryMs)
    const { rows } = await sql<{ is_claimed: boolean; problem: string | null }>`
      SELECT coalesce(claimed_at > clock_timestamp() - make_interval(secs => ${claimSeconds}), false) AS is_claimed,
        CASE WHEN failed_at > ${since} THEN problem END AS problem
      FROM account_structures WHERE ${isAccount(company.id, account)}`.execute(db)
    const [row] = rows
    if (!row || row.problem !== null) return row?.problem ?? null
    if (!row.is_claimed) return null
  }
}

async function read(deps: GuardDeps, context: Within, account: CachedAccount, beganAt: Date): Promise<string | null> {
  let readOrWhy: Answered<Read> = { unknown: 'It could not be read.' }
  try {
    readOrWhy = await orUnknown(account, () => ask(deps, context, account))
    if ('known' in readOrWhy) await keep(deps.db, context, account, { ...readOrWhy.known, beganAt })
    return 'known' in readOrWhy ? null : readOrWhy.unknown
  } finally {
    const problem = 'known' in readOrWhy ? null : readOrWhy.unknown
    await sql`
      UPDATE account_structures SET claimed_at = NULL, problem = ${problem},
        failed_at = CASE WHEN ${problem}::text IS NULL THEN NULL ELSE clock_timestamp() END
      WHERE ${isAccount(context.company.id, account)} AND claimed_at = ${beganAt}`.execute(deps.db)
  }
}

interface Read {
  structure: AccountStructure
  timeZone: string
}

async function ask(deps: GuardDeps, { company }: Within, account: CachedAccount): Promise<Answered<Read>> {
  const { session } = await openWorking(deps.connections, company, account)
  const allowance = (await session.allowanceLeft?.(account.account_id)) ?? null
  if (allowance !== null && allowance < minAllowance)
    return {
      unknown: `${account.platform} allows few more calls for ${account.account_id} now: it is not asked what runs.`,
    }
  const timeZone = zoneOf(session, account)
  try {
    const structure = await readStructure(session, account, todayIn(timeZone))
    if (!structure) return { unknown: `${account.platform} does not tell what runs.` }
    return { known: { structure, timeZone } }
  } catch (error) {
    if (error instanceof TooLarge) return { unknown: `${account.account_id} has more than can be added up.` }
    throw error
  }
}

/** What it shows is forgotten with it, at once: nobody may find it in neither. */
async function keep(
  db: Db,
  { company }: Within,
  account: CachedAccount,
  { structure, beganAt, timeZone }: Read & { beganAt: Date },
): Promise<void> {
  await keepNames(db, { company }, account, structure.campaigns)
  const day = todayIn(timeZone)
  await db.transaction().execute(async (trx) => {
    const { rows: kept } = await sql<{ structure: AccountStructure }>`
      SELECT structure FROM account_structures
      WHERE ${isAccount(company.id, account)} AND day = ${day} AND structure IS NOT NULL`.execute(trx)
    const rested = restedSince(kept[0]?.structure ?? null, structure)
    const { rows } = await sql`
      UPDATE account_structures SET structure = ${JSON.stringify({ ...structure, rested })}::jsonb, day = ${day}, time_zone = ${timeZone},
        version = gen_random_uuid(), began_at = ${beganAt}, read_at = ${new Date()}
      WHERE ${isAccount(company.id, account)} AND (began_at IS NULL OR began_at < ${beganAt}) RETURNING 1`.execute(trx)
    if (rows.length > 0) await forgetSeen(trx, { company }, account, beganAt)
  })
}

/** Guards that are new know nothing of writes that nobody noted. */
export async function forgetStructures(db: Db, { company }: Within): Promise<void> {
  await sql`UPDATE account_structures SET began_at = NULL, structure = NULL WHERE company_id = ${company.id}`.execute(
    db,
  )
}
