import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPeople, meet } from '../../../sandbox/core/figures/audiences.ts'
import type { People } from '../../../sandbox/core/figures/audiences.ts'
import { fatigueOf, playsOf, wearOf } from '../../../sandbox/core/figures/creative-days.ts'
import { audienceOf, metricsOfDay } from '../../../sandbox/core/figures/metrics.ts'
import { adDay, figures, startSyncTest } from '../../../test/support/reports/sync.ts'
import { addDays, todayIn } from '../../days.ts'
import { syncAccount } from '../reports/sync/sync.ts'
import { askCreatives } from './ask.ts'
import { CreativeSettings } from './settings.ts'

const sync = await startSyncTest()
const { fixture } = sync
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
  const days = new Map(ads.map((adId) => [adId, delivery(adId)]))
  const platform = figures({ historyDays: length + 5, daysAtOnce: length + 5 })
  platform.rows = [...days].flatMap(([adId, all]) =>
    all.map(({ day, impressions, clicks, plays3s, spend }) =>
      adDay(day, { adId, impressions, clicks, plays3s, spendMicros: Math.round(spend * 1e6) }),
    ),
  )
  platform.list = ads.map((id) => {
    const shows = { asset: `file ${fileOf(id)}`, post: null }
    return { level: 'ad', id, name: id, status: 'ACTIVE', campaignId: '31', adSetId: '21', shows }
  })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: start, to: dayAt(length - 1) })
  await keepFrequencies(account, days)

  const firstTired = new Map<string, number>()
  for (let index = 20; index < length; index++) {
    for (const adId of await tiredOn(account, dayAt(index))) if (!firstTired.has(adId)) firstTired.set(adId, index)
  }
  const truth = ads.map((adId) => ({ ...fatigueOf(seed, fileOf(adId)), said: firstTired.get(adId) }))
  const tiring = truth.filter(({ tires, freshFor }) => tires && freshFor >= 20 && freshFor < length - 3)
  const inTime = tiring.filter(({ said, freshFor }) => said !== undefined && said > freshFor && said <= freshFor + 3)
  const fresh = truth.filter(({ tires }) => !tires)
  const early = truth.filter(({ tires, freshFor, said }) => said !== undefined && (!tires || said <= freshFor))
  assert.ok(tiring.length > 30 && fresh.length > 30)
  assert.ok(inTime.length >= tiring.length * 0.9, `${inTime.length} of ${tiring.length} were found in time`)
  assert.ok(early.length <= ads.length * 0.05, `${early.length} of ${ads.length} were called tired for nothing`)
})

type Account = Awaited<ReturnType<typeof sync.account>>

async function tiredOn(account: Account, day: string): Promise<string[]> {
  const question = { group: { by: 'asset' }, sort: { by: 'spend', isRising: false }, search: null, only: null } as const
  const { rows } = await askCreatives(
    fixture,
    { company: { id: account.companyId, slug: 'company' } },
    {
      ...question,
      accounts: [account],
      range: { from: day, to: day },
      settings: CreativeSettings.parse({}),
      states: ['tired'],
      limit: 200,
      offset: 0,
    },
  )
  return rows.flatMap(({ adIds }) => adIds)
}

/** As the platform counts people over 7 days. */
async function keepFrequencies(account: Account, days: Map<string, ReturnType<typeof delivery>>): Promise<void> {
  const told = [...days].flatMap(([adId, all]) =>
    all.slice(6).map(({ day }, index) => {
      const week = all.slice(index, index + 7)
      const people: People = new Map()
      for (const { reach } of week) meet(people, adId, audienceOf(seed, adId), reach)
      const impressions = week.reduce((sum, each) => sum + each.impressions, 0)
      return { ad: adId, day, frequency: impressions / countPeople(people, impressions) }
    }),
  )
  await fixture.pool.query(
    `INSERT INTO ad_frequencies (company_id, account_key, day, ad_key, frequency)
     SELECT $1, $2, told.day, key, told.frequency FROM jsonb_to_recordset($3) AS told (ad text, day date, frequency float8)
     JOIN report_entities ON account_key = $2 AND level = 'ad' AND id = told.ad`,
    [account.companyId, account.key, JSON.stringify(told)],
  )
}
