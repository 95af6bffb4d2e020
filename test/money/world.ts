import type { Currency, Micros } from './amounts.ts'

/** The accounts that every company of the model has. */
export const accounts: { currency: Currency; timezone: string; unit: number }[] = [
  { currency: 'USD', timezone: 'America/Los_Angeles', unit: 1 },
  { currency: 'JPY', timezone: 'Pacific/Auckland', unit: 150 },
  { currency: 'KWD', timezone: 'Asia/Kuwait', unit: 0.4 },
]

interface Budgets {
  daily: Micros | null
  lifetime: Micros | null
}

export interface Campaign extends Budgets {
  kind: 'campaign'
  account: number
  id: string
  name: string
  on: boolean
}

export interface AdSet extends Budgets {
  kind: 'adset'
  account: number
  id: string
  campaignId: string
  on: boolean
  /** Milliseconds; null: it has none. */
  end: number | null
}

export interface Ad {
  kind: 'ad'
  account: number
  id: string
  adSetId: string
  on: boolean
}

export type Entity = Campaign | AdSet | Ad
export type Level = Entity['kind']

/** What one ad set spent on one day, in its account's currency. */
export interface Spent {
  account: number
  adSetId: string
  campaignId: string
  day: string
  micros: Micros
}

/** Everything of a company's accounts, by id. */
export type Structure = ReadonlyMap<string, Entity>

/** What the platform itself says at a moment. */
export interface Truth {
  at: number
  structure: Structure
  spent: Spent[]
}

/** What became of some entities: their new state; null: they are gone. */
export type Patch = ReadonlyMap<string, Entity | null>

export function difference(before: Structure, after: Structure): Patch {
  const patch = new Map<string, Entity | null>()
  for (const [id, entity] of after) if (!isSame(before.get(id), entity)) patch.set(id, entity)
  for (const id of before.keys()) if (!after.has(id)) patch.set(id, null)
  return patch
}

function isSame(one: Entity | undefined, other: Entity): boolean {
  const text = (entity: Entity | undefined) =>
    JSON.stringify(entity, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return text(one) === text(other)
}

export function patched(structure: Structure, patch: Patch): Structure {
  const next = new Map(structure)
  for (const [id, entity] of patch)
    if (entity === null) next.delete(id)
    else next.set(id, entity)
  return next
}

/** In the order in which they were made. */
export function listOf<L extends Level>(
  structure: Structure,
  kind: L,
  account: number,
): Extract<Entity, { kind: L }>[] {
  const isOne = (entity: Entity): entity is Extract<Entity, { kind: L }> =>
    entity.kind === kind && entity.account === account
  return [...structure.values()]
    .filter(isOne)
    .sort((one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1))
}

/** A budget of which something may run, and how much of it: 0 when nothing does. */
export interface Holder {
  id: string
  account: number
  campaignId: string
  amount: Micros
  isLifetime: boolean
  /** Whose spend is spent from it. */
  adSetIds: string[]
  end: number | null
}

/** What may spend: a budget under which something that is switched on can be shown. */
export function holdersOf(structure: Structure, time: number): Holder[] {
  const all = [...structure.values()]
  const withAds = new Set(all.flatMap((entity) => (entity.kind === 'ad' && entity.on ? [entity.adSetId] : [])))
  const adSets = all.filter((entity) => entity.kind === 'adset')
  const runs = ({ id, on, end }: AdSet) => on && withAds.has(id) && (end === null || end > time)
  return all.flatMap((campaign): Holder[] => {
    if (campaign.kind !== 'campaign' || !campaign.on) return []
    const own = adSets.filter(({ campaignId }) => campaignId === campaign.id)
    const running = own.filter(runs)
    if (running.length === 0) return []
    const common = { account: campaign.account, campaignId: campaign.id }
    const amount = campaign.daily ?? campaign.lifetime
    if (amount !== null) {
      const adSetIds = own.map(({ id }) => id)
      return [{ ...common, id: campaign.id, amount, isLifetime: campaign.daily === null, adSetIds, end: null }]
    }
    return running.map(({ id, daily, lifetime, end }) => ({
      ...common,
      ...{ id, end, amount: daily ?? lifetime ?? 0n, isLifetime: daily === null, adSetIds: [id] },
    }))
  })
}
