import { addDays, addMonths, daysBetween } from '../../core/figures/account-days.ts'
import { countPeople, meet } from '../../core/figures/audiences.ts'
import type { People } from '../../core/figures/audiences.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import type { Fields } from '../objects/objects.ts'
import { urn } from '../objects/objects.ts'
import { columns } from './columns.ts'
import type { Totals } from './columns.ts'
import { addCounts, currencyUnits, emptyCounts } from './counts.ts'
import type { Counts } from './counts.ts'
import { createDelivery, unitsOf } from './delivery.ts'
import type { Cell, Unit } from './delivery.ts'
import { isMemberPivot, slicesOf } from './pivots.ts'
import { readQuestion } from './question.ts'
import type { FilterName, Granularity, Question } from './question.ts'
import { required } from '../../core/required.ts'

/** Demographic figures are kept for two years. */
const demographicDays = 730
/** Demographic rows about fewer events are not told. */
const minEvents = 3

const nameOf: Record<FilterName, (unit: Unit) => string> = {
  accounts: ({ creative }) => urn('sponsoredAccount', creative.account),
  campaignGroups: ({ group }) => urn('sponsoredCampaignGroup', group.id),
  campaigns: ({ campaign }) => urn('sponsoredCampaign', campaign.id),
  creatives: ({ creative }) => urn('sponsoredCreative', creative.id),
  shares: ({ post }) => post.id,
}

interface Group {
  values: string[]
  period: string
  counts: Counts
  people: People
  audience: number
  currency: string
}

/** What does not belong to the member is as if it were not there: no rows, no refusal. */
function wantedUnits({ world, tenant, opens }: ApiCall, { filters, pivots }: Question): Unit[] {
  const left = pivots.includes('ACCOUNT') ? [] : world.settings().unlistedAds
  const tests = [...filters].map(
    ([name, wanted]) =>
      (unit: Unit) =>
        wanted.has(nameOf[name](unit)),
  )
  return world.accounts
    .lookup('tenant', tenant)
    .filter(({ id }) => opens(id))
    .flatMap((account) => unitsOf(world, account.id))
    .filter((unit) => tests.every((test) => test(unit)) && !left.includes(unit.creative.id))
}

function periodOf(granularity: Granularity, day: string): string {
  return { DAILY: day, MONTHLY: day.slice(0, 7), YEARLY: day.slice(0, 4), ALL: '' }[granularity]
}

function gather(call: ApiCall, question: Question): Group[] {
  const { world } = call
  const today = new Date(world.now()).toISOString().slice(0, 10)
  const isDemographic = question.pivots.some(isMemberPivot)
  const first = isDemographic ? later(question.start, addDays(today, -demographicDays)) : question.start
  const delivery = createDelivery(world)
  const groups = new Map<string, Group>()
  // Rows of single creatives are whole once the next creative comes: those that are cut off need not be made.
  const isWhole = question.pivots.includes('CREATIVE') && !question.sort
  for (const unit of wantedUnits(call, question)) {
    if (isWhole && groups.size >= world.settings().reportRows) break
    // Nothing was shown before the creative was there.
    const from = later(first, new Date(unit.creative.created).toISOString().slice(0, 10))
    const to = question.end < today ? question.end : today
    for (const day of daysBetween(from, to)) {
      const cell = delivery.cell(unit, day)
      if (cell) for (const slice of slicesOf(cell, question.pivots)) file(groups, question, slice.values, slice.cell)
    }
  }
  const all = [...groups.values()]
  return isDemographic ? all.filter(({ counts }) => counts.impressions >= minEvents) : all
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

function file(groups: Map<string, Group>, { granularity }: Question, values: string[], cell: Cell): void {
  const period = periodOf(granularity, cell.day)
  const key = `${period} ${values.join(' ')}`
  const { currency } = cell.unit
  const people: People = new Map()
  const group = groups.get(key) ?? { values, period, counts: emptyCounts(), people, audience: 0, currency }
  groups.set(key, group)
  addCounts(group.counts, cell.counts)
  group.audience = Math.max(group.audience, cell.audience)
  meet(group.people, cell.unit.creative.id, cell.audience, cell.reach)
}

/** The days that a row is about, cut to those that were asked for. */
function dateRange({ start, end }: Question, period: string): Fields {
  const [first, last] = period === '' ? [start, end] : daysOf(period)
  return { start: parts(later(first, start)), end: parts(last < end ? last : end) }
}

/** The first and the last day of a day, a month or a year. */
function daysOf(period: string): [string, string] {
  if (period.length === 10) return [period, period]
  const isMonth = period.length === 7
  const first = isMonth ? `${period}-01` : `${period}-01-01`
  return [first, addDays(addMonths(first, isMonth ? 1 : 12), -1)]
}

function parts(day: string): Fields {
  const [year, month, date] = day.split('-').map(Number)
  return { year, month, day: date }
}

function totalsOf({ counts, people, audience, currency }: Group): Totals {
  return { counts, people: countPeople(people, counts.impressions), audience, ...currencyUnits(currency) }
}

function rowOf(question: Question, group: Group): Fields {
  const totals = totalsOf(group)
  const cells = question.fields.map((field): [string, unknown] => {
    if (field === 'dateRange') return [field, dateRange(question, group.period)]
    if (field === 'pivotValues') return [field, group.values]
    return [field, required(columns[field], 'column')(totals)]
  })
  return Object.fromEntries(cells)
}

function sorted({ sort }: Question, groups: Group[]): Group[] {
  if (!sort) return groups
  const valueOf = (group: Group) => Number(required(columns[sort.column], 'column to sort by')(totalsOf(group)))
  const sign = sort.isDescending ? -1 : 1
  return groups.toSorted((one, other) => sign * (valueOf(one) - valueOf(other)))
}

function analytics(call: ApiCall): ApiAnswer {
  const question = readQuestion(call)
  const groups = sorted(question, gather(call, question)).slice(0, call.world.settings().reportRows)
  call.limiter.chargeValues(call.tenant, groups.length * question.fields.length)
  const elements = groups.map((group) => rowOf(question, group))
  return { body: { elements, paging: { start: 0, count: 10, links: [] } } }
}

const scopes = ['r_ads_reporting']

export const analyticsOperations: Operations = {
  'FINDER-analytics': { scopes, handle: analytics },
  'FINDER-statistics': { scopes, handle: analytics },
}
