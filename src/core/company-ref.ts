import type { CompanyId } from '../db/company-id.ts'

export interface CompanyRef {
  id: CompanyId
  slug: string
  /** The workspaces that the caller works in; absent: all of the company's. */
  workspaces?: readonly number[]
}

/** From a row; null there: all of the company's workspaces. */
export function companyRef(row: { company_id: CompanyId; slug: string; workspaces: number[] | null }): CompanyRef {
  const { company_id: id, slug, workspaces } = row
  return workspaces === null ? { id, slug } : { id, slug, workspaces }
}
