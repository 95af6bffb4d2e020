import { z } from 'zod'
import type { Effect } from '../../../../call/operation.ts'

export const updatedField = {
  updated: z.array(z.string()).meta({ description: 'The fields that were changed, or would be.' }),
}

/** Fields that cannot make anything spend more. */
const harmless = new Set(['accountId', 'workspaceId', 'campaignId', 'adSetId', 'adId', 'name', 'dryRun'])

/** A budget, a bid, a time or other people may make money flow faster; a name does not. */
export function effectOfChange({ dryRun, ...input }: { dryRun?: boolean; [field: string]: unknown }): Effect {
  if (dryRun) return 'reads'
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return given.every(([field]) => harmless.has(field)) ? 'changes' : 'spends'
}
