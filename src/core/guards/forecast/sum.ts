import { unknown } from '../terms.ts'
import type { FigureOrUnknown } from '../terms.ts'
import type { Forecast, GoesLive, InAccount, LiveAccount, LiveCount } from './shape.ts'

/** The same for some of its accounts. What guards say is about all of it. */
export function forecastWithin(forecast: Partial<Forecast>, isSeen: (place: InAccount) => boolean): Partial<Forecast> {
  const { goesLive, exposure } = forecast
  if (!goesLive || !exposure) return {}
  const accounts = goesLive.accounts.filter(isSeen)
  return { goesLive: summedUp(accounts, goesLive.currency), exposure: exposure.filter(isSeen), verdicts: [] }
}

export function summedUp(accounts: LiveAccount[], currency: string | null): GoesLive {
  const count = (of: keyof LiveCount) => accounts.reduce((sum, account) => sum + account[of], 0)
  const sum = (of: 'addsPerDay' | 'addsInAll'): FigureOrUnknown | null => {
    if (currency === null) return null
    const parts = accounts.map((account) => account[of].inCompany)
    if (!parts.every((part) => typeof part === 'number')) return unknown
    return Number(parts.reduce((all, part) => all + part, 0).toFixed(6))
  }
  const counts = { ads: count('ads'), adSets: count('adSets'), campaigns: count('campaigns') }
  return { ...counts, currency, addsPerDay: sum('addsPerDay'), addsInAll: sum('addsInAll'), accounts }
}
