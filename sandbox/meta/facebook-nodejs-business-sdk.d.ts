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

  interface SdkReported extends SdkNode {
    getInsights(fields: string[], params?: object): Promise<SdkCursor>
    getInsightsAsync(fields: string[], params?: object): Promise<SdkReported>
  }

  interface SdkDeliverable extends SdkReported {
    createCopy(fields: string[], params?: object): Promise<SdkNode>
    getCopies(fields: string[], params?: object): Promise<SdkCursor>
  }

  interface SdkAd extends SdkDeliverable {
    getPreviews(fields: string[], params: object): Promise<SdkCursor>
  }

  interface SdkScheduled extends SdkDeliverable {
    createBudgetSchedule(fields: string[], params: object): Promise<SdkNode>
    getBudgetSchedules(fields: string[]): Promise<SdkCursor>
    getDeliveryEstimate(fields: string[], params?: object): Promise<SdkCursor>
    getActivities(fields: string[], params?: object): Promise<SdkCursor>
  }

  interface SdkCommented extends SdkNode {
    getComments(fields: string[], params?: object): Promise<SdkCursor>
    createComment(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkPixel extends SdkNode {
    createEvent(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkAudience extends SdkNode {
    createUser(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkPage extends SdkNode {
    getPosts(fields: string[], params?: object): Promise<SdkCursor>
    getLeadGenForms(fields: string[]): Promise<SdkCursor>
    createLeadGenForm(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkInstagram extends SdkNode {
    getBrandedContentAdPermissions(fields: string[]): Promise<SdkCursor>
  }

  interface SdkAccount extends SdkReported {
    getReachEstimate(fields: string[], params: object): Promise<SdkCursor>
    getDeliveryEstimate(fields: string[], params: object): Promise<SdkCursor>
    getActivities(fields: string[], params?: object): Promise<SdkCursor>
    getCustomConversions(fields: string[]): Promise<SdkCursor>
    getCustomAudiences(fields: string[]): Promise<SdkCursor>
    createCustomAudience(fields: string[], params: object): Promise<SdkNode>
    getSavedAudiences(fields: string[]): Promise<SdkCursor>
    getAdsPixels(fields: string[]): Promise<SdkCursor>
    createAdsPixel(fields: string[], params: object): Promise<SdkNode>
    getGeneratePreviews(fields: string[], params: object): Promise<SdkCursor>
    getTargetingSearch(fields: string[], params: object): Promise<SdkCursor>
    getTargetingBrowse(fields: string[]): Promise<SdkCursor>
    getAds(fields: string[], params?: object): Promise<SdkCursor>
    createCampaign(fields: string[], params: object): Promise<SdkNode>
    createAdSet(fields: string[], params: object): Promise<SdkNode>
    createAdCreative(fields: string[], params: object): Promise<SdkNode>
    createAd(fields: string[], params: object): Promise<SdkNode>
  }

  interface SdkUser extends SdkNode {
    getAdAccounts(fields: string[], params?: object): Promise<SdkCursor>
    getAccounts(fields: string[], params?: object): Promise<SdkCursor>
  }

  interface Sdk {
    FacebookAdsApi: { init(token: string, locale: string, crashLog: boolean): unknown }
    User: new (id: string) => SdkUser
    AdAccount: new (id: string) => SdkAccount
    Campaign: new (id: string) => SdkDeliverable
    AdSet: new (id: string) => SdkScheduled
    Ad: new (id: string) => SdkAd
    PagePost: new (id: string) => SdkCommented
    Comment: new (id: string) => SdkCommented
    CustomAudience: new (id: string) => SdkAudience
    AdsPixel: new (id: string) => SdkPixel
    Page: new (id: string) => SdkPage
    IGUser: new (id: string) => SdkInstagram
  }

  const sdk: Sdk
  export default sdk
}
