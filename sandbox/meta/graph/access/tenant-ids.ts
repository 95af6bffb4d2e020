import type { PersonId } from '../../../core/consent/people.ts'
import { hashText } from '../../../core/figures/random.ts'

/** Eight digits that stand for a company in the ids of what it was seeded with. */
export function tenantNumber(tenant: string): string {
  return String(10_000_000 + (hashText(tenant) % 90_000_000))
}

export function userId(tenant: string, person: PersonId = 'owner'): string {
  return `1220${tenantNumber(tenant)}00${person === 'owner' ? 1 : 2}`
}
