import type { creativeStates } from '../automations/rule/words.ts'
import type { CreativeSettings } from './settings.ts'

/** What can be said of a creative as of a day, each by a rule with numbers. */
export type CreativeState = (typeof creativeStates)[number]

/** So many days up to the day that is asked about decide. */
export const judgedDays = 90
/** Nothing was spent on it before this many days. */
export const newDays = 7
/** A week that cost at least so much, and so many times the week before. */
export const scaledSpendUsd = 250
export const scaledTimes = 2
/** The newest days are held against those before them, */
export const recentDays = 3
export const usualDays = 14
/** if both were seen so often, and the clicks or plays of the second are enough to tell. */
export const recentImpressions = 1_000
export const usualImpressions = 5_000
export const usualActions = 50
/** How old a figure of people may be. */
export const frequencyDays = 3

const dollars = (amount: number) => `${amount.toLocaleString('en')} USD`

/** The rules for people. */
export function rulesOf(settings: CreativeSettings): Record<CreativeState, string> {
  const { winnerTimes, winnerSpendUsd, tiredFallPercent, tiredRisePercent } = settings
  return {
    new: `First spend in the last ${newDays} days, and none in the ${judgedDays - newDays} before.`,
    winner: `In ${judgedDays} days at least ${winnerTimes} times the median spend of its account's creatives, and at least ${dollars(winnerSpendUsd)}.`,
    scaled: `At least ${dollars(scaledSpendUsd)} in the last 7 days, and ${scaledTimes} times the 7 before.`,
    tired:
      `Clicks or 3-second plays per impression of the last ${recentDays} days at least ${tiredFallPercent} % below the ${usualDays} before, ` +
      `and the frequency of 7 days at least ${tiredRisePercent} % above that of a week before.`,
  }
}
