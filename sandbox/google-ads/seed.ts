import { createRandom, hashText } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import type { Customer } from './objects/objects.ts'
import type { World } from './world.ts'
import { seedBelongings } from './seed/belongings.ts'
import { createBuilder } from './seed/builder.ts'
import type { Builder } from './seed/builder.ts'
import { seedCampaign, seedNegativeList, seedPerformanceMax } from './seed/campaigns.ts'
import { seedHistory } from './seed/history.ts'
import { campaignPlans } from './seed/plan.ts'

const day = 24 * 3600 * 1000
/** Older than any report that is asked for in tests. */
const ageDays = 120

/** Seven digits that stand for a company in the numbers of its accounts. */
function tenantNumber(tenant: string): string {
  return tenant === defaultTenant ? '6614831' : String(1_000_000 + (hashText(`google-ads ${tenant}`) % 9_000_000))
}

function accountIds(tenant: string) {
  const number = tenantNumber(tenant)
  return {
    manager: `9${number}01`,
    subManager: `9${number}02`,
    direct: `5${number}01`,
    managed: `5${number}02`,
    canceled: `5${number}03`,
  }
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  const ids = accountIds(tenant)
  const created = world.now() - ageDays * day
  const base = { tenant, created, isManager: false, isDirect: false, manager: null, status: 'ENABLED' } as const
  const us = { currency: 'USD', timeZone: 'America/New_York' }
  const japan = { currency: 'JPY', timeZone: 'Asia/Tokyo' }
  const customers: Customer[] = [
    { ...base, ...us, id: ids.direct, name: 'Harbor & Pine US', isDirect: true },
    { ...base, ...us, id: ids.manager, name: 'Harbor & Pine Group', isManager: true, isDirect: true },
    { ...base, ...us, id: ids.subManager, name: 'Harbor & Pine Asia', isManager: true, manager: ids.manager },
    { ...base, ...japan, id: ids.managed, name: 'Harbor & Pine Japan', manager: ids.subManager },
    { ...base, ...us, id: ids.canceled, name: 'Harbor & Pine Canada', manager: ids.manager, status: 'CANCELED' },
  ]
  for (const customer of customers) world.customers.put(customer.id, customer)
  for (const customer of customers.filter(({ id }) => id === ids.direct || id === ids.managed)) fill(world, customer)
}

function builderFor(world: World, customer: Customer): Builder {
  const random = createRandom(world.context.seed() ^ hashText(`google-ads ${customer.id}`))
  return createBuilder(world, customer, random)
}

function fill(world: World, customer: Customer): void {
  const builder = builderFor(world, customer)
  const list = seedNegativeList(builder)
  for (let round = 0; round < world.context.size(); round++)
    for (const plan of campaignPlans) {
      const shared = plan.shared && round > 0 ? { shared: `${plan.shared} ${round + 1}` } : {}
      seedCampaign(builder, { ...plan, ...shared, name: round === 0 ? plan.name : `${plan.name} ${round + 1}` }, list)
    }
  seedPerformanceMax(builder)
  seedHistory(builder)
  seedBelongings(builder)
}

/** Adds small campaigns until an account has so many of them, for measurements. */
export function addCampaigns(world: World, customerId: string, wanted: number): number {
  const customer = world.customers.get(customerId)
  if (!customer || customer.isManager) return 0
  const builder = builderFor(world, customer)
  let count = world.campaigns.count('customer', customerId)
  while (count < wanted) {
    const name = `Bench ${++count}`
    seedCampaign(builder, { name, bidding: 'manualCpc', budget: 20, groups: [['Only', [`bench term ${count}`]]] }, null)
  }
  return count
}
