/** The company that a platform's default token opens. */
export const defaultTenant = 'default'

const tenantName = /^[a-z0-9-]{1,40}$/

export function isTenantName(text: string): boolean {
  return tenantName.test(text)
}

/** `<default token>` opens the default tenant, `<default token>.<tenant>` that tenant; anything else opens nothing. */
export function tenantOfToken(token: string, defaultToken: string): string | undefined {
  if (token === defaultToken) return defaultTenant
  if (!token.startsWith(`${defaultToken}.`)) return undefined
  const tenant = token.slice(defaultToken.length + 1)
  return isTenantName(tenant) ? tenant : undefined
}

/** For people who look: those of the default tenant first. */
export function defaultFirst<Account extends { tenant: string }>(accounts: Account[]): Account[] {
  return accounts.toSorted(
    (one, other) => Number(one.tenant !== defaultTenant) - Number(other.tenant !== defaultTenant),
  )
}
