import pMap from 'p-map'
import type { CompanyId } from '../../src/db/company-id.ts'
import { sql } from 'kysely'
import type { Stage } from '../../test/crash/stage.ts'
import { emptyAdSets } from './crowd.ts'

export const accounts = 40
/** One for each call, so that none is ever full. */
const adSetsPerAccount = 10
const adsPerPicture = 10

/** A company with many ad accounts, and what is in them. */
export interface LargeFixture {
  companyId: CompanyId
  api: Stage['api']
  /** Launches of `count` ads, spread evenly over the accounts; `call` says which ad sets and which pictures. */
  launchOf(count: number, call: number): { ads: object[] }
}

export async function largeFixture(stage: Stage): Promise<LargeFixture> {
  const newAccounts = Array.from({ length: accounts }, (_, index) => ({
    name: `Large ${index}`,
    currency: 'USD',
    timezone: 'America/New_York',
  }))
  await stage.control('POST', 'meta', { newAccounts, limits: 'off' })
  const api = await stage.newCompany()
  const company = await stage.withDatabase(async (db) => {
    const newest = sql<{ id: CompanyId; slug: string }>`SELECT id, slug FROM companies ORDER BY id DESC LIMIT 1`
    return (await newest.execute(db)).rows[0]!
  })
  const { data } = await api<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary&limit=100')
  if (data.length !== accounts) throw new Error(`${data.length} ad accounts`)
  const [profile] = (
    await api<{ data: { page: string; secondary: string }[] }>('GET', `/v1/profiles?businessId=${data[0]!.id}`)
  ).data
  const place = { sandboxUrl: stage.sandboxUrl, token: `sandbox-meta-token.${company.slug}` }
  const adSets = await pMap(data, ({ id }) => emptyAdSets({ ...place, accountId: id }, adSetsPerAccount), {
    concurrency: 2,
  })
  return {
    companyId: company.id,
    api,
    launchOf(count, call) {
      const ads = Array.from({ length: count }, (_, index) => {
        const account = Math.floor((index * accounts) / count)
        const picture = Math.floor(index / adsPerPicture) + call * count
        return {
          adName: `Large ${call} ${index}`,
          adAccountId: data[account]!.id,
          adSets: [adSets[account]![call % adSetsPerAccount]!],
          page: profile!.page,
          secondary: profile!.secondary,
          title: 'Everything must go',
          description: 'Until the end of the week, in every shop and everywhere else.',
          cta: 'SHOP_NOW',
          link: `https://example.com/sale/${index}`,
          media: [{ url: `${stage.sandboxUrl}/_assets/square.png?v=${picture}` }],
        }
      })
      return { ads }
    },
  }
}

/** Accepts a launch, and answers its batch. */
export async function accept({ api }: LargeFixture, body: object): Promise<number> {
  return (await api<{ adBatchId: number }>('POST', '/v1/launch', body)).adBatchId
}

export async function untilLaunched({ api }: LargeFixture, batches: number[]): Promise<void> {
  for (const id of batches) {
    for (;;) {
      const status = await api<{ summaryStatus: string; failedAds: object[] }>('GET', `/v1/batch-status/${id}`)
      if (status.failedAds.length > 0) throw new Error(`An ad failed: ${JSON.stringify(status.failedAds[0])}`)
      if (status.summaryStatus === 'success') break
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
