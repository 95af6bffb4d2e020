import type { Usage } from '../kit/http/pacer.ts'

interface AccountUsage {
  acc_id_util_pct?: number
  reset_time_duration?: number
}

interface UseCaseUsage {
  call_count?: number
  total_cputime?: number
  total_time?: number
  estimated_time_to_regain_access?: number
}

/** What the headers of one answer say about the platform's two kinds of allowance. */
export interface Allowances {
  /** The ad account's score: how full, and when it is reset. */
  account: { percent: number; resetMs: number } | null
  /** The fullest business use case, and when its calls pass again (0: now). */
  useCase: { percent: number; regainMs: number } | null
}

export function allowancesIn(headers: Record<string, string>): Allowances {
  const account = parse<AccountUsage>(headers['x-ad-account-usage'])
  const useCases = Object.values(parse<Record<string, UseCaseUsage[]>>(headers['x-business-use-case-usage']) ?? {})
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((use) => ({
      percent: Math.max(use.call_count ?? 0, use.total_cputime ?? 0, use.total_time ?? 0),
      regainMs: (use.estimated_time_to_regain_access ?? 0) * 60_000,
    }))
  return {
    account:
      account?.acc_id_util_pct === undefined
        ? null
        : { percent: account.acc_id_util_pct, resetMs: (account.reset_time_duration ?? 60) * 1000 },
    useCase:
      useCases.length === 0
        ? null
        : {
            percent: Math.max(...useCases.map((use) => use.percent)),
            regainMs: Math.max(...useCases.map((use) => use.regainMs)),
          },
  }
}

/** The use-case limiter answers with codes from 80000 on and counts in minutes; all others mean the account's own. */
export function regainMsFor(code: number | string | undefined, { account, useCase }: Allowances): number | undefined {
  if (Number(code) >= 80_000) return useCase?.regainMs || undefined
  return account && account.percent >= 100 ? account.resetMs : undefined
}

/** How full the account is, for pacing: null when the headers say nothing. */
export function usageIn({ account, useCase }: Allowances): Usage | null {
  if (!account && !useCase) return null
  const usagePercent = Math.max(account?.percent ?? 0, useCase?.percent ?? 0)
  const blockedForMs = Math.max(account && account.percent >= 100 ? account.resetMs : 0, useCase?.regainMs ?? 0)
  return {
    usagePercent,
    ...(blockedForMs > 0 ? { blockedForMs, reason: 'the platform says the allowance is used up' } : {}),
  }
}

function parse<T>(header: string | undefined): T | null {
  if (!header) return null
  try {
    return JSON.parse(header) as T
  } catch {
    return null
  }
}
