import { localTime } from '../../core/figures/account-days.ts'
import { countPeople, meet } from '../../core/figures/audiences.ts'
import { noPlays, playsOf, wearOf } from '../../core/figures/creative-days.ts'
import type { DayPlays } from '../../core/figures/creative-days.ts'
import type { People } from '../../core/figures/audiences.ts'
import { factorOn } from '../../core/figures/corrections.ts'
import { endOfDay, shareOfDay } from '../../core/figures/delivery-spans.ts'
import { audienceOf, metricsOfDay } from '../../core/figures/metrics.ts'
import { restsOn } from '../../core/figures/rest-days.ts'
import type { Account, Entity, World } from '../world.ts'

const always = [{ from: 0, to: Infinity }]
const yenPerDollar = 150

/** What adds up; money in millionths. */
export interface Counts extends DayPlays {
  impressions: number
  swipes: number
  pageViews: number
  purchases: number
  spend: number
  value: number
}

/** What one ad did on one day. */
export interface Cell {
  adId: string
  day: string
  counts: Counts
  reach: number
  audience: number
}

/** What ads did, day by day: a pure function of seed, ad and day, so nothing is stored. */
export function createDelivery(world: World, account: Account) {
  const today = localTime(world.now(), account.timezone).day
  const { corrections } = world.settings()
  const hasYen = account.currency === 'JPY'
  const seed = world.context.seed()

  /** Nothing when the ad was not shown that day. */
  function cell(ad: Entity, day: string): Cell | undefined {
    if (day > today || day < localTime(ad.created, account.timezone).day || restsOn(ad.id, day)) return undefined
    if (ad.deleted && day > localTime(ad.updated, account.timezone).day) return undefined
    const asset = assetOf(world, ad)
    const shown = { seed, creative: asset.id, adId: ad.id, day, since: ad.created }
    const wear = wearOf(shown)
    const full = metricsOfDay(seed, ad.id, day, hasYen ? yenPerDollar : 1)
    const scale = shareOfDay(always, day, account.timezone) * factorOn(corrections, day, ad.id)
    const part = (amount: number) => Math.round(amount * scale)
    const money = (amount: number) => (hasYen ? part(amount) * 1_000_000 : part(amount * 100) * 10_000)
    const impressions = part(full.impressions)
    if (impressions === 0) return undefined
    return {
      adId: ad.id,
      day,
      counts: {
        impressions,
        swipes: part(full.clicks * wear.clicks),
        pageViews: part(full.linkClicks * wear.clicks),
        ...(asset.isVideo ? playsOf(shown, impressions, wear) : noPlays),
        purchases: part(full.purchases * wear.clicks),
        spend: money(full.spend),
        value: money(full.purchaseValue * wear.clicks),
      },
      reach: Math.max(1, Math.min(impressions, part(full.reach * wear.reach))),
      audience: audienceOf(seed, ad.id),
    }
  }

  function* cells(ads: Iterable<Entity>, days: string[]): Generator<Cell> {
    for (const ad of ads)
      for (const day of days) {
        const found = cell(ad, day)
        if (found) yield found
      }
  }

  return { cells }
}

/** The file that the ad's creative shows. */
function assetOf(world: World, { id, fields }: Entity): { id: string; isVideo: boolean } {
  const creative = world.creatives.get(String(fields['creative_id']))
  const media = world.media.get(String(creative?.fields['top_snap_media_id']))
  return { id: media?.id ?? id, isVideo: media?.fields['type'] === 'VIDEO' }
}

export function differentPeople(cells: Cell[], impressions: number): number {
  const people: People = new Map()
  for (const { adId, audience, reach } of cells) meet(people, adId, audience, reach)
  return countPeople(people, impressions)
}

/** A few people are where the platform cannot tell; the others share what is left. */
const unknownShare = 0.03

export function splitByCountry(
  world: World,
  { currency, timezone }: Account,
  ad: Entity,
  whole: Cell,
): Map<string, Cell> {
  const squad = world.adsquads.asOf(String(ad.fields['ad_squad_id']), endOfDay(whole.day, timezone))
  const geos = squad?.fields['targeting'] as { geos?: { country_code?: string }[] } | undefined
  const named = [...new Set((geos?.geos ?? []).map((geo) => (geo.country_code ?? 'unknown').toLowerCase()))]
  const [first = 'unknown', ...others] = named
  const step = currency === 'JPY' ? 1_000_000 : 10_000
  const parts = new Map<string, Cell>()
  for (const country of others) parts.set(country, shareOf(whole, (1 - unknownShare) / named.length, step))
  if (first !== 'unknown') parts.set('unknown', shareOf(whole, unknownShare, step))
  const counts = { ...whole.counts }
  for (const part of parts.values())
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] -= part.counts[name]
  return new Map([[first, { ...whole, counts, reach: Math.min(whole.reach, counts.impressions) }], ...parts])
}

function shareOf(whole: Cell, share: number, moneyStep: number): Cell {
  const part = (amount: number) => Math.floor(amount * share)
  const money = (amount: number) => Math.floor((amount * share) / moneyStep) * moneyStep
  const { spend, value, ...rest } = whole.counts
  const counts = Object.fromEntries(Object.entries(rest).map(([name, amount]) => [name, part(amount)]))
  return {
    ...whole,
    counts: { ...(counts as Omit<Counts, 'spend' | 'value'>), spend: money(spend), value: money(value) },
    reach: Math.min(whole.reach, part(whole.reach) + 1),
  }
}
