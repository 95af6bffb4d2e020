import type { Db } from '../../db/connect.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import type { PlannedWrite } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { requireTakenIn } from '../connections/opened/taken-in.ts'
import type { Context } from '../context.ts'
import { makeForCaller, writeLifeOf } from './caller-write.ts'

/** For whom something is changed; the key names the writes that are made, so that a repeat finds them. */
export type Writing = Pick<Context, 'company' | 'operationKey' | 'touched'> &
  Partial<Pick<Context, 'actor' | 'approval'>>

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
export async function perform(
  deps: { db: Db },
  { company, operationKey, actor, approval }: Writing,
  { platform, account, session }: OpenAccount,
  { kind, part, write }: NamedWrite,
): Promise<StepResult> {
  requireTakenIn({ actor, approval }, account)
  const lane = {
    db: deps.db,
    companyId: company.id,
    platform: platform.name,
    accountId: account.account_id,
    life: writeLifeOf(session),
  }
  return makeForCaller(lane, { kind, key: writeKeyOf({ operationKey }, part), ...write })
}
