import { required } from '../required.ts'
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
  /** The newest of them, the last one last. */
  last(count: number, platform?: string): Call[]
  clear(platform?: string): void
  /** Tells of every call from now on, until what it answers is called. */
  watch(watcher: (call: Call) => void): () => void
}

const kept = 20_000

export function createCallLog(): CallLog {
  let calls: Call[] = []
  const watchers = new Set<(call: Call) => void>()
  return {
    add(call) {
      calls.push(call)
      // Cut in large steps: shifting one by one would copy the list on every call.
      if (calls.length > kept * 1.5) calls = calls.slice(-kept)
      for (const watcher of watchers) watcher(call)
    },
    list: (platform) => calls.filter((call) => !platform || call.platform === platform).slice(-kept),
    last(count, platform) {
      const newest: Call[] = []
      for (let index = calls.length - 1; index >= 0 && newest.length < count; index--) {
        const call = required(calls[index], 'call')
        if (!platform || call.platform === platform) newest.push(call)
      }
      return newest.reverse()
    },
    clear(platform) {
      calls = platform ? calls.filter((call) => call.platform !== platform) : []
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
