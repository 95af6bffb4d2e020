import type { CompanyRef } from '../core/connections.ts'
import type { Caller } from '../core/caller.ts'

export function companyOf(caller: Caller): CompanyRef {
  return { id: caller.companyId, slug: caller.companySlug }
}
