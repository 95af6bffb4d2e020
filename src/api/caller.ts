import type { CompanyRef } from '../core/connections.ts'
import type { OldCaller } from '../call/endpoint.ts'

export function companyOf(caller: OldCaller): CompanyRef {
  return { id: caller.companyId, slug: caller.companySlug }
}
