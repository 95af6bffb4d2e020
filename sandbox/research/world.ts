import type { Collection } from '../core/collection.ts'
import type { SimContext } from '../core/simulator.ts'
import { makeLibrary } from './library.ts'
import type { LibraryAd } from './library.ts'

export const platform = 'research'
export const prefix = '/research'
export const defaultKey = 'sandbox-research-key'

export interface StoredBoard {
  id: string
  tenant: string
  name: string
  description: string | null
  adIds: string[]
  createdAt: string
}

export interface StoredFollow {
  tenant: string
  brandId: string
  followedAt: string
}

/** Everything the research tool holds: a library for everybody, boards and follows of each company. */
export interface World {
  context: SimContext
  boards: Collection<StoredBoard>
  follows: Collection<StoredFollow>
  library(): LibraryAd[]
  now(): Date
}

export function openWorld(context: SimContext): World {
  const boards = context.store.collection<StoredBoard>(`${platform}.boards`)
  const follows = context.store.collection<StoredFollow>(`${platform}.follows`)
  boards.indexBy('tenant', ({ tenant }) => tenant)
  follows.indexBy('tenant', ({ tenant }) => tenant)
  let made: { seed: number; ads: LibraryAd[] } | null = null
  return {
    context,
    boards,
    follows,
    library() {
      const seed = context.seed()
      if (made?.seed !== seed) made = { seed, ads: makeLibrary(seed) }
      return made.ads
    },
    now: () => new Date(context.clock.now()),
  }
}

const seededFollows = ['brand_01', 'brand_05', 'brand_11']

/** A company is filled in when its key is seen for the first time: it follows three brands and has one board. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.follows.count('tenant', tenant) > 0 || world.boards.count('tenant', tenant) > 0) return
  const at = world.now().toISOString()
  for (const brandId of seededFollows) {
    world.follows.put(`${tenant} ${brandId}`, { tenant, brandId, followedAt: at })
  }
  addBoard(world, tenant, { name: 'Ideas', description: 'Ads worth a second look.', adIds: ['ad_0001', 'ad_0026'] })
}

/** Ids are counted within each company. */
export function addBoard(
  world: World,
  tenant: string,
  board: Pick<StoredBoard, 'name' | 'description' | 'adIds'>,
): StoredBoard {
  const id = `board_${world.context.store.nextNumber(`${platform}.boards.${tenant}`)}`
  return world.boards.put(`${tenant} ${id}`, { id, tenant, ...board, createdAt: world.now().toISOString() })
}
