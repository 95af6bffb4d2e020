import { required } from '../../../lookup.ts'
import type { PlannedAd } from './planned-ad.ts'

/** More ads than an ad set can ever hold are refused before the first of them is made. */
export function checkRoom(planned: PlannedAd[]): void {
  const counts = new Map<string, number>()
  for (const { index, driver, accountId, adSets, issues } of planned) {
    const max = driver?.maxAdsPerAdSet
    if (max === undefined) continue
    for (const { value } of adSets) {
      const key = `${required(driver, 'driver').name} ${accountId} ${value}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= max) continue
      const message = `ad set ${value} holds at most ${max} ads, and the ads before this one fill it`
      issues.push({ path: `ads.${index}.adSets`, message })
    }
  }
}
