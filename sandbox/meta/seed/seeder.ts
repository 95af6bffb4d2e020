import type { Random } from '../../core/figures/random.ts'
import type { Account, Image, Page } from '../campaigns/objects.ts'
import type { World } from '../world.ts'

/** Everything needed while one company is filled in. */
export interface Seeder {
  world: World
  tenant: string
  random: Random
  /** When the company began. */
  since: number
  /** Ids that depend on the company's name alone. */
  treeId(): string
}

/** The same for one of its ad accounts. */
export interface AccountSeeder extends Seeder {
  account: Account
  pages: Page[]
  images: Image[]
}
