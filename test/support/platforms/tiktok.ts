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

/** A Smart+ ad as the platform shows it. */
export interface WireSmartAd {
  creative_list: {
    creative_info: {
      ad_format: string
      identity_type?: string
      tiktok_item_id?: string
      music_info?: object
      image_info?: object[]
      video_info?: { video_id: string }
    }
  }[]
  ad_text_list: object[]
  landing_page_url_list: object[]
  ad_configuration: Record<string, unknown>
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
  const fromPlatform = async <T>(path: string, filter: object): Promise<T> => {
    const { baseUrl, token } = await app.control<{ baseUrl: string; token: string }>('GET', 'state?platform=tiktok')
    const url = `${baseUrl}/open_api/v1.3/${path}/?advertiser_id=${usd}&filtering=${encodeURIComponent(JSON.stringify(filter))}`
    const answer = await fetch(url, { headers: { 'access-token': token } })
    return ((await answer.json()) as { data: { list: T[] } }).data.list[0]!
  }
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
    wireAd: (id: string) => fromPlatform<Record<string, unknown>>('ad/get', { ad_ids: [id] }),
    smartAd: (id: string) => fromPlatform<WireSmartAd>('smart_plus/ad/get', { smart_plus_ad_ids: [id] }),
  }
}
