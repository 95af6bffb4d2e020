import { brokenRules, notFound, PlatformError } from '../../errors.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import type { AccountRef, EntityRef, EntityState, EntityType, PlannedWrite } from '../../platforms/contract/manage.ts'
import { platforms } from '../../platforms/index.ts'
import type { Services } from '../../services.ts'
import { openAccount } from '../accounts.ts'
import type { KnownAccount } from '../accounts.ts'
import type { CompanyRef, OpenConnection } from '../connections.ts'
import { directWrite, writeLifeOf } from '../journal/direct-write.ts'
import { requireVerb } from '../verbs.ts'

/** What an operation needs of the call that asked for it. */
export interface ManageCall {
  services: Services
  company: CompanyRef
  operationKey: string
}

export type Opened = OpenConnection & { account: KnownAccount; ref: AccountRef }

export async function open({ services, company }: Omit<ManageCall, 'operationKey'>, accountId: string): Promise<Opened> {
  const opened = await openAccount(services, company, accountId)
  const { account_id: id, currency, time_zone: timeZone } = opened.account
  return { ...opened, ref: { id, currency, timeZone } }
}

/** Opens the account an entity is in. Where the caller names the account, that is the one it must be in. */
export async function openOwner(
  call: Omit<ManageCall, 'operationKey'>,
  entity: EntityRef,
  accountId: string | undefined,
): Promise<Opened> {
  if (accountId !== undefined) return open(call, accountId)
  const opened = await findOwner(call, entity)
  if (!opened) throw notFound(words[entity.type], entity.id)
  return opened
}

/** Looks on all platforms, or on one; null when none of the company's connections knows the entity. */
export async function findOwner(
  call: Omit<ManageCall, 'operationKey'>,
  entity: EntityRef,
  platform?: string,
): Promise<Opened | null> {
  for (const { name } of platforms.filter((each) => platform === undefined || each.name === platform)) {
    for (const { session } of await call.services.connections.openAll(call.company, name)) {
      const owner = await session.ownerOf?.(entity)
      if (owner) return open(call, owner)
    }
  }
  return null
}

export const words: Record<EntityType, string> = { ad: 'ad', adset: 'ad set', campaign: 'campaign' }

/** The entity as it is now, or 404. */
export async function readEntity({ session, platform, ref }: Opened, entity: EntityRef): Promise<EntityState> {
  const [found] = await requireVerb(session, platform.name, 'readEntities')(ref, [entity])
  if (!found) throw notFound(words[entity.type], entity.id)
  return found
}

/** Makes the write, journalled. `part` tells the writes of one call apart. */
export function perform(
  { services, company, operationKey }: ManageCall,
  { platform, account, session }: Opened,
  kind: string,
  part: string,
  write: PlannedWrite,
): Promise<StepResult> {
  const ground = {
    db: services.db,
    companyId: company.id,
    platform: platform.name,
    accountId: account.account_id,
    life: writeLifeOf(session),
  }
  return directWrite(ground, { kind, key: `${operationKey} ${part}`, ...write })
}

/** Goes as deep as it can without changing anything, and says how deep that was. */
export async function rehearse(...writes: PlannedWrite[]): Promise<{ dryRun: true; depth: 'rules' | 'platform' }> {
  const questions = writes.flatMap(({ validate }) => (validate ? [validate] : []))
  for (const ask of questions) await ask()
  return { dryRun: true, depth: questions.length > 0 ? 'platform' : 'rules' }
}

/** One entity's failure among several, in a line. */
export interface EntityError {
  code: string
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

export function refuseIf(issues: { path: string; message: string }[]): void {
  if (issues.length > 0) throw brokenRules(issues)
}
