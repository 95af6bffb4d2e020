import type { Db } from '../db/connect.ts'
import { claimIdempotencyKey, requestHashes } from './idempotency.ts'
import type { Claim, KeyedCall } from './idempotency.ts'

/** The answer of an earlier call with the same Idempotency-Key, thrown to where answers are sent. */
export class Replay extends Error {
  readonly status: number
  readonly answer: object

  constructor(status: number, answer: object) {
    super('This was answered before.')
    this.status = status
    this.answer = answer
  }
}

/** The claim of one call on its Idempotency-Key, made as soon as it is known what was sent. Without a claim nothing is kept. */
export interface LateClaim {
  /** Throws a Replay when the same was asked before, and an AppError when something else was. */
  take(content: unknown): Promise<void>
  keepWith(trx: Db, status: number, answer: object): Promise<void>
  keep(status: number, answer: object): Promise<void>
  release(): Promise<void>
  leave(): Promise<void>
}

const nothing = () => Promise.resolve()

export const noClaim: LateClaim = { take: nothing, keepWith: nothing, keep: nothing, release: nothing, leave: nothing }

interface ClaimRequest extends Pick<KeyedCall, 'company' | 'key' | 'keptHours'> {
  method: string
  path: string
}

export function createClaim(db: Db, { method, path, ...call }: ClaimRequest): LateClaim {
  let claim: Extract<Claim, { kind: 'run' }> | null = null
  return {
    async take(content) {
      const found = await claimIdempotencyKey(db, { ...call, hashes: requestHashes(method, path, content) })
      if (found.kind === 'replay') throw new Replay(found.status, found.answer)
      claim = found
    },
    keepWith: async (trx, status, answer) => claim?.keepWith(trx, status, answer),
    keep: async (status, answer) => claim?.keep(status, answer),
    release: async () => claim?.release(),
    leave: async () => claim?.leave(),
  }
}
