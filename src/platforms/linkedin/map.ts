import { decimalsOf } from '../kit/money.ts'
import type { EntityState, EntityStatus, EntityType } from '../contract/manage.ts'

/** How each of our levels is called here: in addresses and in URNs. Their group is our campaign, their campaign our ad set. */
export const kinds = {
  campaign: { path: 'adCampaignGroups', urn: 'sponsoredCampaignGroup' },
  adset: { path: 'adCampaigns', urn: 'sponsoredCampaign' },
  ad: { path: 'creatives', urn: 'sponsoredCreative' },
} as const satisfies Record<EntityType, { path: string; urn: string }>

const urnPrefix = 'urn:li:'

function urnOf(kind: string, id: string): string {
  return `${urnPrefix}${kind}:${id}`
}

export const accountUrn = (id: string) => urnOf('sponsoredAccount', id)
export const organizationUrn = (id: string) => urnOf('organization', id)
export const entityUrn = (type: EntityType, id: string) => urnOf(kinds[type].urn, id)

/** The id at the end of a URN. What is no URN is an id already. */
export function idIn(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}

/** Ids are digits. Anything else is no id and must not get into an address. */
export function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text)
}

/** Posts are of two kinds, so their ids are whole URNs. */
export function isPostUrn(text: string): boolean {
  return /^urn:li:(share|ugcPost):\d{1,19}$/.test(text)
}

/** An organization as callers write it: its number, or its URN. */
export function organizationIdIn(text: string): string | null {
  const [, id] = /^(?:urn:li:organization:)?(\d{1,19})$/.exec(text) ?? []
  return id ?? null
}

const statuses: Record<string, EntityStatus> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  DRAFT: 'pending',
  ARCHIVED: 'archived',
  COMPLETED: 'archived',
  CANCELED: 'archived',
  CANCELLED: 'archived',
  PENDING_DELETION: 'deleted',
  REMOVED: 'deleted',
}

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

/** Not all levels know all words, and a word that a level does not know is refused. */
const wordsAt: Record<EntityType, readonly string[]> = {
  campaign: ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELLED', 'PENDING_DELETION', 'REMOVED'],
  adset: ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'COMPLETED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'],
  ad: ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'],
}

/** The platform's words for a state, for filters. Without one: whatever is not put away or deleted. */
export function wordsFor(type: EntityType, status: EntityStatus | undefined): string[] {
  return wordsAt[type].filter((word) =>
    status === undefined ? ['active', 'paused', 'pending'].includes(statuses[word]!) : statuses[word] === status,
  )
}

export interface Money {
  amount: string
  currencyCode: string
}

export function moneyOf(amount: number, currency: string): Money {
  return { amount: amount.toFixed(decimalsOf(currency)), currencyCode: currency }
}

export function amountOf(money: { amount: string } | null | undefined): number | null {
  const amount = Number(money?.amount)
  return money && Number.isFinite(amount) && amount > 0 ? amount : null
}

/** Decimal text in millionths, digit by digit: sums of money are exact. */
export function microsIn(text: string | number | null | undefined): number {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(text ?? '0')) ?? []
  const seventh = Number(part[6] ?? 0) >= 5 ? 1 : 0
  const micros = Number(whole) * 1_000_000 + Number(part.slice(0, 6).padEnd(6, '0')) + seventh
  return sign === '-' ? -micros : micros
}

export function timeText(ms: number | null | undefined): string | null {
  return typeof ms === 'number' ? new Date(ms).toISOString() : null
}
