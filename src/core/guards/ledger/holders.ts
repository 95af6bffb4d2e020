import type { AdSetEntry, CampaignEntry, LedgerHolder, View } from './view.ts'

/** Of campaigns: what a newer reading says they have spent today. */
type SpentToday = (campaignId: string) => bigint

/** The budgets that run: each once, however many share it. The same view is asked again and again until it is read anew. */
export function holdersOf(view: View, at: number, spentToday: SpentToday = () => 0n): LedgerHolder[] {
  const held = [...view.campaigns.values()].filter(({ daily, lifetime }) => daily !== null || lifetime !== null)
  const spent = held.map(({ id }) => spentToday(id)).join(' ')
  const { counted } = view
  if (counted && counted.spent === spent && counted.from <= at && at < counted.until) return counted.holders
  const holders = countHolders(view, at, spentToday)
  view.counted = { from: at, until: nextEnd(view, at), spent, holders }
  return holders
}

function nextEnd({ campaigns, adSets }: View, at: number): number {
  let next = Infinity
  for (const entries of [campaigns, adSets])
    for (const { end } of entries.values()) if (end !== null && end > at && end < next) next = end
  return next
}

function countHolders(view: View, at: number, spentToday: SpentToday): LedgerHolder[] {
  const running = new Map<string | null, AdSetEntry[]>()
  for (const adSet of view.adSets.values()) {
    if (!adSet.runs || !adSet.hasAds || hasEnded(adSet, at)) continue
    const others = running.get(adSet.campaignId)
    if (others) others.push(adSet)
    else running.set(adSet.campaignId, [adSet])
  }
  const holders = new Map<string, LedgerHolder>()
  for (const campaign of view.campaigns.values()) {
    if (!campaign.runs || hasEnded(campaign, at)) continue
    const adSets = running.get(campaign.id) ?? []
    if (campaign.daily === null && campaign.lifetime === null) {
      for (const adSet of adSets) add(holders, ofAdSet(adSet))
    } else if (campaign.isAlone || adSets.length > 0) {
      const above = ofCampaign(campaign, spentToday(campaign.id))
      const below = adSets.map(ofAdSet)
      if (isBoundBelow(above, below)) for (const adSet of below) add(holders, adSet)
      else add(holders, above)
    }
  }
  // An ad set whose campaign nobody knows counts by itself.
  for (const adSet of running.get(null) ?? []) add(holders, ofAdSet(adSet))
  return [...holders.values()]
}

/** A campaign's amount above ad sets that have budgets of their own only caps them: what they hold together counts, where it is less. */
function isBoundBelow(campaign: LedgerHolder, adSets: LedgerHolder[]): boolean {
  if (adSets.length === 0 || adSets.some(({ daily, lifetime }) => daily === null && lifetime === null)) return false
  return adSets.reduce((sum, adSet) => sum + maxOf(adSet), 0n) < maxOf(campaign)
}

/** What it lets be spent of a day at the most. */
function maxOf({ daily, lifetime, life }: LedgerHolder): bigint {
  const left = lifetime === null ? 0n : lifetime > life ? lifetime - life : 0n
  return max(daily, left) ?? 0n
}

function hasEnded({ end }: { end: number | null }, at: number): boolean {
  return end !== null && end <= at
}

function ofAdSet({ id, campaignId, daily, lifetime, start, end, spent, life }: AdSetEntry): LedgerHolder {
  const campaignIds = campaignId === null ? [] : [campaignId]
  return { key: `adset ${id}`, campaignIds, daily, lifetime, start, end, spent, life: life ?? spent }
}

function ofCampaign(campaign: CampaignEntry, newer: bigint): LedgerHolder {
  const { id, budgetId, daily, lifetime, start, end, spent: spentSoFar, life } = campaign
  const spent = newer > spentSoFar ? newer : spentSoFar
  const key = budgetId === null ? `campaign ${id}` : `budget ${budgetId}`
  return { key, campaignIds: [id], daily, lifetime, start, end, spent, life: life ?? spent }
}

/** A budget that is shared is there once: all who spend from it have spent of it. */
function add(holders: Map<string, LedgerHolder>, holder: LedgerHolder): void {
  const known = holders.get(holder.key)
  if (!known) return void holders.set(holder.key, holder)
  const latest = known.end === null || holder.end === null ? null : Math.max(known.end, holder.end)
  holders.set(holder.key, {
    ...known,
    campaignIds: [...known.campaignIds, ...holder.campaignIds],
    daily: max(known.daily, holder.daily),
    lifetime: max(known.lifetime, holder.lifetime),
    start: known.start === null || holder.start === null ? null : Math.min(known.start, holder.start),
    end: latest,
    spent: known.spent + holder.spent,
    life: known.life + holder.life,
  })
}

function max(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
