export interface CompanyRef {
  id: number
  slug: string
  /** The workspaces that the caller works in; absent: all of the company's. */
  workspaces?: readonly number[]
}
