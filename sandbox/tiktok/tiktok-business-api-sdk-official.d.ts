/** What the tests use of the platform's official SDK, which brings no types. */
declare module 'tiktok-business-api-sdk-official' {
  type Callback = (error: Error | null, data: SdkAnswer) => void

  export interface SdkAnswer {
    code?: number
    message?: string
    data: { list?: Record<string, unknown>[]; ad_ids?: string[]; [field: string]: unknown }
  }

  export const ApiClient: { instance: { basePath: string } }

  export class AdApi {
    adGet(advertiserId: string, token: string, options: object, callback: Callback): void
    adCreate(token: string, options: object, callback: Callback): void
    adStatusUpdate(token: string, options: object, callback: Callback): void
  }

  export class FileApi {
    adImageUpload(token: string, options: object, callback: Callback): void
    fileImageAdInfo(advertiserId: string, imageIds: string[], token: string, callback: Callback): void
  }

  export class AccountManagementApi {
    advertiserInfo(advertiserIds: string[], token: string, options: object, callback: Callback): void
  }

  export class AuthenticationApi {
    oauth2AdvertiserGet(appId: string, secret: string, token: string, callback: Callback): void
  }

  export class ReportingApi {
    reportIntegratedGet(reportType: string, token: string, options: object, callback: Callback): void
    reportTaskCreate(token: string, options: object, callback: Callback): void
    reportTaskCheck(taskId: string, advertiserId: string, token: string, callback: Callback): void
  }

  export class MeasurementApi {
    pixelCreate(token: string, options: object, callback: Callback): void
    pixelList(advertiserId: string, token: string, options: object, callback: Callback): void
  }

  export class AudienceApi {
    dmpCustomAudienceCreate(token: string, options: object, callback: Callback): void
    dmpCustomAudienceGet(
      ...args: [advertiserId: string, ids: string[], token: string, options: object, callback: Callback]
    ): void
    dmpCustomAudienceList(advertiserId: string, token: string, options: object, callback: Callback): void
    dmpSavedAudienceCreate(token: string, options: object, callback: Callback): void
    dmpSavedAudienceList(advertiserId: string, token: string, options: object, callback: Callback): void
  }

  export class ToolApi {
    toolActionCategory(advertiserId: string, token: string, options: object, callback: Callback): void
    toolInterestCategory(advertiserId: string, token: string, options: object, callback: Callback): void
    toolInterestKeywordRecommend(
      ...args: [advertiserId: string, keyword: string, token: string, options: object, callback: Callback]
    ): void
    toolLanguage(advertiserId: string, token: string, callback: Callback): void
    toolRegion(
      ...args: [
        advertiserId: string,
        placements: string[],
        objective: string,
        token: string,
        options: object,
        callback: Callback,
      ]
    ): void
    toolTargetingSearch(token: string, options: object, callback: Callback): void
  }

  export class CommentsApi {
    commentPost(token: string, options: object, callback: Callback): void
  }
}
