import type { ReportAccount } from '../../../src/core/reports/sync/types.ts'
import { askCreatives } from '../../../src/core/creatives/ask.ts'
import { CreativeSettings } from '../../../src/core/creatives/settings.ts'
import { syncAccount } from '../../../src/core/reports/sync/sync.ts'
import { adDay, figures } from './sync.ts'
import type { SyncTest } from './sync.ts'

/** What a platform tells of an ad on a day, with how often people had seen it in the 7 days up to it. */
export interface DeliveredDay {
  day: string
  impressions: number
  clicks: number
  plays3s: number
  spend: number
  frequency: number | null
}

/** On which day of these each ad is called tired first. Each ad shows a file of its own. */
export async function firstTired(
  sync: SyncTest,
  delivered: ReadonlyMap<string, readonly DeliveredDay[]>,
  looked: readonly string[],
): Promise<Map<string, string>> {
  const days = [...delivered.values()][0]!.map(({ day }) => day)
  const platform = figures({ historyDays: days.length + 5, daysAtOnce: days.length + 5 })
  platform.rows = [...delivered].flatMap(([adId, all]) =>
    all.map(({ day, impressions, clicks, plays3s, spend }) =>
      adDay(day, { adId, impressions, clicks, plays3s, spendMicros: Math.round(spend * 1e6) }),
    ),
  )
  platform.list = [...delivered.keys()].map((id) => {
    const shows = { asset: `file of ${id}`, post: null }
    return { level: 'ad', id, name: id, status: 'ACTIVE', campaignId: '31', adSetId: '21', shows }
  })
  const account = await sync.account(platform)
  await syncAccount(sync.fixture, account, { from: days[0]!, to: days.at(-1)! })
  await keepFrequencies(sync, account, delivered)
  const first = new Map<string, string>()
  for (const day of looked)
    for (const adId of await tiredOn(sync, account, day)) if (!first.has(adId)) first.set(adId, day)
  return first
}

async function tiredOn({ fixture }: SyncTest, account: ReportAccount, day: string): Promise<string[]> {
  const question = { group: { by: 'asset' }, sort: { by: 'spend', isRising: false }, search: null, only: null } as const
  const paged = { states: ['tired' as const], limit: 200, offset: 0 }
  const { rows } = await askCreatives(
    fixture,
    { company: { id: account.companyId, slug: 'company' } },
    {
      ...{ ...question, ...paged, accounts: [account], range: { from: day, to: day } },
      settings: CreativeSettings.parse({}),
    },
  )
  return rows.flatMap(({ adIds }) => adIds)
}

async function keepFrequencies(
  { fixture }: SyncTest,
  account: ReportAccount,
  delivered: ReadonlyMap<string, readonly DeliveredDay[]>,
): Promise<void> {
  const told = [...delivered].flatMap(([ad, all]) =>
    all.flatMap(({ day, frequency }) => (frequency === null ? [] : [{ ad, day, frequency }])),
  )
  await fixture.pool.query(
    `INSERT INTO ad_frequencies (company_id, account_key, day, ad_key, frequency)
     SELECT $1, $2, told.day, key, told.frequency FROM jsonb_to_recordset($3) AS told (ad text, day date, frequency float8)
     JOIN report_entities ON account_key = $2 AND level = 'ad' AND id = told.ad`,
    [account.companyId, account.key, JSON.stringify(told)],
  )
}
