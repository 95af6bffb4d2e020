import type { SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import { invalid, unauthorized } from './errors.ts'
import type { Account } from './objects/objects.ts'
import type { World } from './world.ts'
import { ensureTenant } from './seed.ts'

/** Keys of two kinds, and one kind never opens what is the other's. */
export const defaultToken = 'sandbox-applovin-key'
export const defaultReportKey = 'sandbox-applovin-report-key'

/** The company behind a management key. The key stands alone: with `Bearer` in front it is no key. */
export function authenticate(world: World, request: SimRequest): string {
  const tenant = tenantOfToken(request.headers.authorization ?? '', defaultToken)
  if (tenant === undefined) throw unauthorized()
  ensureTenant(world, tenant)
  return tenant
}

/** Every call names its account; that of another company does not exist. */
export function accountOf(world: World, tenant: string, request: SimRequest): Account {
  const id = request.query.get('account_id')
  if (id === null || !/^\d+$/.test(id)) throw invalid('account_id is required')
  const account = world.accounts.get(id)
  if (account?.tenant !== tenant) throw unauthorized()
  return account
}

/** The company behind a report key; null: it is not one. */
export function reportReader(world: World, request: SimRequest): string | null {
  const tenant = tenantOfToken(request.query.get('api_key') ?? '', defaultReportKey)
  if (tenant === undefined) return null
  ensureTenant(world, tenant)
  return tenant
}
