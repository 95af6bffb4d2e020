import type { Random } from './random.ts'

type EntityKind = 'media' | 'creative' | 'ad' | 'campaign'

/** Something that exists on the simulated platform. */
export interface Entity {
  id: string
  kind: EntityKind
  account: string
  name: string
  adSet: string | null
  /** What it shows: a creative, or a file. */
  shows: string | null
  status: 'active' | 'paused' | 'deleted'
  budget: number
  /** Whose: made through us, or by somebody else. */
  by: 'us' | 'others'
  /** What it was asked for; nobody but the judge reads it. */
  ask: string
  madeAt: number
  /** By a request that, by what the platform says of itself, could no longer take effect. */
  isBeyond: boolean
  /** From then on every read shows it. */
  shownAt: number
}

/** What is there on a platform, and nothing of how it is asked for. */
export interface World {
  entities: Map<string, Entity>
  now: () => number
  make(wanted: Pick<Entity, 'kind' | 'account' | 'name' | 'ask'> & Partial<Entity>): Entity
  /** What a read shows at this moment: what was just made may be in one and not in the next. */
  seen(account: string, kind: EntityKind): Entity[]
}

interface WorldSettings {
  random: Random
  now: () => number
  readLagMs: number
}

export function createWorld({ random, now, readLagMs }: WorldSettings): World {
  const entities = new Map<string, Entity>()
  let last = 0
  return {
    entities,
    now,
    make(wanted) {
      last += 1
      const entity: Entity = {
        ...{
          id: `${wanted.kind}-${last}`,
          adSet: null,
          shows: null,
          status: 'active',
          budget: 0,
          by: 'us',
          isBeyond: false,
        },
        ...{ madeAt: now(), shownAt: now() + random.next() * readLagMs },
        ...wanted,
      }
      entities.set(entity.id, entity)
      return entity
    },
    seen: (account, kind) =>
      [...entities.values()].filter(
        (each) =>
          each.account === account &&
          each.kind === kind &&
          each.status !== 'deleted' &&
          (each.shownAt <= now() || random.chance(0.3)),
      ),
  }
}
