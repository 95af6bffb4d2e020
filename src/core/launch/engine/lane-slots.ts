import type { CompanyId } from '../../../db/company-id.ts'
import type { LaneName } from '../../journal/lane/lanes.ts'

/** The lanes that a worker is working, each once at a time. */
export interface LaneSlots {
  /** Begins the work, unless the lane is being worked (then that it was woken is noted) or there is no room for it now. */
  begin(lane: LaneName, work: () => Promise<void>): void
  /** Woken while it was being worked. */
  isWoken(lane: LaneName): boolean
  /** The same, and forgets it. */
  takeWake(lane: LaneName): boolean
  /** How many are being worked. */
  count(): number
  /** Resolves when nothing is being worked. */
  idle(): Promise<void>
}

export const maxLanes = 64
/** Accounts of one company that are worked at the same time: however many it has, there are lanes left for the others. */
const maxLanesPerCompany = 32

/** What is begun must not reject. */
export function createLaneSlots(): LaneSlots {
  const working = new Map<string, Promise<void>>()
  const perCompany = new Map<number, number>()
  const woken = new Set<string>()
  const nameOf = ({ companyId, platform, accountId }: LaneName) => `${companyId} ${platform} ${accountId}`
  const add = (companyId: CompanyId, change: number) => {
    const count = (perCompany.get(companyId) ?? 0) + change
    if (count === 0) perCompany.delete(companyId)
    else perCompany.set(companyId, count)
  }
  return {
    begin(lane, work) {
      const name = nameOf(lane)
      if (working.has(name)) {
        woken.add(name)
        return
      }
      if (working.size >= maxLanes || (perCompany.get(lane.companyId) ?? 0) >= maxLanesPerCompany) return
      add(lane.companyId, 1)
      const ended = work().finally(() => {
        working.delete(name)
        add(lane.companyId, -1)
      })
      working.set(name, ended)
    },
    isWoken: (lane) => woken.has(nameOf(lane)),
    takeWake: (lane) => woken.delete(nameOf(lane)),
    count: () => working.size,
    async idle() {
      while (working.size > 0) await Promise.all(working.values())
    },
  }
}
