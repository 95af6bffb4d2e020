/** What the tests use of the platform's official SDK, which brings no types. */
declare module 'facebook-nodejs-business-sdk' {
  interface SdkNode {
    id: string
    _data: Record<string, unknown>
    get(fields: string[], params?: object): Promise<SdkNode>
    update(fields: string[], params: object): Promise<SdkNode>
    delete(fields: string[]): Promise<SdkNode>
  }

  interface SdkCursor extends Array<SdkNode> {
    hasNext(): boolean
    next(): Promise<SdkCursor>
  }

  interface SdkAccount extends SdkNode {
    getAds(fields: string[], params?: object): Promise<SdkCursor>
    createCampaign(fields: string[], params: object): Promise<SdkNode>
    createAdSet(fields: string[], params: object): Promise<SdkNode>
    createAdCreative(fields: string[], params: object): Promise<SdkNode>
    createAd(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkUser extends SdkNode {
    getAdAccounts(fields: string[], params?: object): Promise<SdkCursor>
  }

  interface Sdk {
    FacebookAdsApi: { init(token: string, locale: string, crashLog: boolean): unknown }
    User: new (id: string) => SdkUser
    AdAccount: new (id: string) => SdkAccount
    Campaign: new (id: string) => SdkNode
    Ad: new (id: string) => SdkNode
  }

  const sdk: Sdk
  export default sdk
}
