import { brokenRules, notFound, PlatformError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import type { EntityRef, EntityState, EntityType, PlannedWrite } from '../../platforms/contract/manage.ts'
import type { Services } from '../../services.ts'
import { findAccounts, openAccount, openKnown } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { makeForCaller, writeLifeOf } from '../writes/caller-write.ts'
import type { Forecast } from '../guards/forecast/shape.ts'
import type { GuardAnswer } from '../guards/gate.ts'
import type { GuardNote } from '../guards/terms.ts'
import { requireVerb } from '../connections/verbs.ts'

/** What managing works with. */
export type ManageDeps = Pick<Services, 'db' | 'connections'>

/** For whom something is read. */
export type Reading = Pick<Context, 'company'>

/** For whom something is changed; the key names the writes that are made, so that a repeat finds them. */
export type Writing = Pick<Context, 'company' | 'operationKey' | 'touched'>

/** Opens the account an entity is in. Where the caller names the account, that is the one it must be in. */
export async function openOwner(
  deps: ManageDeps,
  context: Reading,
  { entity, accountId }: { entity: EntityRef; accountId: string | undefined },
): Promise<OpenAccount> {
  if (accountId !== undefined) return openAccount(deps, context, accountId)
  const opened = await findOwner(deps, context, { entity })
  if (!opened) throw notFound(words[entity.type], entity.id)
  return opened
}

/** Looks on all platforms, or on one; null when none of the company's connections knows the entity. */
export async function findOwner(
  deps: ManageDeps,
  context: Reading,
  { entity, platform }: { entity: EntityRef; platform?: string },
): Promise<OpenAccount | null> {
  const { connections } = deps
  for (const name of platform === undefined ? connections.platforms.names : [platform]) {
    for (const { session } of await connections.openAll(context.company, name)) {
      const owner = await session.ownerOf?.(entity)
      // An account that the caller does not see is not named to them.
      const account = owner && (await findAccounts(deps, context, [owner])).get(owner)
      if (account) return openKnown(deps, context, account)
      if (owner) return null
    }
  }
  return null
}

export const words: Record<EntityType, string> = { ad: 'ad', adset: 'ad set', campaign: 'campaign' }

/** The entity as it is now, or 404. */
export async function readEntity(opened: OpenAccount, entity: EntityRef): Promise<EntityState> {
  const [found] = await requireVerb(opened, 'readEntities')(opened.ref, [entity])
  if (!found) throw notFound(words[entity.type], entity.id)
  return found
}

export interface NamedWrite {
  /** The journal's word for what is done. */
  kind: string
  /** Tells the writes of one call apart. */
  part: string
  write: PlannedWrite
}

/** What the journal calls one of the writes of a call. */
export function writeKeyOf({ operationKey }: Pick<Writing, 'operationKey'>, part: string): string {
  return `${operationKey} ${part}`
}

/** Makes the write, journalled. */
export function perform(
  deps: Pick<ManageDeps, 'db'>,
  { company, operationKey }: Writing,
  { platform, account, session }: OpenAccount,
  { kind, part, write }: NamedWrite,
): Promise<StepResult> {
  const lane = {
    db: deps.db,
    companyId: company.id,
    platform: platform.name,
    accountId: account.account_id,
    life: writeLifeOf(session),
  }
  return makeForCaller(lane, { kind, key: writeKeyOf({ operationKey }, part), ...write })
}

/** What a rehearsal adds to an answer: nothing was changed, how deep the look went, what guards would have said, and what it costs. */
export interface Rehearsal<Depth extends string = 'rules' | 'platform'> extends Partial<Forecast> {
  dryRun: true
  depth: Depth
  guards?: GuardNote[]
}

/** An answer that is a rehearsal's as well, when it was asked for. */
export type Rehearsable<Depth extends string = 'rules' | 'platform'> = Partial<Rehearsal<Depth>>

/** Goes as deep as it can without changing anything, and says how deep that was. */
export async function rehearse(...writes: PlannedWrite[]): Promise<Rehearsal> {
  const questions = writes.flatMap(({ validate }) => (validate ? [validate] : []))
  for (const ask of questions) await ask()
  return { dryRun: true, depth: questions.length > 0 ? 'platform' : 'rules' }
}

/** What it costs, and what guards say, where they say anything. */
export function told({ notes, forecast }: GuardAnswer): Partial<Forecast> & { guards?: GuardNote[] } {
  return { ...forecast, ...(notes.length > 0 ? { guards: notes } : {}) }
}

/** One entity's failure among several, in a line. */
export interface EntityError {
  code: 'not_found' | 'platform_unavailable' | 'platform_error'
  message: string
  platformCode?: number | string
  platformSubcode?: number | string
  traceId?: string
  retryable: boolean
  hint?: string
}

export function entityError(thrown: unknown): EntityError {
  if (!(thrown instanceof PlatformError)) throw thrown
  const { code, subcode, message, traceId, hint } = thrown.failure
  return {
    code: thrown.retryable ? 'platform_unavailable' : 'platform_error',
    message,
    platformCode: code,
    platformSubcode: subcode,
    traceId,
    retryable: thrown.retryable,
    hint,
  }
}

export function refuseIf(issues: Issue[]): void {
  if (issues.length > 0) throw brokenRules(issues)
}
