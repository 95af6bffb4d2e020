import { daysBetween, startOfDay } from '../../core/figures/account-days.ts'
import { countPeople, meet } from '../../core/figures/audiences.ts'
import { playsOf, wearOf } from '../../core/figures/creative-days.ts'
import type { People } from '../../core/figures/audiences.ts'
import { factorOn } from '../../core/figures/corrections.ts'
import { endOfDay } from '../../core/figures/delivery-spans.ts'
import { restsOn } from '../../core/figures/rest-days.ts'
import { metricsOfDay, sumOf } from './metrics.ts'
import type { DayFigures, DayMetrics } from './metrics.ts'
import type { Account, Ad } from '../objects/objects.ts'
import type { World } from '../world.ts'

/** One ad on one day of UTC. */
export interface Cell extends DayMetrics {
  ad: Ad
  day: string
}

const videoTypes = ['VIDEO', 'MAX_VIDEO']

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** What the account's ads did, archived ones included; nothing for days on which an ad was not shown. */
export function* cellsOf(world: World, account: Account, start: string, end: string): Generator<Cell> {
  const { corrections } = world.settings()
  const today = dayOf(world.now())
  const unit = account.currency === 'JPY' ? 150 : 1
  for (const ad of world.ads.lookup('account', account.id)) {
    for (const day of daysBetween(start, end)) {
      // On the day on which it is archived it has been shown.
      const isOver = world.ads.asOf(ad.id, startOfDay(day, 'UTC'))?.status === 'ARCHIVED'
      if (day < dayOf(ad.created) || day > today || isOver || restsOn(ad.id, day)) continue
      const shown = { seed: world.context.seed(), creative: ad.pin_id, adId: ad.id, day, since: ad.created }
      const wear = wearOf(shown)
      const isVideo = videoTypes.includes(ad.creative_type)
      const metrics = metricsOfDay(world.context.seed(), ad.id, day, {
        unit,
        factor: factorOn(corrections, day, ad.id),
        wear,
        plays3s: (impressions) => (isVideo ? playsOf(shown, impressions, wear).plays3s : 0),
      })
      if (metrics.figures.impressions > 0) yield { ad, day, ...metrics }
    }
  }
}

export interface Sum {
  figures: DayFigures
  people: number
}

export function sumCells(cells: Cell[]): Sum {
  const figures = sumOf(cells.map((cell) => cell.figures))
  const people: People = new Map()
  for (const { ad, audience, reach } of cells) meet(people, ad.id, audience, reach)
  return { figures, people: countPeople(people, figures.impressions) }
}

/** The countries that an ad's group aims at. */
function splitByCountry(world: World, account: Account, cell: Cell): Map<string, Cell> {
  const group = world.adGroups.asOf(cell.ad.ad_group_id, endOfDay(cell.day, 'UTC'))
  const aimed = group?.targeting_spec['LOCATION']
  const named = Array.isArray(aimed) && aimed.length > 0 ? aimed.map(String) : [account.country]
  // A few people are on their travels.
  return splitInto(account, cell, [...new Set([...named, account.country === 'US' ? 'CA' : 'KR'])])
}

const ages = ['25-34', '18-24', '35-44', '45-49', '50-54', '55-64', '65+']
const genders = ['female', 'male', 'unspecified']
const people: Record<string, string[]> = {
  AGE_BUCKET: ages,
  GENDER: genders,
  APPTYPE: ['iphone', 'android_mobile', 'ipad', 'web'],
  AGE_BUCKET_AND_GENDER: ages.flatMap((age) => genders.map((gender) => `${age}:${gender}`)),
}

/** What rows can be split by; each of them adds up to the whole. */
export const splitTypes = ['COUNTRY', ...Object.keys(people)]

export function splitBy(world: World, account: Account, cell: Cell, type: string): Map<string, Cell> {
  return type === 'COUNTRY' ? splitByCountry(world, account, cell) : splitInto(account, cell, people[type] ?? [])
}

/** The first has what does not divide. */
function splitInto(account: Account, cell: Cell, names: string[]): Map<string, Cell> {
  const [first = '', ...others] = names
  const step = account.currency === 'JPY' ? 1_000_000 : 10_000
  const share = 1 / (10 * Math.max(1, others.length))
  const parts = new Map<string, Cell>()
  const rest = { ...cell.figures }
  for (const country of others) {
    const figures = shareOf(cell.figures, share, step)
    for (const name of Object.keys(rest) as (keyof DayFigures)[]) rest[name] -= figures[name]
    parts.set(country, { ...cell, figures, reach: Math.floor(cell.reach * share) })
  }
  return new Map([[first, { ...cell, figures: rest, reach: Math.min(cell.reach, rest.impressions) }], ...parts])
}

function shareOf(whole: DayFigures, share: number, moneyStep: number): DayFigures {
  const part = { ...whole }
  for (const name of Object.keys(part) as (keyof DayFigures)[]) {
    const step = name === 'spendMicro' || name === 'checkoutValueMicro' ? moneyStep : 1
    part[name] = Math.floor((whole[name] * share) / step) * step
  }
  return part
}
