import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../sandbox/core/figures/random.ts'
import { firstTired } from '../../../test/support/reports/fatigue.ts'
import type { DeliveredDay } from '../../../test/support/reports/fatigue.ts'
import { startSyncTest } from '../../../test/support/reports/sync.ts'
import { addDays, todayIn } from '../../days.ts'

const sync = await startSyncTest()
const length = 60
const start = addDays(todayIn('UTC'), 1 - length)
const ads = Array.from({ length: 100 }, (_, index) => `ad${index}`)
/** Before this nobody looks: there must be usual days to hold others against. */
const firstLook = 20

type Random = ReturnType<typeof createRandom>

/** About as many as the mean, as events that know nothing of each other come. */
function counted(random: Random, mean: number): number {
  const [one, other] = [Math.max(random.next(), 1e-12), random.next()]
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other)))
}

/**
 * An audience of which each day meets a part anew: once enough of it has seen the ad, interest falls along an S, by half or more within
 * a week. Weekends, drifts and noise are everywhere; nothing is shared with the simulators or with the rule.
 */
function delivery(adId: string, tiresAt: number | null): DeliveredDay[] {
  const random = createRandom([...adId].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  const clickRate = 0.008 + random.next() * 0.012
  const hookRate = 0.2 + random.next() * 0.15
  const daily = 4_000 + random.next() * 8_000
  const drift = (random.next() - 0.5) * 0.002
  return Array.from({ length }, (_, index) => {
    const weekend = index % 7 > 4 ? 0.85 : 1
    const worn = tiresAt === null ? 0 : 1 / (1 + Math.exp(-2.2 * (index - tiresAt - 1.2)))
    const impressions = counted(random, daily * weekend * (0.95 + random.next() * 0.1))
    const interest = (1 - 0.55 * worn) * (1 + drift * index)
    const usual = 1.3 + 0.1 * random.next()
    const frequency = index < 6 ? null : usual * (1 + 0.8 * worn) * (1 + (random.next() - 0.5) * 0.02)
    return {
      ...{ day: addDays(start, index), impressions, frequency, spend: impressions * 0.008 },
      clicks: counted(random, impressions * clickRate * interest),
      plays3s: counted(random, impressions * hookRate * (1 - 0.4 * worn)),
    }
  })
}

test('curves of another making are found within three days of their fall, and few others are called tired', async () => {
  const falls = new Map(ads.map((adId, index) => [adId, index % 2 === 0 ? null : firstLook + 4 + (index % 30)]))
  const delivered = new Map([...falls].map(([adId, fall]) => [adId, delivery(adId, fall)]))
  const looked = Array.from({ length: length - firstLook }, (_, index) => addDays(start, firstLook + index))
  const said = await firstTired(sync, delivered, looked)
  const late = [...falls].filter(([adId, fall]) => {
    const day = said.get(adId)
    return fall !== null && (day === undefined || day > addDays(start, fall + 3))
  })
  const early = [...falls].filter(([adId, fall]) => {
    const day = said.get(adId)
    return day !== undefined && (fall === null || day < addDays(start, fall - 1))
  })
  assert.ok(late.length <= ads.length * 0.05, `${late.length} of ${ads.length / 2} that tire were not found in time`)
  assert.ok(early.length <= ads.length * 0.05, `${early.length} of ${ads.length} were called tired for nothing`)
})
