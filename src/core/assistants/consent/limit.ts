import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../context.ts'
import { keepGuard, listGuards } from '../../guards/store.ts'
import type { GuardSetting } from '../../guards/guard.ts'

/** What somebody typed: so much an assistant may let run on a day. */
export interface DailyLimit {
  amount: number
  currency: string
}

type Acting = Pick<Context, 'company' | 'actor'>

/** The limit that holds an assistant; null: none, or nobody's any more. */
export async function limitOf(db: Db, within: Acting, guardId: number | null): Promise<DailyLimit | null> {
  if (guardId === null) return null
  const guard = (await listGuards({ db }, within)).find(({ id }) => id === guardId)
  return guard?.dailyCap ? { amount: guard.dailyCap, currency: guard.currency } : null
}

/**
 * Sets the limit of an assistant: a guard in mode refuse that counts what it lets run. A first one, and a lower one, is for whoever
 * consents; one above that before for those who may loosen guards, after a fresh sign-in.
 */
export async function keepLimit(
  trx: Db,
  context: Acting,
  { keyId, guardId, name, limit }: { keyId: number; guardId: number | null; name: string; limit: DailyLimit },
): Promise<void> {
  const before = (await listGuards({ db: trx }, context)).find(({ id }) => id === guardId)
  const wanted: GuardSetting = before
    ? { ...before, dailyCap: limit.amount, currency: limit.currency, mode: 'refuse' }
    : { ...none, name: `Daily limit of ${name}`.slice(0, 100), by: `assistant:${keyId}`, ...asCap(limit) }
  const id = await keepGuard(trx, context, before ? { ...wanted, id: before.id } : wanted)
  await sql`UPDATE assistants SET guard_id = ${id} WHERE company_id = ${context.company.id} AND key_id = ${keyId}`.execute(
    trx,
  )
}

function asCap({ amount, currency }: DailyLimit): Pick<GuardSetting, 'dailyCap' | 'currency'> {
  return { dailyCap: amount, currency }
}

/** Everywhere, and no other limit. */
const none: Omit<GuardSetting, 'currency' | 'name' | 'by'> = {
  ...{ platform: null, accountId: null, campaignPattern: null },
  ...{ dailyCap: null, monthlyCap: null, largestBudget: null, largestRaise: null, largestRaisePercent: null },
  ...{ largestBatch: null, notAfterHour: null },
  ...{ basis: 'commitments', overdelivery: false, mode: 'refuse', stop: false, fourEyes: false },
}
