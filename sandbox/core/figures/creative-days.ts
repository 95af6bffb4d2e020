import { createRandom, hashText } from './random.ts'

/** A file or post in an ad, on a day. */
export interface ShownCreative {
  seed: number
  /** What tells the file or post from others: ads that show the same one do as well and tire as soon. */
  creative: string
  adId: string
  day: string
  /** When the ad was made. */
  since: number
}

/** By how much less of something there is than of a creative that nobody is tired of. */
export interface Wear {
  clicks: number
  plays: number
  /** The same impressions meet fewer people: frequency rises. */
  reach: number
}

const dayMs = 24 * 3600 * 1000
const noWear: Wear = { clicks: 1, plays: 1, reach: 1 }
const freshDays = { least: 12, most: 56 }
/** From fresh to as tired as it gets. */
const tiringDays = 4

/** Every second creative tires some weeks after its ad began, a little more every day, and stays tired. */
export function wearOf({ seed, creative, day, since }: ShownCreative): Wear {
  const { tires, freshFor } = fatigueOf(seed, creative)
  const age = (Date.parse(day) - since) / dayMs
  const wear = tires ? Math.min(1, Math.max(0, (age - freshFor) / tiringDays)) : 0
  return wear === 0 ? noWear : { clicks: 1 - 0.5 * wear, plays: 1 - 0.45 * wear, reach: 1 - 0.55 * wear }
}

export function fatigueOf(seed: number, creative: string): { tires: boolean; freshFor: number } {
  const ofCreative = createRandom(hashText(`tires ${seed} ${creative}`))
  return { tires: ofCreative.next() < 0.5, freshFor: ofCreative.integer(freshDays.least, freshDays.most) }
}

/** How often a video was played so long. */
export interface DayPlays {
  plays3s: number
  plays15s: number
  thruplays: number
}

export const noPlays: DayPlays = { plays3s: 0, plays15s: 0, thruplays: 0 }

export function playsOf({ seed, creative, adId, day }: ShownCreative, impressions: number, wear: Wear): DayPlays {
  const ofCreative = createRandom(hashText(`plays ${seed} ${creative}`))
  const hooked = 0.18 + ofCreative.next() * 0.27
  const held = 0.25 + ofCreative.next() * 0.25
  const ofDay = createRandom(hashText(`plays ${seed} ${creative} ${adId} ${day}`))
  const plays3s = Math.round(impressions * hooked * wear.plays * (0.9 + ofDay.next() * 0.2))
  const plays15s = Math.floor(plays3s * held)
  return { plays3s, plays15s, thruplays: Math.floor(plays15s * 1.2) }
}
