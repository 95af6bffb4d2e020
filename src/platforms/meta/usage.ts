import type { Usage } from '../pacer.ts'

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

/** The fullest of the platform's allowances, from the headers of one answer; null when they say nothing. */
export function usageFrom(headers: Record<string, string>): Usage | null {
  const seen: Usage[] = []
  const account = parse<AccountUsage>(headers['x-ad-account-usage'])
  if (account?.acc_id_util_pct !== undefined) {
    const full = account.acc_id_util_pct >= 100
    seen.push({
      usagePercent: account.acc_id_util_pct,
      ...(full ? { blockedForMs: (account.reset_time_duration ?? 60) * 1000, reason: 'ad account limit' } : {}),
    })
  }
  for (const list of Object.values(parse<Record<string, UseCaseUsage[]>>(headers['x-business-use-case-usage']) ?? {})) {
    for (const use of Array.isArray(list) ? list : []) {
      const minutes = use.estimated_time_to_regain_access ?? 0
      const usagePercent = Math.max(use.call_count ?? 0, use.total_cputime ?? 0, use.total_time ?? 0)
      seen.push({
        usagePercent,
        ...(minutes > 0 ? { blockedForMs: minutes * 60_000, reason: 'business use case limit' } : {}),
      })
    }
  }
  if (seen.length === 0) return null
  return seen.reduce((fullest, next) => ({
    usagePercent: Math.max(fullest.usagePercent, next.usagePercent),
    ...longest(fullest, next),
  }))
}

function longest(a: Usage, b: Usage): Partial<Usage> {
  const winner = (b.blockedForMs ?? 0) > (a.blockedForMs ?? 0) ? b : a
  return winner.blockedForMs ? { blockedForMs: winner.blockedForMs, reason: winner.reason } : {}
}

function parse<T>(header: string | undefined): T | null {
  if (!header) return null
  try {
    return JSON.parse(header) as T
  } catch {
    return null
  }
}
