import { microsOf } from '../money.ts'
import type { AccountStructure, StructureEntry } from './structure.ts'

/** What a write makes of something that holds a budget, or lets one be spent. Amounts are in the account's main unit. */
export interface BudgetEffect {
  /** `ads`: an ad of the ad set begins to run. */
  level: 'campaign' | 'adset' | 'ads'
  /** The campaign or ad set; for ads the ad set. What is new has a name of its own. */
  id: string
  /** The campaign of an ad set; null: nobody knows. */
  campaignId: string | null
  /** Its own switch, when the write is done; of ads: whether it is by the write that they run. */
  runs: boolean
  daily: number | null
  lifetime: number | null
  end: string | null
  /** Of a campaign or an ad set. */
  name?: string
  /** Where campaigns share the budget, which one this is. */
  budgetId?: string | null
  /**
   * A copy of this campaign or ad set, with all that is written to that one until it is copied: a campaign has its ad sets, of which those
   * run that are switched on there.
   */
  copyOf?: string
  /** Whether a copy runs where that runs which it is copied from. */
  inherits?: boolean
  /** Ad sets that begin to run with it. */
  adSets?: readonly AdSetBudget[]
}

export interface AdSetBudget {
  id: string
  daily: number | null
  lifetime: number | null
  end: string | null
}

export interface State {
  runs: boolean
  /** In millionths; null: it has no such budget. */
  daily: bigint | null
  lifetime: bigint | null
  /** Milliseconds. */
  end: number | null
}

export interface Entry extends State {
  start: number | null
  spent: bigint
  life: bigint | null
  /** The larger of what our own writes make of it, where no read need have shown them yet. */
  written?: State
  /** What it is a copy of, where no read need have shown it yet. */
  copyOf?: string
  inherits?: boolean
}

export interface CampaignEntry extends Entry {
  id: string
  /** null: nobody knows. */
  name: string | null
  budgetId: string | null
  /** It spends without an ad set that we know of. */
  isAlone: boolean
}

export interface AdSetEntry extends Entry {
  id: string
  campaignId: string | null
  /** null: nobody knows. */
  name: string | null
  hasAds: boolean
}

/** Something whose budget can be spent now. Amounts are in millionths of the account's currency. */
export interface LedgerHolder {
  /** Such as `adset 12`: the same as long as it is the same budget. */
  key: string
  /** The campaigns that spend from it; none: nobody knows which. */
  campaignIds: string[]
  daily: bigint | null
  lifetime: bigint | null
  start: number | null
  end: number | null
  /** What it spent of the day, and in its life. */
  spent: bigint
  life: bigint
}

/** What holds from one moment to another, by what campaigns with budgets have spent. */
interface CountedHolders {
  from: number
  until: number
  spent: string
  holders: LedgerHolder[]
  /** What all of them may still spend, of the day that was asked for last. */
  sum?: { of: string; left: Left | null }
}

/** What may still be spent: today, and from today to the end of the month. */
export interface Left {
  day: bigint
  month: bigint
}

/** What is switched on in an account, as far as anybody can know: what the platform told, and what our writes have made of it since. */
export interface View {
  campaigns: Map<string, CampaignEntry>
  adSets: Map<string, AdSetEntry>
  /** What ad sets that are switched off had spent of the day. */
  rested?: ReadonlyMap<string, Pick<Entry, 'spent' | 'life'>>
  /** The budgets that run in it, as they were last asked for. */
  counted?: CountedHolders
  /** What campaigns spent of the day by what it tells, as it was last asked for. */
  spent?: ReadonlyMap<string, bigint>
}

/** What campaigns have spent of the day: those of which it says so. */
export function spentByCampaign(view: View): ReadonlyMap<string, bigint> {
  if (view.spent) return view.spent
  const below = new Map<string, bigint>()
  for (const { campaignId, spent } of view.adSets.values())
    if (campaignId !== null && spent > 0n) below.set(campaignId, (below.get(campaignId) ?? 0n) + spent)
  for (const { id, spent } of view.campaigns.values()) if (spent > (below.get(id) ?? 0n)) below.set(id, spent)
  view.spent = below
  return below
}

export function viewOf(structure: AccountStructure): View {
  const withAds = new Set(structure.withAds)
  return {
    campaigns: new Map(
      structure.campaigns.map((row) => [
        row.id,
        { ...entryOf(row), id: row.id, name: row.name, budgetId: row.budgetId, isAlone: row.isAlone },
      ]),
    ),
    adSets: new Map(
      structure.adSets.map((row) => [
        row.id,
        {
          ...entryOf(row),
          id: row.id,
          campaignId: row.campaignId,
          name: row.name ?? null,
          hasAds: withAds.has(row.id),
        },
      ]),
    ),
    rested: new Map(
      structure.rested?.map(({ id, spent, life }) => [id, { spent: inMicros(spent) ?? 0n, life: inMicros(life) }]),
    ),
  }
}

function entryOf({ daily, lifetime, start, end, spent, life }: StructureEntry): Entry {
  return {
    runs: true,
    daily: inMicros(daily),
    lifetime: inMicros(lifetime),
    start: momentOf(start),
    end: momentOf(end),
    spent: inMicros(spent) ?? 0n,
    life: inMicros(life),
  }
}

export function inMicros(amount: number | null): bigint | null {
  return amount === null ? null : microsOf(amount)
}

/** A moment that cannot be read bounds nothing. */
export function momentOf(text: string | null): number | null {
  const moment = text === null ? NaN : Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}

/** To be changed. */
export function copied({ campaigns, adSets, rested }: View): View {
  return { campaigns: new Map(campaigns), adSets: new Map(adSets), rested }
}

/** Whether what an effect is about is switched on there, with its campaign; what is new cannot be. */
export function isShown({ campaigns, adSets }: View, { level, id, campaignId }: BudgetEffect): boolean {
  if (id.startsWith('new ')) return true
  if (level === 'campaign') return campaigns.has(id)
  const above = adSets.get(id)?.campaignId ?? campaignId
  return adSets.has(id) && (above === null || campaigns.has(above))
}

/** The part of it that these effects can change: their campaigns and those they are copied from, those that share a budget with them, and what lies in those. */
export function around(view: View, effects: readonly BudgetEffect[]): View {
  const ids = new Set<string | null>(
    effects.flatMap(({ level, id, campaignId, copyOf }) => {
      if (level === 'campaign') return copyOf === undefined ? [id] : [id, copyOf]
      const above = view.adSets.get(id)?.campaignId ?? campaignId
      return copyOf === undefined ? [above] : [above, view.adSets.get(copyOf)?.campaignId ?? null]
    }),
  )
  const all = [...view.campaigns.values()]
  const shared = new Set(all.filter(({ id }) => ids.has(id)).map(({ budgetId }) => budgetId ?? undefined))
  for (const { budgetId } of effects) if (budgetId) shared.add(budgetId)
  const campaigns = all.filter(({ id, budgetId }) => ids.has(id) || (budgetId !== null && shared.has(budgetId)))
  const within = new Set<string | null>([null, ...campaigns.map(({ id }) => id)])
  const adSets = [...view.adSets.values()].filter(({ campaignId }) => within.has(campaignId) || ids.has(campaignId))
  return {
    campaigns: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    adSets: new Map(adSets.map((adSet) => [adSet.id, adSet])),
    rested: view.rested,
  }
}
