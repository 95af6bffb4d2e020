import type { Random } from '../../core/figures/random.ts'
import type { Customer, Entity, Fields } from '../objects/objects.ts'
import { customerName } from '../objects/show.ts'
import type { Kind, World } from '../world.ts'

const day = 24 * 3600 * 1000

/** Everything needed while one account is filled in. */
export interface Builder {
  world: World
  customer: Customer
  random: Random
  /** Dollars in millionths of the account's currency. */
  money(dollars: number): string
  nextId(): string
  /** Milliseconds, so many days after the account began. */
  on(days: number): number
  add(kind: Kind, id: string, created: number, fields: Fields): Entity
}

export function createBuilder(world: World, customer: Customer, random: Random): Builder {
  const isYen = customer.currency === 'JPY'
  const start = world.campaigns.count('customer', customer.id) * 100
  let count = start
  return {
    world,
    customer,
    random,
    money: (dollars) => String(Math.round(dollars * (isYen ? 150 : 100)) * (isYen ? 1_000_000 : 10_000)),
    nextId: () => `2${customer.id.slice(1)}${String(++count).padStart(6, '0')}`.slice(0, 17),
    on: (days) => customer.created + days * day,
    add(kind, id, created, fields) {
      const name = `${customerName(customer.id)}/${kind}/${id}`
      const status = typeof fields['status'] === 'string' ? fields['status'] : 'ENABLED'
      const history = [{ at: created, status }]
      return world[kind].put(name, {
        name,
        customer: customer.id,
        created,
        history,
        fields: { ...fields, resourceName: name },
      })
    },
  }
}
