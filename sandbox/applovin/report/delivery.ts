import { daysBetween, startOfDay } from '../../core/figures/account-days.ts'
import { apportion } from '../../core/figures/apportion.ts'
import { factorOn } from '../../core/figures/corrections.ts'
import { endOfDay } from '../../core/figures/delivery-spans.ts'
import { metricsOfDay } from '../../core/figures/metrics.ts'
import { restsOn } from '../../core/figures/rest-days.ts'
import type { Account, Campaign, CreativeSet } from '../objects/objects.ts'
import type { World } from '../world.ts'

/** What was counted; money in cents, so that sums are exact. */
export interface Counts {
  impressions: number
  clicks: number
  /** Installs, or purchases on a website. */
  conversions: number
  costCents: number
  revenueCents: number
  targetEvents: number
}

/** One creative set in one campaign, one day of UTC and one country. */
export interface Cell extends Counts {
  set: CreativeSet
  campaign: Campaign
  day: string
  country: string
}

const dayMs = 86_400_000
/** How many days back there are figures: of apps half as many as of websites. */
export const daysBack = { APP: 45, WEB: 90 } as const

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Nothing for days on which a set was not shown. */
export function* cellsOf(world: World, account: Account, start: string, end: string): Generator<Cell> {
  const today = dayOf(world.now())
  for (const set of world.sets.lookup('account', account.id))
    for (const campaign of campaignIdsEverOf(world, set).flatMap((id) => world.campaigns.get(id) ?? [])) {
      const oldest = dayOf(world.now() - daysBack[campaign.type] * dayMs)
      for (const day of daysBetween(start > oldest ? start : oldest, end < today ? end : today)) {
        if (day < dayOf(Math.max(set.created, campaign.created))) continue
        if (!isShown(world, set, campaign, day) || restsOn(set.id, day)) continue
        // Where it was shown is what the campaign said that day.
        const then = world.campaigns.asOf(campaign.id, endOfDay(day, 'UTC')) ?? campaign
        yield* countriesOf(set, { ...campaign, fields: then.fields }, day, countsOn(world, set, campaign, day))
      }
    }
}

/** Those that showed the set before, and those that do. */
function campaignIdsEverOf(world: World, set: CreativeSet): string[] {
  const before = world.sets.pastOf(set.id).flatMap(({ part }) => part['campaign_ids'] as string[])
  return [...new Set([...before, ...set.campaign_ids])]
}

/** On the day on which it is paused, or taken from its campaign, it has been shown; on the day on which it gets there, too. */
function isShown(world: World, set: CreativeSet, campaign: Campaign, day: string): boolean {
  const morning = startOfDay(day, 'UTC')
  const evening = endOfDay(day, 'UTC')
  const isPaused = (time: number) =>
    world.sets.asOf(set.id, time)?.status === 'PAUSED' || world.campaigns.asOf(campaign.id, time)?.status === 'PAUSED'
  const holds = (time: number) => world.sets.asOf(set.id, time)?.campaign_ids.includes(campaign.id)
  return (holds(morning) && !isPaused(morning)) || (holds(evening) === true && !isPaused(evening))
}

/** The same question always has the same answer: nothing is stored. */
function countsOn(world: World, set: CreativeSet, campaign: Campaign, day: string): Counts {
  const shown = campaignIdsEverOf(world, set)[0] === campaign.id ? set.id : `${set.id} ${campaign.id}`
  const usual = metricsOfDay(world.context.seed(), `${set.account_id} ${shown}`, day, 1)
  const factor = factorOn(world.settings().corrections, day, set.id)
  const times = (count: number) => Math.round(count * factor)
  return {
    impressions: times(usual.impressions),
    clicks: times(usual.clicks),
    conversions: times(usual.purchases),
    costCents: times(usual.spend * 100),
    revenueCents: times(usual.purchaseValue * 100),
    targetEvents: times(usual.linkClicks),
  }
}

function countriesOf(set: CreativeSet, campaign: Campaign, day: string, counts: Counts): Cell[] {
  const places = campaign.fields['targeting'] as { country_code: string }[]
  const countries = [...new Set(places.map(({ country_code: code }) => code))]
  // The first country has most of it.
  const weights = countries.map((_, index) => 1 / (index + 1))
  const parts = Object.entries(counts).map(([name, count]) => [name, apportion(count as number, weights)] as const)
  return countries.map((country, index) => ({
    set,
    campaign,
    day,
    country,
    ...(Object.fromEntries(parts.map(([name, shares]) => [name, shares[index]])) as unknown as Counts),
  }))
}

export function sumOf(cells: Counts[]): Counts {
  const sum: Counts = {
    impressions: 0,
    clicks: 0,
    conversions: 0,
    costCents: 0,
    revenueCents: 0,
    targetEvents: 0,
  }
  for (const cell of cells) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += cell[name]
  return sum
}
