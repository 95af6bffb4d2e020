import sdk from 'facebook-nodejs-business-sdk'
import { token } from '../simulated/primary.ts'

/** The SDK has no option for its address: these are the getters it reads it from. */
export function pointSdkAt(url: string, accessToken = token): void {
  for (const [name, value] of Object.entries({ GRAPH: `${url}/meta`, GRAPH_VIDEO: `${url}/meta`, VERSION: 'v26.0' }))
    Object.defineProperty(sdk.FacebookAdsApi, name, { get: () => value, configurable: true })
  sdk.FacebookAdsApi.init(accessToken, 'en_US', false)
}
