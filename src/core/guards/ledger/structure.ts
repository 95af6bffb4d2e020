import { required } from '../../../lookup.ts'
import type { AdPerformanceRow, Paged, PageQuery, PerformanceRow } from '../../../platforms/contract/manage.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import { addDays } from '../../../days.ts'

/** Something that may hold a budget, as its platform tells it. Amounts are in the account's main unit. */
export interface StructureEntry {
  id: string
  daily: number | null
  lifetime: number | null
  start: string | null
  end: string | null
  /** What it has spent of the day, and in its whole life where that bounds it. */
  spent: number
  life: number | null
}

interface StructureCampaign extends StructureEntry {
  name: string
  /** Where campaigns share a budget, which one this is. */
  budgetId: string | null
  /** Of a kind without ad sets: it spends by itself. */
  isAlone: boolean
}

interface StructureAdSet extends StructureEntry {
  campaignId: string | null
  /** Absent: it was read before names were kept. */
  name?: string
}

/** What is switched on in an account, each by its own switch, whatever is above it. */
export interface AccountStructure {
  campaigns: StructureCampaign[]
  adSets: StructureAdSet[]
  /** Ad sets with an ad that is switched on. */
  withAds: string[]
  /** What ad sets had spent of the day that were switched off since; absent: it was read before that was kept. */
  rested?: RestedAdSet[]
}

/** An ad set that no longer runs: should it be switched on again, what it has spent is spent. */
export type RestedAdSet = Pick<StructureEntry, 'id' | 'spent' | 'life'>

/** Those that a read tells, and those of an earlier read of the same day that it says nothing of. */
export function restedSince(
  earlier: AccountStructure | null,
  { adSets, rested = [] }: AccountStructure,
): RestedAdSet[] {
  const listed = new Set([...adSets, ...rested].map(({ id }) => id))
  const before = earlier ? [...earlier.adSets, ...(earlier.rested ?? [])] : []
  const gone = before.filter(({ id, spent }) => spent > 0 && !listed.has(id))
  return [...rested, ...gone.map(({ id, spent, life }) => ({ id, spent, life }))]
}

const pageSize = 200
/** Less than this is no money. */
const minAmount = 0.0005
/** An account with more of one kind than this is not added up: what runs there counts as unknown. */
const maxEntries = 20_000
/** Of more campaigns than this it is not asked which ad sets in them were switched off today: these count by their whole budgets. */
const maxRested = 10

export class TooLarge extends Error {}

/** `day`: in whose spend it is told. */
export async function readStructure(
  session: Session,
  account: CachedAccount,
  day: string,
): Promise<AccountStructure | null> {
  if (!session.listPerformance || !session.listAdPerformance) return null
  const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
  const query = { switchedOn: true, startDate: day, endDate: day } as const
  const rowsOf = (level: 'campaign' | 'adset') =>
    all<PerformanceRow>((page) => session.listPerformance!(ref, level, { ...query, ...page }))
  const [campaigns, adSets, ads] = await Promise.all([
    rowsOf('campaign'),
    rowsOf('adset'),
    all<AdPerformanceRow>((page) => session.listAdPerformance!(ref, { switchedOn: true, ...page })),
  ])
  const inCampaigns = new Set(campaigns.map(({ id }) => id))
  const lives = await livesOf(session, account, { day, campaigns, adSets })
  return {
    campaigns: campaigns.map((row) => ({
      ...entryOf(row, lives),
      name: row.name,
      budgetId: row.budgetId ?? null,
      isAlone: row.hasNoAdSets ?? false,
    })),
    // Where a platform has no level between campaigns and ads, the campaign stands for it.
    adSets: adSets.map((row) => ({
      ...entryOf(row, lives),
      name: row.name,
      campaignId: row.campaignId ?? (inCampaigns.has(row.id) ? row.id : null),
    })),
    withAds: [...new Set([...ads.map(({ adSetId }) => adSetId), ...withoutAds(campaigns, adSets)])],
    rested: await restedIn(session, account, { day, campaigns, adSets }),
  }
}

/** Ad sets that have spent of the day and are switched off: in campaigns that spent more than what is shown in them. */
async function restedIn(session: Session, account: CachedAccount, rows: Rows): Promise<RestedAdSet[]> {
  const { day, campaigns, adSets } = rows
  const below = new Map<string | null, number>()
  for (const { campaignId, spend } of adSets)
    below.set(campaignId ?? null, (below.get(campaignId ?? null) ?? 0) + (spend ?? 0))
  const open = campaigns.filter(({ id, spend, hasNoAdSets }) => {
    return !hasNoAdSets && (spend ?? 0) - (below.get(id) ?? 0) >= minAmount
  })
  if (open.length > maxRested) return []
  const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
  const shown = new Set(adSets.map(({ id }) => id))
  const found: RestedAdSet[] = []
  for (const { id: campaignId } of open) {
    const query = { campaignId, startDate: day, endDate: day }
    const inside = await all<PerformanceRow>((page) => session.listPerformance!(ref, 'adset', { ...query, ...page }))
    for (const { id, spend } of inside) if (!shown.has(id) && spend) found.push({ id, spent: spend, life: null })
  }
  return found
}

/** Ad sets that are shown without an ad that anybody lists, such as those of a catalogue. */
function withoutAds(campaigns: PerformanceRow[], adSets: PerformanceRow[]): string[] {
  const such = new Set(campaigns.filter(({ runsWithoutAds }) => runsWithoutAds).map(({ id }) => id))
  return adSets.filter((row) => row.runsWithoutAds || such.has(row.campaignId ?? '')).map(({ id }) => id)
}

async function all<T>(read: (page: PageQuery) => Promise<Paged<T>>): Promise<T[]> {
  const items: T[] = []
  let after: string | undefined
  do {
    const page = await read({ limit: pageSize, after })
    items.push(...page.items)
    after = page.after ?? undefined
    if (items.length > maxEntries) throw new TooLarge()
  } while (after !== undefined)
  return items
}

function entryOf(row: PerformanceRow, lives: ReadonlyMap<string, number>): StructureEntry {
  return {
    id: row.id,
    daily: row.dailyBudget,
    lifetime: row.lifetimeBudget,
    start: row.startTime,
    end: row.endTime,
    spent: row.spend ?? 0,
    life: lives.get(row.id) ?? null,
  }
}

interface Rows {
  day: string
  campaigns: PerformanceRow[]
  adSets: PerformanceRow[]
}

/**
 * What budgets for a lifetime have spent since they began, as far back as the platform tells: what is older is not taken off. Where no
 * start is told, nobody can tell, and nothing is.
 */
async function livesOf(session: Session, account: CachedAccount, rows: Rows): Promise<Map<string, number>> {
  const lives = new Map<string, number>()
  for (const level of ['campaign', 'adset'] as const) {
    const some = rows[level === 'campaign' ? 'campaigns' : 'adSets'].filter(
      ({ lifetimeBudget, startTime }) => lifetimeBudget !== null && startTime !== null,
    )
    const first = some.map(({ startTime }) => required(startTime, 'start time').slice(0, 10)).sort()[0]
    if (first === undefined) continue
    const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
    const oldest = addDays(rows.day, 1 - (session.reporting?.historyDays ?? 1))
    const start = first < oldest ? oldest : first
    const days = { startDate: start < rows.day ? start : rows.day, endDate: rows.day }
    const read = await all<PerformanceRow>((page) =>
      session.listPerformance!(ref, level, { switchedOn: true, ...days, ...page }),
    )
    for (const { id, spend } of read) if (spend !== null) lives.set(id, spend)
  }
  return lives
}
