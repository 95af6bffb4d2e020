export interface CompanyRef {
  id: number
  slug: string
  /** The workspaces that the caller works in; absent: all of the company's. */
  workspaces?: readonly number[]
}

/** From a row; null there: all of the company's workspaces. */
export function companyRef(row: { company_id: number; slug: string; workspaces: number[] | null }): CompanyRef {
  const { company_id: id, slug, workspaces } = row
  return workspaces === null ? { id, slug } : { id, slug, workspaces }
}
