import assert from 'node:assert/strict'
import type { BatchStatus, Reply, TestApp } from '../harness.ts'

export interface TikTokAd {
  id: string
  name: string
  accountId: string
  adsetId: string
  status: string
}

export interface TikTokAdSet {
  value: string
  label: string
  adCount: number
  capacity: number
}

export type Launched = Reply<{
  adBatchId: number
  error?: { details?: { issues?: { path: string; message: string }[] } }
}>

/** What the sandbox's demo company launches short videos with. */
export async function tiktokFixture(app: TestApp) {
  // What the tests themselves read counts against the same limits of the app.
  await app.control('POST', 'tiktok', { limits: 'off' })
  const list = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
  const accounts = await list<{ id: string; currency: string }>('/v1/adaccounts?platform=tiktok')
  const usd = accounts.find((account) => account.currency === 'USD')!.id
  const adSets = await list<TikTokAdSet>(`/v1/adsets?accountId=${usd}&status=ACTIVE`)
  const identities = await list<{ identityId: string; identityType: string }>(`/v1/tiktok/identities?accountId=${usd}`)
  const identityOf = (type: string) => identities.find((identity) => identity.identityType === type)!.identityId
  const setNamed = (end: string) => adSets.find(({ label }) => label.endsWith(end))!.value
  const feedSet = setNamed('Broad')
  const videoAd = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    adName: 'Boots',
    adAccountId: usd,
    adSets: [feedSet],
    identityId: identityOf('TT_USER'),
    description: 'Made for bad weather.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/boots',
    media: [{ url: `${app.sandboxUrl}/_assets/vertical.mp4` }],
    ...more,
  })
  const launch = (ads: object[]): Promise<Launched> => app.call('POST', '/v1/launch', { body: { ads } })
  return {
    usd,
    feedSet,
    partnerSet: setNamed('Partner apps'),
    setNamed,
    identityOf,
    videoAd,
    launch,
    launched: async (ads: object[]): Promise<BatchStatus> => {
      const { status, body } = await launch(ads)
      assert.equal(status, 202, JSON.stringify(body))
      return app.finished(body.adBatchId)
    },
    sandboxAds: async (name: string): Promise<TikTokAd[]> => {
      const { ads } = await app.control<{ ads: TikTokAd[] }>('GET', 'state?platform=tiktok')
      return ads.filter((ad) => ad.name.startsWith(name))
    },
    /** The ad as the platform shows it. */
    wireAd: async (id: string): Promise<Record<string, unknown>> => {
      const { baseUrl, token } = await app.control<{ baseUrl: string; token: string }>('GET', 'state?platform=tiktok')
      const filtering = encodeURIComponent(JSON.stringify({ ad_ids: [id] }))
      const url = `${baseUrl}/open_api/v1.3/ad/get/?advertiser_id=${usd}&filtering=${filtering}`
      const answer = await fetch(url, { headers: { 'access-token': token } })
      return ((await answer.json()) as { data: { list: Record<string, unknown>[] } }).data.list[0]!
    },
  }
}
