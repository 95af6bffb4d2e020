import type { CachedAccount } from '../../connections/accounts.ts'
import { placeOf } from './books.ts'
import { amountsOf } from './grants.ts'
import type { Amounts } from './grants.ts'
import type { BudgetEffect, LedgerHolder } from './view.ts'
import { sheetsOf } from './sheets.ts'
import type { CapFacts, Sheet } from './sheets.ts'
import { around } from './view.ts'

/** What a write lets run of one budget. */
export interface TouchedBudget {
  holder: LedgerHolder
  before: Amounts
  /** Whether it was switched on, or launched into. */
  isBegun: boolean
}

/** The budgets that a write is about, when it is done. */
export function touchedHolders({ before, after, effects, views }: Sheet): TouchedBudget[] {
  if (effects.length === 0) return []
  const { byKey, byCampaign } = holdersAbout(after, effects)
  const standing = before === after ? byKey : new Map(before.map((holder) => [holder.key, holder]))
  const touched = new Map<string, TouchedBudget>()
  for (const effect of effects) {
    const adSet = effect.level === 'campaign' ? undefined : views.after.adSets.get(effect.id)
    // An ad below a switch that is off begins to run with that.
    if (effect.level === 'ads' && !adSet) continue
    const campaignId = adSet?.campaignId ?? effect.campaignId
    const known =
      effect.level === 'campaign' ? views.before.campaigns.get(effect.id) : views.before.adSets.get(effect.id)
    const isBegun = effect.runs && (effect.level === 'ads' || !known?.runs)
    const own = byKey.get(`adset ${effect.id}`)
    const above = (byCampaign.get(campaignId) ?? []).filter(({ key }) => !key.startsWith('adset '))
    const below = effect.level === 'campaign' ? (byCampaign.get(effect.id) ?? []) : []
    for (const holder of new Set([...(own ? [own] : []), ...above, ...below])) {
      const wasBegun = touched.get(holder.key)?.isBegun ?? false
      touched.set(holder.key, {
        holder,
        before: amountsOf(standing.get(holder.key)),
        isBegun: wasBegun || isBegun,
      })
    }
  }
  return [...touched.values()]
}

interface HoldersAbout {
  byKey: Map<string, LedgerHolder>
  /** Those of a campaign, or above it; those of its ad sets only where the write is about the campaign. */
  byCampaign: Map<string | null, LedgerHolder[]>
}

/** The few of very many that effects can be about. */
function holdersAbout(holders: LedgerHolder[], effects: readonly BudgetEffect[]): HoldersAbout {
  const adSets = new Set(effects.filter(({ level }) => level !== 'campaign').map(({ id }) => `adset ${id}`))
  const campaigns = new Set(effects.filter(({ level }) => level === 'campaign').map(({ id }) => id))
  const byKey = new Map<string, LedgerHolder>()
  const byCampaign = new Map<string | null, LedgerHolder[]>()
  for (const holder of holders) {
    const isAdSet = holder.key.startsWith('adset ')
    const isBelow = isAdSet && holder.campaignIds.some((id) => campaigns.has(id))
    if (!isAdSet || isBelow || adSets.has(holder.key)) byKey.set(holder.key, holder)
    if (isAdSet && !isBelow) continue
    for (const id of holder.campaignIds) {
      const others = byCampaign.get(id)
      if (others) others.push(holder)
      else byCampaign.set(id, [holder])
    }
  }
  return { byKey, byCampaign }
}

/** What a write lets run in an account, whatever guards look at. */
export function touchedIn(facts: CapFacts): (TouchedBudget & { account: CachedAccount })[] {
  const guard = { ...facts.guard, basis: 'spend' as const, by: null, campaignPattern: null }
  const places = new Set(facts.covered.map(({ account }) => placeOf(account)))
  const accounts = facts.accounts.filter((account) => places.has(placeOf(account)))
  const sheets = sheetsOf({ ...facts, guard, accounts }, around)
  if ('unknown' in sheets) return []
  return sheets.known.flatMap((sheet) => touchedHolders(sheet).map((each) => ({ ...each, account: sheet.account })))
}
