import type { CompanyRef } from '../core/connections.ts'
import type { Caller } from '../http/endpoint.ts'

export function companyOf(caller: Caller): CompanyRef {
  return { id: caller.companyId, slug: caller.companySlug }
}
