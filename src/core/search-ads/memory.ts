import type { SearchCampaign } from '../../platforms/contract/search-ads.ts'

/** The campaigns of an account as they were read at one moment. */
interface Remembered {
  stamp: string
  campaigns: SearchCampaign[]
}

/** Structures that were asked for lately: a large one is half a megabyte, which need not come from the database each time. */
export interface StructureMemory {
  /** Those that were read at this very moment. */
  get(account: string, stamp: string): SearchCampaign[] | undefined
  set(account: string, remembered: Remembered): void
}

const maxCampaigns = 50_000

export function createStructureMemory(): StructureMemory {
  const byAccount = new Map<string, Remembered>()
  let held = 0

  function forget(account: string): void {
    held -= byAccount.get(account)?.campaigns.length ?? 0
    byAccount.delete(account)
  }

  return {
    get(account, stamp) {
      const found = byAccount.get(account)
      return found?.stamp === stamp ? found.campaigns : undefined
    },
    set(account, remembered) {
      forget(account)
      byAccount.set(account, remembered)
      held += remembered.campaigns.length
      for (const oldest of byAccount.keys()) if (held > maxCampaigns) forget(oldest)
    },
  }
}
