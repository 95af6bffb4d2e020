import { AppError, PlatformError } from '../../errors.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'

/** What is kept of something on a platform: what it is called, whether it runs and what it may spend. */
export function keptState(entity: EntityState): Record<string, unknown> {
  const { name, status, platformStatus, dailyBudget, lifetimeBudget, endTime, campaignId } = entity
  const known = { dailyBudget, lifetimeBudget, endTime, campaignId }
  const given = Object.entries(known).filter(([, value]) => value !== null && value !== undefined)
  return { name, status, platformStatus, ...Object.fromEntries(given) }
}

/** By id, not in a list: of lists an entry keeps only the beginning. */
export function keptById<T>(all: Iterable<T>, idOf: (one: T) => string, keep: (one: T) => unknown): object {
  return Object.fromEntries([...all].map((one) => [idOf(one), keep(one)]))
}

/** What was there, where it is read for the log alone: that it cannot be read keeps nobody from changing it. */
export async function readForLog(read: () => Promise<object>): Promise<object> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
    return { unknown: error.message }
  }
}
