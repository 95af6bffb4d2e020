import type { Usage } from '../pacer.ts'

/** What the headers of one answer say about the allowance that the call counted against. */
export interface Allowance {
  limit: number
  remaining: number
  resetMs: number
}

export function allowanceIn(headers: Record<string, string>): Allowance | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
  if (limit === undefined || remaining === undefined) return null
  const numbers = { limit: Number(limit), remaining: Number(remaining), resetMs: Number(reset ?? 60) * 1000 }
  return Object.values(numbers).every(Number.isFinite) && numbers.limit > 0 ? numbers : null
}

/** Reads and writes of ads, figures, and everything about pins and boards are counted apart. */
export function categoryOf(method: string, path: string): string {
  if (/\/(analytics|reports)$/.test(path)) return 'analytics'
  return `${path.startsWith('ad_accounts') ? 'ads' : 'org'} ${method === 'GET' ? 'read' : 'write'}`
}

/** Keeps the allowances apart, so that a fresh one does not hide another that is nearly used up. */
export function createUsageBook(now: () => number) {
  const seen = new Map<string, { percent: number; until: number }>()
  return {
    /** How full the account's fullest allowance is after this answer. */
    note(accountId: string, category: string, { limit, remaining, resetMs }: Allowance): Usage {
      const percent = Math.round((1 - remaining / limit) * 100)
      seen.set(`${accountId} ${category}`, { percent, until: now() + resetMs })
      const current = [...seen].filter(([key, { until }]) => key.startsWith(`${accountId} `) && until > now())
      const usagePercent = Math.max(percent, ...current.map(([, each]) => each.percent))
      if (remaining > 0) return { usagePercent, blockedForMs: 0 }
      return { usagePercent, blockedForMs: resetMs, reason: `${category} calls of this minute are used up` }
    },
  }
}
