import { atLevel, readRange, requireTotals, totalsOfCells } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { daysBetween } from '../core/figures/account-days.ts'
import { countPeople, meet } from '../core/figures/audiences.ts'
import type { People } from '../core/figures/audiences.ts'
import { ControlError } from '../core/control/error.ts'
import { textOf } from './objects/objects.ts'
import type { World } from './world.ts'
import { columns } from './report/columns.ts'
import { addCounts, currencyUnits, emptyCounts } from './report/counts.ts'
import { createDelivery, unitsOf } from './report/delivery.ts'
import type { Cell, Unit } from './report/delivery.ts'
import { required } from '../core/required.ts'

const levels: Record<string, (unit: Unit) => string> = {
  account: ({ creative }) => creative.account,
  campaign: ({ group }) => group.id,
  adset: ({ campaign }) => campaign.id,
  ad: ({ creative }) => creative.id,
}

/** `GET /_control/linkedin/<name>`. */
export function inspect(world: World, name: string, query: TotalsQuery): Record<string, unknown> {
  requireTotals(name)
  return totalsOf(world, query)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  const today = new Date(world.now()).toISOString().slice(0, 10)
  const range = readRange(query, today)
  const idAt = atLevel(levels, range.level)
  const delivery = createDelivery(world)
  const cells = unitsOf(world, account.id).flatMap((unit) =>
    daysBetween(range.from, range.to).flatMap((day) => delivery.cell(unit, day) ?? []),
  )
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: 'UTC',
    ...range,
    ...totalsOfCells(cells, ({ unit }) => idAt(unit), described),
  }
}

/** What a campaign is there for. */
const resultColumns: Record<string, string> = {
  BRAND_AWARENESS: 'impressions',
  ENGAGEMENT: 'totalEngagements',
  WEBSITE_VISIT: 'landingPageClicks',
  WEBSITE_CONVERSION: 'externalWebsiteConversions',
  LEAD_GENERATION: 'oneClickLeads',
  VIDEO_VIEW: 'videoViews',
  JOB_APPLICANT: 'landingPageClicks',
  TALENT_LEAD: 'oneClickLeads',
}

function resultsOf({ unit, counts }: Cell): number {
  const column = required(
    columns[resultColumns[textOf(unit.campaign.fields['objectiveType'])] ?? 'impressions'],
    'column of results',
  )
  return Number(column({ counts, people: 0, audience: 0, ...currencyUnits(unit.currency) }))
}

function described(cells: Cell[]): Record<string, number> {
  const sum = emptyCounts()
  const people: People = new Map()
  for (const { counts, unit, audience, reach } of cells) {
    addCounts(sum, counts)
    meet(people, unit.creative.id, audience, reach)
  }
  return {
    impressions: sum.impressions,
    clicks: sum.clicks,
    conversions: sum.conversions,
    results: cells.reduce((all, cell) => all + resultsOf(cell), 0),
    spendMinor: sum.cost,
    valueMinor: sum.value,
    reach: countPeople(people, sum.impressions),
  }
}
