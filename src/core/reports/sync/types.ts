import type { CompanyId } from '../../../db/company-id.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'

/** An ad account as reports know it. */
export interface ReportAccount {
  key: number
  companyId: CompanyId
  accountId: string
  platform: string
  name: string
  currency: string
  timeZone: string
  connectionId: number | null
  /** Whether its figures come from a simulator. */
  isSandbox: boolean
  /** Whether something opens it; absent: it does. */
  isConnected?: boolean
  /** Whether rules may act in it by themselves; absent: they may. */
  isTakenIn?: boolean
}

/**
 * Which days to read. recent: the last 3; late: the last 28, whose figures platforms still correct; history: all that
 * is missing or was last read too early; everything: both recent and history; missing: what is missing in a range;
 * a bare range: every day of it, again.
 */
export type SyncWant = 'recent' | 'late' | 'history' | 'everything' | { missing: DayRange } | DayRange

export interface SyncProgress {
  account: ReportAccount
  daysDone: number
  daysTotal: number
  rows: number
}

export interface SyncOutcome {
  account: ReportAccount
  days: number
  rows: number
  /** Why not everything was read, in plain words; null: everything was. */
  problem: string | null
}

export interface SyncOptions {
  onProgress?: (progress: SyncProgress) => void
  signal?: AbortSignal
  /** How long to wait for another reader of the same account. */
  waitForOthersMs?: number
}
