import type { ReportAccount } from '../sync/types.ts'

/** What an ad, ad set or campaign is called. */
export interface Name {
  key: number
  id: string
  name: string | null
}

/** What reports of this process remember from one question to the next. */
export interface ReportMemory {
  /** The accounts that were asked about lately, by company and ids. */
  accounts: {
    get(question: string): ReportAccount[] | undefined
    set(question: string, accounts: ReportAccount[]): void
    delete(question: string): void
  }
  /** By key, those that were read within the minute; more may be added. */
  names(): Map<number, Name>
}

const maxQuestions = 1_000
/** Names are read from the platforms once an hour, so that nobody misses those of this minute. */
const namesFreshForMs = 60_000
const maxNames = 20_000

export function createReportMemory(): ReportMemory {
  const accounts = new Map<string, ReportAccount[]>()
  let names = new Map<number, Name>()
  let namesSince = Date.now()
  return {
    accounts: {
      get: (question) => accounts.get(question),
      set(question, found) {
        if (accounts.size >= maxQuestions) accounts.clear()
        accounts.set(question, found)
      },
      delete: (question) => void accounts.delete(question),
    },
    names() {
      if (Date.now() - namesSince >= namesFreshForMs || names.size >= maxNames) {
        names = new Map()
        namesSince = Date.now()
      }
      return names
    },
  }
}
