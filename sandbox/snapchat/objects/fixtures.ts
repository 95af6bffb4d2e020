import { isoTime, uuidOf } from '../world.ts'
import type { Account, Organization } from '../world.ts'

function standing(id: string, since: number) {
  return { id, created_at: isoTime(since), updated_at: isoTime(since), status: 'ACTIVE' }
}

/** Each account has the one that people set up for it; the interface makes none. */
export function pixelOf({ id, name, created }: Account): object {
  return {
    ...standing(uuidOf(`pixel ${id}`), created),
    name: `${name} pixel`,
    ad_account_id: id,
    effective_status: 'ACTIVE',
  }
}

/** What the organization pays from. */
export function fundingOf({ id, created }: Organization): object {
  return { ...standing(uuidOf(`funding ${id}`), created), organization_id: id, type: 'LINE_OF_CREDIT', currency: 'USD' }
}
