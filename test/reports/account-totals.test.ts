import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { isStandIn } from '../../src/platforms/contract/report.ts'
import type { AccountTotal, AdDay } from '../../src/platforms/contract/report.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { openReporting } from '../support/reports/reporting.ts'

const today = todayIn('UTC')
const range = { from: addDays(today, -12), to: addDays(today, -3) }

for (const platform of builtIn.all) {
  test(`${platform.name} tells what whole accounts did, day by day, also of ads that its reports by ad leave out`, async (context) => {
    const reporting = await openReporting(context, platform)
    const { session, dollars, yen } = reporting
    const simulator = platform.sandboxPath.slice(1)
    const totals = async ({ id }: { id: string }) => session.reporting!.totals!(id, range)
    for (const account of [dollars, yen]) {
      assert.deepEqual(sorted(await totals(account)), addedUp(await reporting.days(account, range), platform.name))
    }
    const before = await totals(dollars)
    const [{ adId }] = (await reporting.days(dollars, range))
      .filter((row) => !isStandIn(row.adId))
      .toSorted((a, b) => b.spendMicros - a.spendMicros) as [AdDay]
    await reporting.control('POST', `/${simulator}`, {
      unlistedAds: [simulator === 'applovin' ? adId.split(':')[0] : adId],
    })
    const listed = await reporting.days(dollars, range)
    assert.ok(
      listed.every((row) => row.adId !== adId),
      'its reports by ad do not have it',
    )
    assert.deepEqual(await totals(dollars), before)
    assert.notDeepEqual(addedUp(listed, platform.name), sorted(before))
  })
}

function sorted(totals: AccountTotal[]): AccountTotal[] {
  return totals.filter(({ spendMicros }) => spendMicros > 0).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Of a whole account one platform tells its spend alone. */
function addedUp(rows: AdDay[], platform: string): AccountTotal[] {
  const sum = (some: AdDay[], name: 'spendMicros' | 'impressions' | 'clicks') =>
    some.reduce((total, row) => total + row[name], 0)
  const known = (some: AdDay[], name: 'impressions' | 'clicks') => (platform === 'snapchat' ? null : sum(some, name))
  return [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, some]) => ({
      ...{ day, spendMicros: sum(some, 'spendMicros') },
      ...{ impressions: known(some, 'impressions'), clicks: known(some, 'clicks') },
    }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
