import { daysBetween, isDay } from '../core/figures/account-days.ts'
import { countPeople, meet } from '../core/figures/audiences.ts'
import type { People } from '../core/figures/audiences.ts'
import { ControlError } from '../core/control/error.ts'
import { textOf } from './objects/objects.ts'
import type { World } from './world.ts'
import { columns } from './report/columns.ts'
import { addCounts, currencyUnits, emptyCounts } from './report/counts.ts'
import { createDelivery, unitsOf } from './report/delivery.ts'
import type { Cell, Unit } from './report/delivery.ts'

type Query = Record<string, string | undefined>

const levels: Record<string, (unit: Unit) => string> = {
  account: ({ creative }) => creative.account,
  campaign: ({ group }) => group.id,
  adset: ({ campaign }) => campaign.id,
  ad: ({ creative }) => creative.id,
}

/** `GET /_control/linkedin/<name>`. */
export function inspect(world: World, name: string, query: Query): Record<string, unknown> {
  if (name === 'totals') return totalsOf(world, query)
  throw new ControlError('name', `There is nothing called ${name} to look at; there is: totals`)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: Query): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  const today = new Date(world.now()).toISOString().slice(0, 10)
  const from = readDay('from', query['from'], today)
  const to = readDay('to', query['to'], today)
  const level = query['level'] ?? 'ad'
  const idAt = Object.hasOwn(levels, level) ? levels[level] : undefined
  if (!idAt) throw new ControlError('level', `level is one of ${Object.keys(levels).join(', ')}`)
  const delivery = createDelivery(world)
  const cells = unitsOf(world, account.id).flatMap((unit) =>
    daysBetween(from, to).flatMap((day) => delivery.cell(unit, day) ?? []),
  )
  const byObject = Map.groupBy(cells, ({ unit }) => idAt(unit))
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: 'UTC',
    from,
    to,
    level,
    rows: [...byObject].flatMap(([id, own]) =>
      [...Map.groupBy(own, ({ day }) => day)].map(([day, some]) => ({ id, day, ...described(some) })),
    ),
    objects: [...byObject].map(([id, own]) => ({ id, ...described(own) })),
    total: described(cells),
  }
}

function readDay(field: string, value: string | undefined, fallback: string): string {
  const day = value ?? fallback
  if (!isDay(day)) throw new ControlError(field, `${field} must be a day such as ${fallback}`)
  return day
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
  const column = columns[resultColumns[textOf(unit.campaign.fields['objectiveType'])] ?? 'impressions']!
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
