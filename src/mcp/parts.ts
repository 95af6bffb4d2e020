import type { Operation } from '../call/operation.ts'
import type { CallDeps } from '../call/pipeline.ts'
import type { Caller } from '../core/context.ts'

/** What this face is made from. */
export interface McpParts extends CallDeps {
  operations: Operation[]
  /** Who is behind an Authorization header: a key, or an assistant's token for this address. */
  authenticateAgent: (authorization: string | undefined, address: string, resource: string) => Promise<Caller>
  /** Calls back when they may do less, or other things, than they could; until told that nobody asks. */
  whenEnded: (caller: Caller, ended: () => void) => () => void
}
