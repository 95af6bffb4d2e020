import { hashText } from '../../core/figures/random.ts'
import { defaultTenant } from '../../core/tenants.ts'
import type { MediaKind } from '../objects/objects.ts'

/** Seven digits that stand for a company in all its numbers. */
function tenantNumber(tenant: string): string {
  return tenant === defaultTenant ? '6614831' : String(1_000_000 + (hashText(`linkedin ${tenant}`) % 9_000_000))
}

/** The numbers of everything that is seeded: `account` is 1 or 2, the others count from 1. */
export function seedIds(tenant: string) {
  const number = tenantNumber(tenant)
  const counted = (count: number, digits: number) => String(count).padStart(digits, '0')
  return {
    account: (account: number) => `50${number}${account}`,
    organization: (count: number) => `80${number}${count}`,
    form: (count: number) => `30${number}${count}`,
    group: (account: number, count: number) => `60${number}${account}${counted(count, 2)}`,
    campaign: (account: number, count: number) => `20${number}${account}${counted(count, 3)}`,
    creative: (account: number, count: number) => `40${number}${account}${counted(count, 4)}`,
    darkPost: (account: number, count: number) => `72${number}${account}${counted(count, 4)}`,
    pagePost: (organization: number, count: number) => `71${number}${organization}${counted(count, 4)}`,
    media: (kind: MediaKind, count: number) =>
      `${{ image: 'C4E10AQ', video: 'C5F10AQ', document: 'C4D10AQ' }[kind]}${number}${counted(count, 3)}`,
  }
}

export type SeedIds = ReturnType<typeof seedIds>
