import { PlatformError } from '../../../errors.ts'
import type { EntityType } from '../../contract/manage.ts'
import type { CallOptions, Kind, Snap } from '../client.ts'
import { isId } from '../map.ts'
import { EntityWire } from '../wire.ts'
import type { WireEntity } from '../wire.ts'

export const kindOf: Record<EntityType, Extract<Kind, 'campaign' | 'adsquad' | 'ad'>> = {
  campaign: 'campaign',
  adset: 'adsquad',
  ad: 'ad',
}

/** The platform's code for an id that does not exist or that the connection may not see. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'rejected' && error.failure.code === 'E3003'
}

export async function readWhole(
  snap: Snap,
  type: EntityType,
  id: string,
  options: CallOptions,
): Promise<WireEntity | null> {
  if (!isId(id)) return null
  try {
    return await snap.read({ kind: kindOf[type], schema: EntityWire }, id, {}, options)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const maxRemembered = 20_000

/** Where something is: its account and, above an ad or ad set, its campaign. */
interface EntityPosition {
  accountId: string
  campaignId: string
}

/** Only campaigns name their account; ad sets and ads are followed up to theirs. Nothing ever moves, so it is remembered. */
export interface Owners {
  placeOf(snap: Snap, type: EntityType, entity: WireEntity, options: CallOptions): Promise<EntityPosition | null>
}

export function createOwners(): Owners {
  const known = new Map<string, EntityPosition>()

  async function placeById(
    snap: Snap,
    type: EntityType,
    id: string,
    options: CallOptions,
  ): Promise<EntityPosition | null> {
    const remembered = known.get(id)
    if (remembered) return remembered
    const entity = await readWhole(snap, type, id, options)
    const place = entity && (await placeOf(snap, type, entity, options))
    if (place) {
      if (known.size >= maxRemembered) known.clear()
      known.set(id, place)
    }
    return place
  }

  async function placeOf(
    snap: Snap,
    type: EntityType,
    entity: WireEntity,
    options: CallOptions,
  ): Promise<EntityPosition | null> {
    if (type === 'campaign')
      return entity.ad_account_id ? { accountId: entity.ad_account_id, campaignId: entity.id } : null
    return type === 'adset'
      ? placeById(snap, 'campaign', entity.campaign_id ?? '', options)
      : placeById(snap, 'adset', entity.ad_squad_id ?? '', options)
  }

  return { placeOf }
}
