export interface Call {
  platform: string
  method: string
  path: string
  /** null when no answer was sent. */
  status: number | null
  at: string
  ms: number
  fault?: string
  accountId?: string
  inBatch?: true
}

export interface CallLog {
  add(call: Call): void
  list(platform?: string): Call[]
  clear(platform?: string): void
}

const kept = 20_000

export function createCallLog(): CallLog {
  let calls: Call[] = []
  return {
    add(call) {
      calls.push(call)
      // Cut in large steps: shifting one by one would copy the list on every call.
      if (calls.length > kept * 1.5) calls = calls.slice(-kept)
    },
    list: (platform) => calls.filter((call) => !platform || call.platform === platform).slice(-kept),
    clear(platform) {
      calls = platform ? calls.filter((call) => call.platform !== platform) : []
    },
  }
}
