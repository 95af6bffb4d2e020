import type { CompanyId } from '../../src/db/company-id.ts'

/** A company that a test makes up, or whose number it knows. */
export function companyId(number: number): CompanyId {
  return number as CompanyId
}
