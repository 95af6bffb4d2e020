import type { z } from 'zod'
import type { PlatformAccount } from '../contract/platform.ts'
import { budgetFromMinor } from './map.ts'
import type { AccountWire } from './wire.ts'

type Account = z.output<typeof AccountWire>

/** Whether ads can run in the account, why not, and how much it may still spend. */
export function standingOf(account: Account): Pick<PlatformAccount, 'status' | 'stateReason' | 'spendLimit'> {
  const status = statusOf(account.account_status)
  const reason = status === 'active' ? undefined : reasonOf(account)
  const limit = budgetFromMinor(account.spend_cap, account.currency)
  const spent = budgetFromMinor(account.amount_spent, account.currency) ?? 0
  return {
    status,
    ...(reason ? { stateReason: reason } : {}),
    ...(limit === null ? {} : { spendLimit: { limit, spent } }),
  }
}

function statusOf(code: number): PlatformAccount['status'] {
  if (code === 1 || code === 9 || code === 201) return 'active'
  if (code === 7 || code === 8 || code === 100) return 'pending'
  return code === 101 || code === 202 ? 'closed' : 'disabled'
}

const statusReasons: Record<number, string> = {
  3: 'Its last bill is not paid.',
  7: 'Its risk is being reviewed.',
  8: 'A payment is being settled.',
  100: 'It is being closed.',
}

/** In the platform's own order; 0 says nothing. */
const disableReasons = [
  '',
  'It broke the rules for ads.',
  'It is under review for intellectual property.',
  'Its payments look risky.',
  'It was shut down together with the profile that it belonged to.',
  'Its ads are under review.',
  'Its business breaks the rules.',
  'It was closed for good.',
  'It is an unused account of a reseller.',
  'It was not used for long.',
]

function reasonOf({ account_status: status, disable_reason: code = 0 }: Account): string | undefined {
  const statedReason = disableReasons[code] ?? `The platform names reason ${code}.`
  return statedReason || statusReasons[status]
}
