import { decimalsOf } from '../../currency/codes.ts'
import { unknown } from '../figure.ts'
import type { FigureOrUnknown } from '../figure.ts'
import type { AccountExposure, LiveAccount, LiveCount } from './shape.ts'

type Live = Omit<LiveAccount, 'words'>

/** Such as: 12 ads go live in 3 ad sets: up to 240.00 USD a day; today 52.10 spent, 197.90 may still be spent, 437.90 after. */
export function inWords(live: Live, exposure: AccountExposure): string {
  const { spent, runningBefore, runningAfter } = exposure
  const figure = (value: FigureOrUnknown) => (value === unknown ? unknown : value.toFixed(decimalsOf(live.currency)))
  const runs = `${figure(runningBefore)} may still be spent, ${figure(runningAfter)} after`
  return `${whatOf(live)}${costOf(live, figure)}; today ${figure(spent)} spent, ${runs}.`
}

function whatOf(live: Live): string {
  const { ads, adSets, campaigns, budgetCount } = live
  if (ads > 0) return `${counted(ads, 'ad')} ${ads === 1 ? 'goes' : 'go'} live in ${counted(adSets, 'ad set')}`
  const parts = [
    ...(campaigns > 0 ? [counted(campaigns, 'campaign')] : []),
    ...(adSets > 0 ? [counted(adSets, 'ad set')] : []),
  ]
  if (parts.length > 0) return `${parts.join(' and ')} ${isOne(live) ? 'goes' : 'go'} live`
  return budgetCount > 0
    ? `${counted(budgetCount, 'running budget')} ${budgetCount === 1 ? 'is' : 'are'} moved`
    : 'Nothing goes live'
}

function isOne({ adSets, campaigns }: LiveCount): boolean {
  return adSets + campaigns === 1
}

function costOf(live: Live, figure: (value: FigureOrUnknown) => string): string {
  const { currency, perDay, inAll, addsPerDay, addsInAll } = live
  if (perDay.amount === unknown || inAll.amount === unknown) return ': how much that may cost is not known'
  const parts = [
    ...(perDay.amount > 0 ? [`up to ${figure(perDay.amount)} ${currency} a day`] : []),
    ...(inAll.amount > 0 ? [`up to ${figure(inAll.amount)} ${currency} in all`] : []),
  ]
  if (parts.length === 0) return ': nothing that runs may cost more'
  const isAllNew = addsPerDay.amount === perDay.amount && addsInAll.amount === inAll.amount
  const more = addsPerDay.amount === 0 && addsInAll.amount === 0 ? 'no more than now' : moreThanNow(live, figure)
  return `: ${parts.join(' and ')}${isAllNew ? '' : `, ${more}`}`
}

function moreThanNow({ addsPerDay, addsInAll }: Live, figure: (value: FigureOrUnknown) => string): string {
  const parts = [addsPerDay.amount, addsInAll.amount].filter((amount) => amount !== 0).map(figure)
  return `${parts.join(' and ')} more than now`
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}
