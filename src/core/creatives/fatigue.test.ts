import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPeople, meet } from '../../../sandbox/core/figures/audiences.ts'
import type { People } from '../../../sandbox/core/figures/audiences.ts'
import { fatigueOf, playsOf, wearOf } from '../../../sandbox/core/figures/creative-days.ts'
import { audienceOf, metricsOfDay } from '../../../sandbox/core/figures/metrics.ts'
import { firstTired } from '../../../test/support/reports/fatigue.ts'
import type { DeliveredDay } from '../../../test/support/reports/fatigue.ts'
import { startSyncTest } from '../../../test/support/reports/sync.ts'
import { addDays, dayCount, todayIn } from '../../days.ts'

const sync = await startSyncTest()
const seed = 1
const ads = Array.from({ length: 120 }, (_, index) => `ad${index}`)
const length = 60
const start = addDays(todayIn('UTC'), 1 - length)
const dayAt = (index: number) => addDays(start, index)
const fileOf = (adId: string) => adId.replace('ad', 'c')

/** What the simulators would tell of an ad: nothing here knows the rule. */
function delivery(adId: string) {
  return Array.from({ length }, (_, index) => {
    const day = dayAt(index)
    const shown = { seed, creative: fileOf(adId), adId, day, since: Date.parse(start) }
    const wear = wearOf(shown)
    const { impressions, clicks, reach, spend } = metricsOfDay(seed, adId, day, 1)
    const counts = {
      impressions,
      clicks: Math.round(clicks * wear.clicks),
      reach: Math.round(reach * wear.reach),
      spend,
    }
    return { ...counts, day, plays3s: playsOf(shown, impressions, wear).plays3s }
  })
}

test('creatives of the simulator that tire are found within three days, and few others are called tired', async () => {
  const looked = Array.from({ length: length - 20 }, (_, index) => dayAt(index + 20))
  const said = await firstTired(sync, new Map(ads.map((adId) => [adId, withFrequency(adId)])), looked)
  const firstSaid = new Map([...said].map(([adId, day]) => [adId, dayCount({ from: start, to: day }) - 1]))
  const truth = ads.map((adId) => ({ ...fatigueOf(seed, fileOf(adId)), said: firstSaid.get(adId) }))
  const tiring = truth.filter(({ tires, freshFor }) => tires && freshFor >= 20 && freshFor < length - 3)
  const inTime = tiring.filter(({ said, freshFor }) => said !== undefined && said > freshFor && said <= freshFor + 3)
  const fresh = truth.filter(({ tires }) => !tires)
  const early = truth.filter(({ tires, freshFor, said }) => said !== undefined && (!tires || said <= freshFor))
  assert.ok(tiring.length > 30 && fresh.length > 30)
  assert.ok(inTime.length >= tiring.length * 0.9, `${inTime.length} of ${tiring.length} were found in time`)
  assert.ok(early.length <= ads.length * 0.05, `${early.length} of ${ads.length} were called tired for nothing`)
})

/** As the platform counts people over 7 days. */
function withFrequency(adId: string): DeliveredDay[] {
  const all = delivery(adId)
  return all.map(({ reach: _reach, ...day }, index) => {
    if (index < 6) return { ...day, frequency: null }
    const people: People = new Map()
    const week = all.slice(index - 6, index + 1)
    for (const { reach } of week) meet(people, adId, audienceOf(seed, adId), reach)
    const impressions = week.reduce((sum, each) => sum + each.impressions, 0)
    return { ...day, frequency: impressions / countPeople(people, impressions) }
  })
}
