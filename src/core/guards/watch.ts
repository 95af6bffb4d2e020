import type { Logger } from 'pino'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, PlatformError } from '../../errors.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'
import { openAccount } from '../connections/accounts.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import { keptById, keptState } from '../audit/kept.ts'
import { recordAudit } from '../audit/record.ts'
import type { AuditEntry } from '../audit/record.ts'
import type { CompanyRef } from '../company-ref.ts'
import { recordEvent } from '../events/record.ts'
import { perform } from '../writes/perform.ts'
import { readEntity } from '../connections/owner.ts'
import { todayIn } from '../../days.ts'
import { requireVerb } from '../connections/verbs.ts'
import { keepChanged, asPaused } from '../reports/sync/keep/changed.ts'
import { accountsOfGuard, guardTitle } from './guard.ts'
import type { Guard } from './guard.ts'
import { createLook } from './look.ts'
import type { Look } from './look.ts'
import { hasCap } from './judged.ts'
import { isNotifiedOfReached, notifyReached } from './reached.ts'
import { guardStatus } from './status.ts'
import { listGuards } from './store.ts'
import type { CapStatus, GuardDeps } from './terms.ts'
import type { AccountDeps } from '../deps.ts'

type WatchDeps = GuardDeps & { log: Logger }

const maxCampaigns = 5_000

/** Compares what is spent with every cap, and pauses what one with stop covers once it is reached. */
export async function watchCaps(deps: WatchDeps, signal: AbortSignal): Promise<void> {
  const companies = await everyCompany(deps.db)
    .selectFrom('companies')
    .innerJoin('spend_guards', 'spend_guards.company_id', 'companies.id')
    .where((where) => where.or([where('daily_cap', 'is not', null), where('monthly_cap', 'is not', null)]))
    .select(['companies.id', 'companies.slug'])
    .distinct()
    .orderBy('companies.id')
    .execute()
  for (const company of companies) {
    if (signal.aborted) return
    await watchCompany(deps, company).catch((error: unknown) =>
      deps.log.error({ err: error, companyId: company.id }, 'the caps of a company could not be watched'),
    )
  }
}

export async function watchCompany(deps: WatchDeps, company: CompanyRef): Promise<void> {
  const look = createLook(deps, { company })
  const guards = await listGuards(deps, { company })
  for (const guard of guards.filter(({ stop }) => stop)) {
    const { day, month } = await guardStatus(deps, { company }, guard, { look, moneyOnly: true })
    const reached = reachedOf(day) ?? reachedOf(month)
    if (reached) await stop(deps, company, guard, { look, reached })
  }
  await notifyOthers(deps, company, guards)
}

/** Of caps that pause nothing no platform is asked: what was read lately, for whomever, tells which are reached. */
async function notifyOthers(deps: WatchDeps, company: CompanyRef, guards: Guard[]): Promise<void> {
  const look = createLook(deps, { company }, { keptOnly: true })
  for (const guard of guards.filter((each) => hasCap(each) && isNotifiedOfReached(each))) {
    const { day, month } = await guardStatus(deps, { company }, guard, { look, moneyOnly: true })
    const [found] = [
      { limit: 'dailyCap' as const, cap: reachedOf(day) },
      { limit: 'monthlyCap' as const, cap: reachedOf(month) },
    ].filter(({ cap }) => cap !== null)
    if (!found?.cap) continue
    const { spend, cap } = found.cap
    await deps.db
      .transaction()
      .execute((trx) => notifyReached(trx, { company }, { guard, limit: found.limit, spend, cap }))
  }
}

/** Only what is known to be reached: a platform that does not answer is no reason to pause anything. */
function reachedOf(cap: CapStatus | null): (CapStatus & { spend: number }) | null {
  return cap && cap.isReached && cap.spend !== 'unknown' ? { ...cap, spend: cap.spend } : null
}

interface Reached {
  look: Look
  reached: CapStatus & { spend: number }
}

/** Every look pauses what runs; it is told once a day. */
async function stop(deps: WatchDeps, company: CompanyRef, guard: Guard, { look, reached }: Reached): Promise<void> {
  const today = todayIn('UTC')
  const paused: EntityState[] = []
  for (const account of await look.accountsIn(guard)) {
    try {
      await pauseIn(deps, company, account, { guard, look, mark: `stop ${guard.id} ${today}`, paused })
    } catch (error) {
      if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
      deps.log.warn(
        { err: error, companyId: company.id, account: account.account_id },
        'a cap is reached and could not pause everything',
      )
    }
  }
  if (guard.stoppedFor === today && paused.length === 0) return
  const { id: guardId, name, currency } = guard
  const data = { guardId, name, spent: reached.spend, cap: reached.cap, currency, paused: paused.length }
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('spend_guards')
      .where('company_id', '=', company.id)
      .set({ stopped_for: today })
      .where('id', '=', guardId)
      .execute()
    await recordEvent(trx, company, { type: 'spend.stopped', data, accounts: accountsOfGuard(guard) })
    if (paused.length > 0) await recordAudit(trx, company, stopEntry(guard, paused))
  })
}

/** Nobody asked for it: it is written down as done by the guard. */
function stopEntry(guard: Guard, paused: EntityState[]): AuditEntry {
  return {
    actor: { kind: 'system', name: guardTitle(guard) },
    action: 'stop_spend',
    targets: [`guard:${guard.id}`, ...paused.map(({ type, id }) => `${type}:${id}`)],
    before: keptById(paused, ({ id }) => id, keptState),
    after: keptById(
      paused,
      ({ id }) => id,
      () => ({ status: 'paused' }),
    ),
    outcome: 'done',
  }
}

/** Adds to `paused` what it has paused, also when it fails half way. */
async function pauseIn(
  deps: AccountDeps,
  company: CompanyRef,
  { account_id: accountId }: CachedAccount,
  { guard, look, mark, paused }: { guard: Guard; look: Look; mark: string; paused: EntityState[] },
): Promise<void> {
  const opened = await openAccount(deps, { company }, accountId)
  const campaigns = await requireVerb(opened, 'listCampaigns')(opened.account.account_id, {
    status: 'active',
    limit: maxCampaigns,
  })
  for (const { id, name } of campaigns) {
    if (!(await look.covers(guard, { account: opened.account, campaign: { id, name } }))) continue
    const entity = await readEntity(opened, { type: 'campaign', id })
    if (entity.status !== 'active') continue
    const write = requireVerb(opened, 'setStatus')(opened.ref, entity, { status: 'paused' })
    // Somebody may have switched it on again since: another pause is another write.
    const part = `${id} ${entity.platformStatus} ${Date.now()}`
    const result = await perform(deps, { company, operationKey: mark }, opened, { kind: 'status', part, write })
    await keepChanged(deps.db, { company }, opened.account, asPaused(entity, result))
    paused.push(entity)
  }
}
