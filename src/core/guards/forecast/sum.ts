import { unknown } from '../figure.ts'
import type { FigureOrUnknown } from '../figure.ts'
import type { AccountExposure, Forecast, GoesLive, InAccount, LiveAccount, LiveCount } from './shape.ts'

/** The same for some of its accounts. What guards say is about all of it. */
export function forecastWithin(forecast: Partial<Forecast>, isSeen: (place: InAccount) => boolean): Partial<Forecast> {
  const { goesLive, exposure } = forecast
  if (!goesLive || !exposure) return {}
  const accounts = goesLive.accounts.filter(isSeen)
  return { goesLive: summedUp(accounts, goesLive.currency), exposure: exposure.filter(isSeen), verdicts: [] }
}

/** What several writes to the same would cost, each told as if it came alone. */
export function forecastsTogether(forecasts: readonly Forecast[]): Forecast {
  const accounts = forecasts.flatMap(({ goesLive }) => goesLive.accounts)
  const highest = new Map<string, AccountExposure>()
  for (const exposure of forecasts.flatMap((forecast) => forecast.exposure)) {
    const place = `${exposure.platform} ${exposure.accountId}`
    const other = highest.get(place)
    if (!other || isMore(exposure.after, other.after)) highest.set(place, exposure)
  }
  return {
    goesLive: summedUp(accounts, forecasts[0]?.goesLive.currency ?? null),
    exposure: [...highest.values()],
    verdicts: [
      ...new Map(forecasts.flatMap(({ verdicts }) => verdicts).map((each) => [JSON.stringify(each), each])).values(),
    ],
  }
}

/** What nobody knows may be anything. */
function isMore(one: FigureOrUnknown, other: FigureOrUnknown): boolean {
  return other !== unknown && (one === unknown || one > other)
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
