import type { GraphCall } from '../call.ts'
import type { Account, GraphObject } from '../campaigns/objects.ts'

export interface Target {
  type: string
  object: GraphObject
}

/** The ad account that a call about this object counts for. */
export function accountOf(call: GraphCall, { object }: Target): Account | undefined {
  return typeof object['account_id'] === 'string' ? call.world.accounts.get(`act_${object['account_id']}`) : undefined
}
