import type { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { AccountRef } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'

/** Ids are digits, posts and comments two groups of them. Anything else is no id and must not get into an address. */
export function isNodeId(id: string): boolean {
  return /^\d{1,30}(_\d{1,30})?$/.test(id)
}

/** 100: no such thing, or no such field of it. 2500: no such list of it. */
const missingCodes: unknown[] = [100, 2500]

/**
 * The platform's words for an id that does not exist, that the token may not see, or that names something of another
 * kind: it knows no such field then.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'rejected' && missingCodes.includes(error.failure.code)
}

/** Reads something by its id; null when there is no such thing in the account. */
export async function readInAccount<T extends { account_id: string }>(
  graph: Graph,
  schema: z.ZodType<T>,
  account: AccountRef,
  { id, fields }: { id: string; fields: string },
): Promise<T | null> {
  if (!isNodeId(id)) return null
  const node = nodeId(account.id)
  try {
    const found = await graph.get(schema, id, { fields }, { accountId: node })
    return nodeId(found.account_id) === node ? found : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
