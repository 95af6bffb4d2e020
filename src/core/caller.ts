export const scopes = ['read', 'launch', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Who calls: a key of a company. */
export interface Caller {
  companyId: number
  companySlug: string
  keyId: number
  keyName: string
  userId: number | null
  scopes: readonly Scope[]
}
