import { apportion } from '../../core/figures/apportion.ts'
import { createRandom, hashText } from '../../core/figures/random.ts'

/** What adds up over ads, days and splits: whole numbers all of them. */
export interface Counts {
  impressions: number
  clicks: number
  /** Millionths of the currency, in steps of its smallest unit. */
  cost: number
  /** Quarters: conversions are credited to more than one click. */
  conversions: number
  /** Millionths. */
  value: number
}

export const conversionParts = 4
const micro = 1_000_000

/** The smallest unit of a currency in millionths. */
export function minimumUnit(currency: string): number {
  return currency === 'JPY' ? micro : micro / 100
}

/** Both of an ad and of an asset group: the same question always has the same answer, and nothing is stored. */
export function figuresOfDay(seed: number, unitId: string, day: string, currency: string): Counts {
  const ofUnit = createRandom(hashText(`${seed} ${unitId}`))
  const size = 60 + ofUnit.next() * 300
  const clickRate = 0.03 + ofUnit.next() * 0.07
  const clickCost = 0.5 + ofUnit.next() * 2.5
  const conversionRate = 0.04 + ofUnit.next() * 0.08
  const basket = 30 + ofUnit.next() * 70

  const ofDay = createRandom(hashText(`${seed} ${unitId} ${day}`))
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const impressions = Math.round(size * (0.7 + ofDay.next() * 0.6) * (isWeekend ? 0.8 : 1))
  const clicks = Math.round(impressions * clickRate * (0.8 + ofDay.next() * 0.4))
  const conversions = Math.round(clicks * conversionRate * (0.5 + ofDay.next()) * conversionParts)
  const step = minimumUnit(currency)
  const money = (dollars: number) => Math.round((dollars * (currency === 'JPY' ? 150 : 1) * micro) / step) * step
  return {
    impressions,
    clicks,
    cost: money(clicks * clickCost * (0.85 + ofDay.next() * 0.3)),
    conversions,
    value: money((conversions / conversionParts) * basket * (0.8 + ofDay.next() * 0.4)),
  }
}

/** A part of a day's figures, such as what is left of it so far. */
export function scaled(full: Counts, scale: number, step: number): Counts {
  const part = (amount: number) => Math.round(amount * scale)
  const impressions = part(full.impressions)
  const clicks = Math.min(impressions, part(full.clicks))
  const conversions = clicks === 0 ? 0 : part(full.conversions)
  return {
    impressions,
    clicks,
    cost: clicks === 0 ? 0 : part(full.cost / step) * step,
    conversions,
    value: conversions === 0 ? 0 : part(full.value / step) * step,
  }
}

/** Shares a total out; where no weight is left over, the heaviest of the others has it all. */
function share(total: number, weights: number[], fallback: number[]): number[] {
  if (weights.some((weight) => weight > 0)) return apportion(total, weights)
  const heaviest = fallback.indexOf(Math.max(...fallback))
  return weights.map((_, index) => (index === heaviest ? total : 0))
}

/** Splits figures so that the parts add up to them exactly; `converts` says which parts conversions may go to. */
export function splitCounts(whole: Counts, weights: number[], step: number, converts?: boolean[]): Counts[] {
  const can = (index: number) => (converts?.[index] === false ? 0 : 1)
  const impressions = share(whole.impressions, weights, weights)
  const clicks = share(
    whole.clicks,
    weights.map((weight, index) => (impressions[index]! > 0 ? weight : 0)),
    impressions,
  )
  const cost = share(whole.cost / step, clicks, impressions)
  const able = weights.map((weight, index) => weight * can(index))
  const conversions = share(
    whole.conversions,
    clicks.map((count, index) => count * can(index)),
    able,
  )
  const value = share(whole.value / step, conversions, able)
  return weights.map((_, index) => ({
    impressions: impressions[index]!,
    clicks: clicks[index]!,
    cost: cost[index]! * step,
    conversions: conversions[index]!,
    value: value[index]! * step,
  }))
}

export function emptyCounts(): Counts {
  return { impressions: 0, clicks: 0, cost: 0, conversions: 0, value: 0 }
}

export function addCounts(sum: Counts, part: Counts): void {
  sum.impressions += part.impressions
  sum.clicks += part.clicks
  sum.cost += part.cost
  sum.conversions += part.conversions
  sum.value += part.value
}
