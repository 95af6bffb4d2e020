import type { Opened } from '../core/consent/grants.ts'
import type { SimRequest } from '../core/simulator.ts'
import type { Limiter } from './limiter.ts'
import { notFound } from './errors.ts'
import type { Account, Entity, World } from './world.ts'

/** One call to the platform, with the caller known. */
export interface SnapCall {
  world: World
  limiter: Limiter
  request: SimRequest
  tenant: string
  /** What the token lets in. */
  opened: Opened
  /** Tells the list of calls which account this one was about. */
  isAbout(accountId: string): void
}

export type EntityKind = 'campaigns' | 'adsquads' | 'ads' | 'creatives' | 'media' | 'segments'

export const singular: Record<EntityKind, string> = {
  campaigns: 'campaign',
  adsquads: 'adsquad',
  ads: 'ad',
  creatives: 'creative',
  segments: 'segment',
  media: 'media',
}

export function requireAccount(call: SnapCall, id: string): Account {
  const account = call.world.accounts.get(id)
  if (account?.tenant !== call.tenant || !call.opened.opens(id)) throw notFound('ad account')
  call.isAbout(id)
  return account
}

/** What belongs to somebody else does not exist; what was deleted is shown to those who ask for it. */
export function requireEntity(call: SnapCall, kind: EntityKind, id: string, alsoDeleted = false): Entity {
  const entity: Entity | undefined = call.world[kind].get(id)
  if (entity?.tenant !== call.tenant || (entity.deleted && !alsoDeleted)) throw notFound(singular[kind])
  if (!call.opened.opens(entity.account_id)) throw notFound(singular[kind])
  call.isAbout(entity.account_id)
  return entity
}

export function wantsDeleted(call: SnapCall): boolean {
  return call.request.query.get('read_deleted_entities') === 'true'
}
