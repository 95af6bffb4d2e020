import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, notFound } from '../../errors.ts'
import { findAccounts } from '../connections/accounts.ts'
import type { Actor, Context } from '../context.ts'
import { accountName, amongWorkspaces } from '../reach.ts'
import { recordEvent } from '../events/record.ts'
import { requireFreshSignIn } from '../people/step-up.ts'
import { noteOpenBatches } from './ledger/effects.ts'
import { forgetStructures } from './ledger/kept.ts'
import { accountsOfGuard, columnsOf, guardOf, guardTitle, tighteningOf } from './guard.ts'
import type { Guard, GuardRow, GuardSetting } from './guard.ts'
import type { AccountDeps } from '../deps.ts'

type Within = Pick<Context, 'company'>

export async function listGuards({ db }: { db: Db }, context: Within): Promise<Guard[]> {
  return (await guardsQuery(context).execute(db)).rows.map(guardOf)
}

export function guardsQuery({ company }: Within): Scoped<GuardRow> {
  return sql<GuardRow>`SELECT * FROM spend_guards WHERE company_id = ${company.id} ORDER BY id`
}

/** Those that the caller sees: whoever works in some workspaces sees what looks at an account of those alone, or at all accounts. */
export async function listSeenGuards(deps: { db: Db }, { company }: Within): Promise<Guard[]> {
  const guards = await listGuards(deps, { company })
  if (company.workspaces === undefined) return guards
  const rows = await deps.db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .select(['platform', 'account_id'])
    .execute()
  const own = new Set(rows.map(accountName))
  return guards.filter((guard) => guard.accountId === null || accountsOfGuard(guard)?.every((name) => own.has(name)))
}

/** One at a time for each company: whoever changes guards, and whoever is let through by them. */
async function lockGuards(trx: Db, companyId: CompanyId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`spend guards ${companyId}`}, 0))`.execute(
    everyCompany(trx),
  )
}

/**
 * The same for whoever decides about a write. Nobody waits for the disk: what is let through is on it at the latest with the write's own
 * intent, which is committed after it and before anything is sent. What is prepared
 * for a decision is planned once for each connection: the planning takes as long as the statements. Without parameters, it goes in one
 * message with what begins the transaction.
 */
export async function lockToDecide(trx: Db, companyId: CompanyId): Promise<void> {
  await sql`
    SELECT set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
      pg_advisory_xact_lock(hashtextextended(${sql.lit(`spend guards ${companyId}`)}, 0))`.execute(everyCompany(trx))
}

/** What is told to somebody is on the disk before. */
export async function commitDurably(trx: Db): Promise<void> {
  await sql`SET LOCAL synchronous_commit TO DEFAULT`.execute(everyCompany(trx))
}

/** A guard to be kept: the one with this id, or a new one. */
export type WantedGuard = GuardSetting & { id?: number }

/** A person with the right to it, or whoever runs the service. A key that could loosen a guard would be none. */
export function mayLoosen({ kind, scopes }: Actor): boolean {
  return kind === 'system' || (kind === 'user' && scopes.includes('admin'))
}

/** Puts this set in the place of the one that is there, all or nothing. */
export async function replaceGuards(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'actor'>,
  wanted: WantedGuard[],
): Promise<Guard[]> {
  return storeGuards(deps.db, context, await withFullAccounts(deps, context, wanted))
}

/** The same with accounts in the form in which they are kept. */
export async function storeGuards(
  db: Db,
  context: Pick<Context, 'company' | 'actor'>,
  guards: WantedGuard[],
): Promise<Guard[]> {
  return inTransaction(db, async (trx) => {
    await lockGuards(trx, context.company.id)
    const before = new Map((await listGuards({ db: trx }, context)).map((guard) => [guard.id, guard]))
    for (const { id } of guards) if (id !== undefined && !before.has(id)) throw notFound('spend guard', id)
    const loosened = firstLoosened(before, guards)
    if (loosened && !mayLoosen(context.actor)) throw onlyPeople(loosened)
    if (!mayLoosen(context.actor) && guards.some(({ id, by }) => id === undefined && by !== null)) throw namesAKey()
    if (loosened) await requireFreshSignIn(trx, context)
    for (const guard of guards) await keep({ db: trx }, context, before, guard)
    // What nobody guarded was not noted: what runs is read again.
    await forgetStructures(trx, context)
    await noteOpenBatches(trx, context)
    const kept = new Set(guards.map(({ id }) => id))
    for (const guard of before.values()) if (!kept.has(guard.id)) await remove({ db: trx }, context, guard)
    return listGuards({ db: trx }, context)
  })
}

/**
 * One guard beside the others: a new one, or the one with this id. The limit of an assistant is for whoever consents to it; making it
 * looser is, as ever, for people who may, after a fresh sign-in. In the transaction of the consent. Answers its id.
 */
export async function keepGuard(
  trx: Db,
  context: Pick<Context, 'company' | 'actor'>,
  guard: WantedGuard,
): Promise<number> {
  await lockGuards(trx, context.company.id)
  const before = new Map((await listGuards({ db: trx }, context)).map((each) => [each.id, each]))
  const loosened = firstLoosened(
    before,
    [...before.values()].map((each) => (each.id === guard.id ? guard : each)),
  )
  if (loosened && !mayLoosen(context.actor)) throw onlyPeople(loosened)
  if (loosened) await requireFreshSignIn(trx, context)
  const id = await keep({ db: trx }, context, before, guard)
  await forgetStructures(trx, context)
  await noteOpenBatches(trx, context)
  return id
}

/** Accounts in their documented form, with the platform that follows from each. 404 for one that is not the company's. */
/** The same with accounts in the form in which they are kept; one that is not there is refused. */
export async function withFullAccounts(
  deps: AccountDeps,
  context: Within,
  wanted: WantedGuard[],
): Promise<WantedGuard[]> {
  const found = await findAccounts(
    deps,
    context,
    wanted.flatMap(({ accountId }) => accountId ?? []),
  )
  return wanted.map((guard) => {
    if (guard.accountId === null) return guard
    const account = found.get(guard.accountId)
    if (!account || (guard.platform !== null && guard.platform !== account.platform))
      throw notFound('ad account', guard.accountId)
    return { ...guard, accountId: account.account_id, platform: account.platform }
  })
}

interface Loosened {
  guard: number
  fields: string[]
  text: string
}

/** The first guard that would be gone or less strict; null: there is none. */
function firstLoosened(before: Map<number, Guard>, guards: WantedGuard[]): Loosened | null {
  const named = new Set(guards.map(({ id }) => id))
  const omitted = [...before.values()].find(({ id }) => !named.has(id))
  if (omitted) {
    const text = `The ${guardTitle(omitted)} is missing from the set, which would remove it.`
    return { guard: omitted.id, fields: [], text }
  }
  for (const guard of guards) {
    const old = guard.id === undefined ? undefined : before.get(guard.id)
    if (!old) continue
    const { change, looser } = tighteningOf(old, guard)
    const text = `The ${guardTitle(old)} would no longer be as strict: ${looser.join(', ')}.`
    if (change === 'loosened') return { guard: old.id, fields: looser, text }
  }
  return null
}

function onlyPeople({ guard, fields, text }: Loosened): AppError {
  const how =
    "An API key may add guards and tighten them (a lower number, a stricter mode, stop or fourEyes switched on) and nothing else. Nothing was stored. A signed-in admin loosens one, or the operator's command line: flightdeck guard set, flightdeck guard remove."
  return new AppError('forbidden', `${text} ${how}`, { needed: 'a signed-in person', guard, fields })
}

/** Whom a guard watches is for people to say: what is watched must not. */
function namesAKey(): AppError {
  const text =
    'Only a person makes a guard that looks at one key or assistant (by): a signed-in admin, or the operator with flightdeck guard set --by. Nothing was stored.'
  return new AppError('forbidden', text, { needed: 'a signed-in person', fields: ['by'] })
}

async function keep(
  { db: trx }: { db: Db },
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  before: Map<number, Guard>,
  { id, ...setting }: WantedGuard,
): Promise<number> {
  const old = id === undefined ? undefined : before.get(id)
  const described = { name: setting.name, by: actor.name }
  if (!old) {
    const values = { company_id: company.id, ...columnsOf(setting) }
    const created = await trx.insertInto('spend_guards').values(values).returning('id').executeTakeFirstOrThrow()
    await recordEvent(trx, company, {
      type: 'guard.changed',
      data: { guardId: created.id, change: 'added', ...described },
      accounts: accountsOfGuard(setting),
    })
    return created.id
  }
  const { change } = tighteningOf(old, setting)
  if (change === 'same') return old.id
  await trx
    .updateTable('spend_guards')
    .where('company_id', '=', company.id)
    // Another cap may be reached on another day.
    .set({ ...columnsOf(setting), stopped_for: null, reached_for: null, updated_at: new Date() })
    .where('id', '=', old.id)
    .execute()
  await recordEvent(trx, company, {
    type: 'guard.changed',
    data: { guardId: old.id, change, ...described },
    accounts: accountsOfGuard(setting),
  })
  return old.id
}

async function remove(
  { db: trx }: { db: Db },
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  guard: Guard,
): Promise<void> {
  const { id, name } = guard
  await trx.deleteFrom('spend_guards').where('company_id', '=', company.id).where('id', '=', id).execute()
  await recordEvent(trx, company, {
    type: 'guard.changed',
    data: { guardId: id, name, change: 'removed', by: actor.name },
    accounts: accountsOfGuard(guard),
  })
}
