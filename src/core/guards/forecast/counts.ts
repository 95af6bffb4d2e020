import type { SpendChange, SpendingWrite } from '../changes/change.ts'
import type { CampaignEntry, BudgetEffect, View } from '../ledger/view.ts'
import type { LiveCount } from './shape.ts'

interface Counted {
  write: SpendingWrite
  /** What the write does in one account. */
  covered: SpendChange[]
  /** null: nobody can tell what runs there. */
  views: { before: View; after: View } | null
  now: number
}

/** How much begins to run in an account. What is paused above, or ran before, does not. */
export function countLive({ write, covered, views, now }: Counted): LiveCount {
  const ran = runningIn(write.state)
  const isNew = (change: SpendChange, effect: BudgetEffect) => {
    if (change.raise !== null || !effect.runs || ran.has(change.target.replace(/^\S+ /, ''))) return false
    return views === null || (!isOn(views.before, effect) && isLive(views.after, effect, now))
  }
  const adSets = new Set<string>()
  const campaigns = new Set<string>()
  const adsIn = activeAds(write, covered)
  let ads = 0
  for (const change of covered) {
    const begun = (change.effects ?? []).filter((effect) => isNew(change, effect))
    const first = begun.find(({ level }) => level === 'ads')
    if (first) ads += adsIn?.get(change.campaign.adSetId ?? '') ?? change.count
    for (const { level, id } of begun) if (level === 'campaign') campaigns.add(id)
    for (const { level, id } of begun) if (level !== 'campaign') adSets.add(id)
  }
  return { ads, adSets: adSets.size, campaigns: campaigns.size }
}

/** Of a launch: how many in each ad set are not made paused. */
function activeAds({ launch }: SpendingWrite, covered: SpendChange[]): Map<string, number> | null {
  if (!launch) return null
  const accountId = covered[0]?.account.account_id
  const active = launch.ads().filter((ad) => ad.state === 'ACTIVE' && ad.accountId === accountId)
  const ids = active.flatMap(({ adSets }) => adSets.map(({ id }) => id))
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, { length }]) => [id, length]))
}

/** What a write was planned on that runs already. */
function runningIn(state: unknown): Set<string> {
  const all = [state].flat() as ({ id?: unknown; status?: unknown } | null)[]
  return new Set(all.flatMap((one) => (one?.status === 'active' && typeof one.id === 'string' ? [one.id] : [])))
}

function isOn(view: View, { level, id }: BudgetEffect): boolean {
  // Another ad goes live however many there are.
  if (level === 'ads') return false
  return (level === 'campaign' ? view.campaigns.get(id) : view.adSets.get(id))?.runs ?? false
}

function isLive(view: View, { level, id }: BudgetEffect, now: number): boolean {
  const runs = (entry: Pick<CampaignEntry, 'runs' | 'end'> | undefined) =>
    entry !== undefined && entry.runs && (entry.end === null || entry.end > now)
  if (level === 'campaign') return runs(view.campaigns.get(id))
  const adSet = view.adSets.get(id)
  if (!adSet || !runs(adSet)) return false
  return adSet.campaignId === null || runs(view.campaigns.get(adSet.campaignId))
}
