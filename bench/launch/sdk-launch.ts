import sdk from 'facebook-nodejs-business-sdk'
import type { LaunchFixture } from './launch-one.ts'
import type { BenchService } from '../service.ts'

/** The same calls for one account, one after another, by the platform's official SDK. Answers how long it took. */
export async function launchWithSdk(service: BenchService, fixture: LaunchFixture, ads: number): Promise<number> {
  const { token, baseUrl } = await service.control<{ token: string; baseUrl: string }>('GET', 'state?platform=meta')
  for (const [name, value] of Object.entries({ GRAPH: baseUrl, GRAPH_VIDEO: baseUrl, VERSION: 'v26.0' })) {
    Object.defineProperty(sdk.FacebookAdsApi, name, { get: () => value, configurable: true })
  }
  sdk.FacebookAdsApi.init(token, 'en_US', false)
  const [accountId] = fixture.accountIds
  const account = new sdk.AdAccount(accountId!)
  const adSets = fixture.adSets[accountId!]!
  const image = await (await fetch(`${service.sandboxUrl}/_assets/square.png?v=2`)).arrayBuffer()

  const from = performance.now()
  const hash = await uploadImage(baseUrl, token, accountId!, Buffer.from(image).toString('base64'))
  for (let n = 0; n < ads; n++) {
    const link = 'https://example.com'
    const creative = await account.createAdCreative([], {
      name: `SDK ${n}`,
      object_story_spec: {
        page_id: fixture.page,
        instagram_user_id: fixture.secondary,
        link_data: {
          link,
          message: 'Bench',
          name: 'Bench',
          image_hash: hash,
          call_to_action: { type: 'SHOP_NOW', value: { link } },
        },
      },
    })
    const adset_id = adSets[n % adSets.length]
    await account.createAd([], { name: `SDK ${n}`, adset_id, creative: { creative_id: creative.id }, status: 'PAUSED' })
  }
  return performance.now() - from
}

/** The SDK's own upload does not send the file, so this one call is made by hand. */
async function uploadImage(baseUrl: string, token: string, accountId: string, bytes: string): Promise<string> {
  const body = new URLSearchParams({ bytes, access_token: token })
  const answer = await fetch(`${baseUrl}/v26.0/${accountId}/adimages`, { method: 'POST', body })
  const { images } = (await answer.json()) as { images: Record<string, { hash: string }> }
  return Object.values(images)[0]!.hash
}
