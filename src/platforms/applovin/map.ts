import type { EntityState, EntityStatus } from '../contract/manage.ts'
import type { Campaign, CreativeSet } from './wire.ts'

/** Anything else is no id and must not get into an address. */
export function isId(text: string): boolean {
  return /^\d{1,18}$/.test(text)
}

const statuses: Record<string, EntityStatus> = { LIVE: 'active', PAUSED: 'paused' }
export const words = { active: 'LIVE', paused: 'PAUSED' } as const

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

/** Times are UTC, with or without saying so. */
export function timeOf(text: string | null | undefined): Date | null {
  if (!text) return null
  const time = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19)
}

/** One amount for all countries, or the sum of one for each. */
export function dailyBudgetOf({ budget }: Campaign): number | null {
  if (budget?.daily_budget_for_all_countries) return Number(budget.daily_budget_for_all_countries)
  const amounts = Object.values(budget?.country_code_to_daily_budget ?? {})
  if (amounts.length === 0) return null
  const cents = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return cents / 100
}

export function hasCountryBudgets({ budget }: Campaign): boolean {
  return Object.keys(budget?.country_code_to_daily_budget ?? {}).length > 0
}

/**
 * An ad is a creative set in a campaign. A set that several campaigns show is one ad in each: in the first it has the id of
 * the set, in the others that of the campaign as well.
 */
export function adIdOf({ id, campaignIds }: Pick<CreativeSet, 'id' | 'campaignIds'>, campaignId: string): string {
  return campaignIds.indexOf(campaignId) > 0 ? `${id}:${campaignId}` : id
}

/** The set behind an ad; null: no such id was ever given. */
export function setIdOf(adId: string): string | null {
  const [id = '', campaignId] = adId.split(':')
  return isId(id) && (campaignId === undefined || isId(campaignId)) ? id : null
}
