import type { KnownAccount } from '../../accounts.ts'
import { placeOf } from './books.ts'
import { amountsOf } from './grants.ts'
import type { Amounts } from './grants.ts'
import type { LedgerHolder } from './view.ts'
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
  const standing = new Map(before.map((holder) => [holder.key, holder]))
  const { byKey, byCampaign } = indexOf(after)
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

function indexOf(holders: LedgerHolder[]) {
  const byCampaign = new Map<string | null, LedgerHolder[]>()
  for (const holder of holders) {
    for (const id of holder.campaignIds) {
      const others = byCampaign.get(id)
      if (others) others.push(holder)
      else byCampaign.set(id, [holder])
    }
  }
  return { byKey: new Map(holders.map((holder) => [holder.key, holder])), byCampaign }
}

/** What a write lets run in an account, whatever guards look at. */
export function touchedIn(facts: CapFacts): (TouchedBudget & { account: KnownAccount })[] {
  const guard = { ...facts.guard, basis: 'spend' as const, by: null, campaignPattern: null }
  const places = new Set(facts.covered.map(({ account }) => placeOf(account)))
  const accounts = facts.accounts.filter((account) => places.has(placeOf(account)))
  const sheets = sheetsOf({ ...facts, guard, accounts }, around)
  if ('unknown' in sheets) return []
  return sheets.known.flatMap((sheet) => touchedHolders(sheet).map((each) => ({ ...each, account: sheet.account })))
}
