import { everyDayDays } from '../../reports/past/keep-exact.ts'

/** How many days a backtest may go back: what was known then is kept for so long. */
export const maxDaysBack = everyDayDays
export const dailyMinutes = 24 * 60
export const minStepMinutes = 15
/** How many moments a backtest checks, and how many entities at how many moments altogether. */
export const maxSlots = 3_000
export const maxChecks = 4_000_000
/** How many actions are told one by one. */
export const maxActionsDescribed = 500
/** So many sums are held at a time, of entities at moments, and so many days of ads: few enough to stay near the processor. */
export const cellsAtOnce = 200_000
/** Backtests keep a processor busy. */
export const backtestPlaces = { what: 'Backtests', places: 2, placesPerCompany: 1, maxWaitMs: 60_000 }
