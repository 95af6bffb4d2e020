import type { DayRange } from '../../contract/insights.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { AdDay, ReachQuestion, ReachRow, ReportEntity, ReportingVerbs } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { listCampaigns, listCreatives, listGroups, maxEntities } from '../manage/read.ts'
import { amountOf, idIn, statusOf } from '../map.ts'
import type { Campaign, FigureRow, Group } from '../wire.ts'
import { columns, countsOf, figureIn, isSomething } from './figures.ts'
import { dayOf, readFigures } from './question.ts'
import type { Question } from './question.ts'

/** How long background reading may wait for its turn. */
const patienceMs = 60_000
/** Figures are kept for ten years. */
const historyDays = 3_650
/** People are counted over at most so many days. */
const maxReachDays = 92
const maxCreatives = 20_000

const pivots = { account: 'ACCOUNT', campaign: 'CAMPAIGN_GROUP', adset: 'CAMPAIGN', ad: 'CREATIVE' } as const

export function reportingVerbs(api: Api, { now }: Pick<Surroundings, 'now'>): ReportingVerbs {
  const today = () => now().toISOString().slice(0, 10)
  return {
    attribution: 'as set for each conversion in the account, after a click or a view',
    calendar: 'utc',
    historyDays,
    daysAtOnce: 30,
    days: (accountId, range, signal) =>
      readDays(api, { ...range, today: today() }, { accountId, signal, maxWaitMs: patienceMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs: patienceMs }),
    reach: (accountId, question) => readReach(api, question, { accountId, signal: question.signal }),
  }
}

async function* readDays(
  api: Api,
  { from, to, today }: DayRange & { today: string },
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const range = { from, to: to < today ? to : today }
  if (range.from > range.to) return
  const objectives = await objectivesIn(api, options)
  // All three at once, so that no figure has to be looked up for where it belongs.
  const question: Question = {
    pivots: [pivots.campaign, pivots.adset, pivots.ad],
    range,
    granularity: 'DAILY',
    columns,
  }
  for await (const rows of readFigures(api, question, options)) {
    const days = rows.filter(isSomething).map((row) => adDayOf(row, objectives))
    if (days.length > 0) yield days
  }
}

/** The platform does not promise the order of what a row is about, but every URN says what it is. */
function adDayOf(row: FigureRow, objectives: Map<string, string | null>): AdDay {
  const id = (kind: string) => {
    const urn = row.pivotValues.find((value) => value.startsWith(`urn:li:${kind}:`))
    // Money is never dropped, even when the platform no longer tells where it was spent.
    return urn === undefined ? 'unknown' : idIn(urn)
  }
  const adSetId = id('sponsoredCampaign')
  return {
    day: dayOf(row),
    adId: id('sponsoredCreative'),
    adSetId,
    campaignId: id('sponsoredCampaignGroup'),
    ...countsOf(row, objectives.get(adSetId)),
  }
}

/** By campaign: that is what has an objective here. */
export async function objectivesIn(api: Api, options: CallOptions): Promise<Map<string, string | null>> {
  const campaigns = await listCampaigns(api, {}, { ...options, limit: maxEntities })
  return new Map(campaigns.map(({ id, objectiveType }) => [id, objectiveType ?? null]))
}

async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const limits = { ...options, limit: maxEntities }
  const groups = await listGroups(api, {}, limits)
  yield groups.map((group) => ({ level: 'campaign', ...toldOf(group), campaignId: null, adSetId: null }))
  const campaigns = await listCampaigns(api, {}, limits)
  const groupOf = new Map(campaigns.map(({ id, campaignGroup }) => [id, idIn(campaignGroup)]))
  yield campaigns.map((campaign) => {
    return { level: 'adset', ...toldOf(campaign), campaignId: idIn(campaign.campaignGroup), adSetId: null }
  })
  const creatives = await listCreatives(api, {}, { ...options, limit: maxCreatives })
  yield creatives.map(({ id, name, intendedStatus: status, campaign, createdAt: created }) => {
    const place = { campaignId: groupOf.get(idIn(campaign)) ?? null, adSetId: idIn(campaign) }
    // Creatives need no name here.
    const state = { status, state: statusOf(status).status, createdTime: createdAt(created) }
    return { level: 'ad', id: idIn(id), name: name || idIn(id), ...state, ...place }
  })
}

function toldOf({ id, name, status, dailyBudget, totalBudget, changeAuditStamps }: Group | Campaign) {
  return {
    id,
    name,
    status,
    state: statusOf(status).status,
    ...budgetFacts({ dailyBudget: amountOf(dailyBudget), lifetimeBudget: amountOf(totalBudget) }),
    createdTime: createdAt(changeAuditStamps?.created?.time),
  }
}

async function readReach(
  api: Api,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  // People of two stretches do not add up: what cannot be asked for in one piece is not known.
  if (daysIn(range) > maxReachDays) return []
  const question: Question = {
    pivots: [pivots[level]],
    range,
    granularity: isDaily ? 'DAILY' : 'ALL',
    columns: ['approximateMemberReach', 'impressions'],
  }
  const found: ReachRow[] = []
  for await (const rows of readFigures(api, question, options))
    for (const row of rows) {
      const reach = figureIn(row, 'approximateMemberReach')
      if (reach === 0) continue
      const frequency = Math.round((figureIn(row, 'impressions') / reach) * 100) / 100
      const id = level === 'account' ? null : idIn(row.pivotValues[0] ?? '')
      found.push({ id, day: isDaily ? dayOf(row) : null, reach, frequency })
    }
  return found
}
