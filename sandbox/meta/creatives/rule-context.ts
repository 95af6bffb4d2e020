import type { GraphCall } from '../call.ts'
import type { Account } from '../campaigns/objects.ts'

export interface RuleContext {
  call: GraphCall
  account: Account
}
