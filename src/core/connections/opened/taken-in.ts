import { AppError } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { CachedAccount } from '../accounts.ts'

type Acting = Partial<Pick<Context, 'actor' | 'approval'>>

/** Why a rule may not act by itself in an account; null: it may, or a person has said so. */
export function notTakenIn(
  { actor, approval }: Acting,
  { account_id: id, is_taken_in: isTakenIn }: Pick<CachedAccount, 'account_id' | 'is_taken_in'>,
): string | null {
  if (isTakenIn || approval !== undefined || actor?.kind !== 'automation') return null
  return `No rule acts by itself in the ad account ${id} before a person takes it in (POST /v1/connections/{id}/accounts/take-in).`
}

export function requireTakenIn(acting: Acting, account: CachedAccount): void {
  const why = notTakenIn(acting, account)
  if (why !== null) throw new AppError('forbidden', why, { accountId: account.account_id, reason: 'not_taken_in' })
}
