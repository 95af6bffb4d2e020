// Made by `npm run client` from the table of operations. Do not edit.

import type { Each, Input, Method, OptionalEach, OptionalMethod } from '../operation-types.ts'

import type {
  AcceptCompanyData,
  AcceptCompanyResponses,
  AcceptInviteData,
  AcceptInviteResponses,
  AcceptSuggestionData,
  AcceptSuggestionResponses,
  AddConnectionData,
  AddConnectionResponses,
  AddSearchKeywordsData,
  AddSearchKeywordsResponses,
  AddSearchNegativesData,
  AddSearchNegativesResponses,
  ApproveApprovalData,
  ApproveApprovalResponses,
  ApproveByLinkData,
  AskForPasskeyData,
  AskForPasskeyResponses,
  BacktestAutomationData,
  BacktestAutomationResponses,
  BeginConnectData,
  BeginConnectResponses,
  BeginPasskeyData,
  BeginPasskeyResponses,
  BreakdownReportData,
  BreakdownReportResponses,
  CancelBatchData,
  CancelBatchResponses,
  CheckConnectionData,
  CheckConnectionResponses,
  CheckHealthData,
  CheckHealthResponses,
  CheckLiveData,
  CheckReadyData,
  ChooseConnectionAccountsData,
  ChooseConnectionAccountsResponses,
  ConfirmInviteData,
  ConfirmInviteResponses,
  ConnectAssistantData,
  ConnectAssistantResponses,
  CountryBreakdownData,
  CountryBreakdownResponses,
  CreateAdCopyTemplateData,
  CreateAdCopyTemplateResponses,
  CreateAdSetData,
  CreateAdSetResponses,
  CreateAutomationData,
  CreateAutomationResponses,
  CreateBoardData,
  CreateBoardResponses,
  CreateCampaignData,
  CreateCampaignResponses,
  CreateChangelogEntryData,
  CreateChangelogEntryResponses,
  CreateDraftData,
  CreateDraftResponses,
  CreateKeyData,
  CreateKeyResponses,
  CreateOlderWorkspaceData,
  CreateOlderWorkspaceResponses,
  CreatePasskeyData,
  CreatePasskeyResponses,
  CreateResearchBoardData,
  CreateResearchBoardResponses,
  CreateShortVideoAdSetData,
  CreateShortVideoAdSetResponses,
  CreateShortVideoCampaignData,
  CreateShortVideoCampaignResponses,
  CreateWebhookData,
  CreateWebhookResponses,
  CreateWorkspaceData,
  CreateWorkspaceResponses,
  DeleteAdCopyTemplateData,
  DeleteAdCopyTemplateResponses,
  DeleteAutomationData,
  DeleteAutomationResponses,
  DeleteBoardData,
  DeleteBoardResponses,
  DeleteChangelogEntryData,
  DeleteChangelogEntryResponses,
  DeleteCommentData,
  DeleteCommentResponses,
  DeleteConnectionData,
  DeleteConnectionResponses,
  DeleteDraftData,
  DeleteDraftResponses,
  DeleteEntitiesData,
  DeleteEntitiesResponses,
  DeleteMediaData,
  DeleteMediaResponses,
  DeleteOauthAppData,
  DeleteOauthAppResponses,
  DeletePasskeyData,
  DeletePasskeyResponses,
  DeleteViewData,
  DeleteViewResponses,
  DeleteWebhookData,
  DeleteWebhookResponses,
  DeleteWorkspaceData,
  DeleteWorkspaceResponses,
  DismissSuggestionData,
  DismissSuggestionResponses,
  DraftFailedAdsData,
  DraftFailedAdsResponses,
  DuplicateAdData,
  DuplicateAdResponses,
  DuplicateAdsetData,
  DuplicateAdsetResponses,
  DuplicateAppCampaignData,
  DuplicateAppCampaignResponses,
  DuplicateCampaignData,
  DuplicateCampaignResponses,
  DuplicateNetworkEntityData,
  DuplicateNetworkEntityResponses,
  EndConnectData,
  EndOidcSignInData,
  EndSessionData,
  EndSessionResponses,
  ExportReportData,
  FollowBatchData,
  GetAdCopyTemplateData,
  GetAdCopyTemplateResponses,
  GetAdCreativeSpecsData,
  GetAdCreativeSpecsResponses,
  GetAdDebugDataData,
  GetAdDebugDataResponses,
  GetApprovalData,
  GetApprovalResponses,
  GetAssetData,
  GetAssetResponses,
  GetAutomationData,
  GetAutomationResponses,
  GetAutomationSwitchData,
  GetAutomationSwitchResponses,
  GetBatchData,
  GetBatchResponses,
  GetBatchStatusData,
  GetBatchStatusResponses,
  GetChangelogEntryData,
  GetChangelogEntryResponses,
  GetConnectProblemData,
  GetConnectProblemResponses,
  GetConnectUrlData,
  GetConnectUrlResponses,
  GetCreativeData,
  GetCreativeResponses,
  GetCreativeSettingsData,
  GetCreativeSettingsResponses,
  GetCurrencyData,
  GetCurrencyResponses,
  GetDailySpendData,
  GetDailySpendResponses,
  GetDraftData,
  GetDraftResponses,
  GetExecutionData,
  GetExecutionResponses,
  GetLatestChangelogEntryData,
  GetLatestChangelogEntryResponses,
  GetLaunchDefaultsData,
  GetLaunchDefaultsResponses,
  GetMediaData,
  GetMediaResponses,
  GetOauthAppData,
  GetOauthAppResponses,
  GetPictureData,
  GetReceiptsData,
  GetReceiptsResponses,
  GetReconciliationData,
  GetReconciliationResponses,
  GetResearchAdData,
  GetResearchAdResponses,
  GetResearchBrandData,
  GetResearchBrandResponses,
  GetScrapeData,
  GetScrapeResponses,
  GetSpendGuardStatusData,
  GetSpendGuardStatusResponses,
  GetTimelineData,
  GetTimelineResponses,
  GetViewData,
  GetViewResponses,
  GetWebhookData,
  GetWebhookResponses,
  GraduateCreativeData,
  GraduateCreativeResponses,
  HideCommentData,
  HideCommentResponses,
  InvitePersonData,
  InvitePersonOlderData,
  InvitePersonOlderResponses,
  InvitePersonResponses,
  LaunchAdsData,
  LaunchAdsResponses,
  LaunchDraftData,
  LaunchDraftResponses,
  LaunchFromDraftData,
  LaunchFromDraftResponses,
  ListAdAccountsData,
  ListAdAccountsResponses,
  ListAdCopyTemplatesData,
  ListAdCopyTemplatesResponses,
  ListAdSetPerformanceData,
  ListAdSetPerformanceResponses,
  ListAdSetsData,
  ListAdSetsResponses,
  ListAdsData,
  ListAdsResponses,
  ListApprovalsData,
  ListApprovalsResponses,
  ListAssetsData,
  ListAssetsResponses,
  ListAssistantsData,
  ListAssistantsResponses,
  ListAudiencesData,
  ListAudiencesResponses,
  ListAutomationTemplatesData,
  ListAutomationTemplatesResponses,
  ListAutomationsData,
  ListAutomationsResponses,
  ListBatchesData,
  ListBatchesResponses,
  ListBoardAssetsData,
  ListBoardAssetsResponses,
  ListBoardsData,
  ListBoardsResponses,
  ListCampaignPerformanceData,
  ListCampaignPerformanceResponses,
  ListCampaignsData,
  ListCampaignsResponses,
  ListChangelogData,
  ListChangelogResponses,
  ListChangesData,
  ListChangesResponses,
  ListCommentsData,
  ListCommentsResponses,
  ListConnectionAccountsData,
  ListConnectionAccountsResponses,
  ListConnectionUsesData,
  ListConnectionUsesResponses,
  ListConnectionsData,
  ListConnectionsResponses,
  ListCreativesData,
  ListCreativesResponses,
  ListCustomConversionsData,
  ListCustomConversionsResponses,
  ListDraftsData,
  ListDraftsResponses,
  ListEndsData,
  ListEndsResponses,
  ListEntitiesData,
  ListEntitiesResponses,
  ListEventsData,
  ListEventsResponses,
  ListExecutionsData,
  ListExecutionsOfAutomationData,
  ListExecutionsOfAutomationResponses,
  ListExecutionsResponses,
  ListFollowedBrandsData,
  ListFollowedBrandsResponses,
  ListIdentitiesData,
  ListIdentitiesResponses,
  ListIdentityPostsData,
  ListIdentityPostsResponses,
  ListInvitesData,
  ListInvitesResponses,
  ListKeysData,
  ListKeysResponses,
  ListMediaData,
  ListMediaResponses,
  ListMediaUsesData,
  ListMediaUsesResponses,
  ListNetworkAccountsData,
  ListNetworkAccountsResponses,
  ListOlderAdCopyTemplatesData,
  ListOlderAdCopyTemplatesResponses,
  ListOlderUsersData,
  ListOlderUsersResponses,
  ListOlderWorkspacesData,
  ListOlderWorkspacesResponses,
  ListOrganizationPostsData,
  ListOrganizationPostsResponses,
  ListOwnCompaniesData,
  ListOwnCompaniesResponses,
  ListPartnershipCreatorsData,
  ListPartnershipCreatorsResponses,
  ListPasskeysData,
  ListPasskeysResponses,
  ListPeopleData,
  ListPeopleResponses,
  ListPhotoMessagingAdSquadsData,
  ListPhotoMessagingAdSquadsResponses,
  ListPhotoMessagingAdsData,
  ListPhotoMessagingAdsResponses,
  ListPhotoMessagingCampaignsData,
  ListPhotoMessagingCampaignsResponses,
  ListPicturesData,
  ListPicturesResponses,
  ListPinBoardsData,
  ListPinBoardsResponses,
  ListPixelsData,
  ListPixelsResponses,
  ListPostsData,
  ListPostsResponses,
  ListProfilesData,
  ListProfilesResponses,
  ListReportFieldsData,
  ListReportFieldsResponses,
  ListResearchAdsData,
  ListResearchAdsResponses,
  ListResearchBoardsData,
  ListResearchBoardsResponses,
  ListSearchAccountsData,
  ListSearchAccountsResponses,
  ListSearchAdGroupsData,
  ListSearchAdGroupsResponses,
  ListSearchAdsData,
  ListSearchAdsResponses,
  ListSearchCampaignsData,
  ListSearchCampaignsResponses,
  ListSearchChangesData,
  ListSearchChangesResponses,
  ListSearchKeywordsData,
  ListSearchKeywordsResponses,
  ListSearchNegativesData,
  ListSearchNegativesResponses,
  ListSearchTermsData,
  ListSearchTermsResponses,
  ListSessionsData,
  ListSessionsResponses,
  ListSpendGuardsData,
  ListSpendGuardsResponses,
  ListSuggestionsData,
  ListSuggestionsResponses,
  ListTagsData,
  ListTagsResponses,
  ListTopAdsData,
  ListTopAdsResponses,
  ListViewsData,
  ListViewsResponses,
  ListWaysToSignInData,
  ListWaysToSignInResponses,
  ListWebhookDeliveriesData,
  ListWebhookDeliveriesResponses,
  ListWebhooksData,
  ListWebhooksResponses,
  ListWorkspacesData,
  ListWorkspacesResponses,
  MailSignInLinkData,
  MailSignInLinkResponses,
  MutateResearchData,
  MutateResearchResponses,
  PreviewAutomationData,
  PreviewAutomationResponses,
  PreviewSpendGuardData,
  PreviewSpendGuardResponses,
  PreviewUnsavedAutomationData,
  PreviewUnsavedAutomationResponses,
  QueryReportsData,
  QueryReportsResponses,
  QueryResearchData,
  QueryResearchResponses,
  ReachCompositionData,
  ReachCompositionResponses,
  ReadApprovalLinkData,
  ReadAuditLogData,
  ReadAuditLogResponses,
  ReadCalendarData,
  ReadCalendarResponses,
  ReadConsentRequestData,
  ReadConsentRequestResponses,
  ReadEverythingForModelsData,
  ReadHomeData,
  ReadInstanceData,
  ReadInstanceResponses,
  ReadMailWishesData,
  ReadMailWishesResponses,
  ReadMediaFileData,
  ReadMetricsData,
  ReadNetworkMetricsData,
  ReadNetworkMetricsResponses,
  ReadNetworkTreeData,
  ReadNetworkTreeResponses,
  ReadOpenapiData,
  ReadOverviewForModelsData,
  ReadReferenceData,
  ReadReferenceFileData,
  ReadSectionForModelsData,
  ReadSessionData,
  ReadSessionResponses,
  ReadShortVideoMaterialsData,
  ReadShortVideoMaterialsResponses,
  RefuseApprovalData,
  RefuseApprovalResponses,
  RefuseByLinkData,
  RehearseConnectionData,
  RehearseConnectionResponses,
  RemoveEndData,
  RemoveEndResponses,
  RemovePersonData,
  RemovePersonResponses,
  RemoveSearchNegativesData,
  RemoveSearchNegativesResponses,
  RenameBatchData,
  RenameBatchResponses,
  RenameOneselfData,
  RenameOneselfResponses,
  ReplaceViewData,
  ReplaceViewResponses,
  ReplayWebhookData,
  ReplayWebhookDeliveryData,
  ReplayWebhookDeliveryResponses,
  ReplayWebhookResponses,
  ReplyToCommentData,
  ReplyToCommentResponses,
  ResumeAutomationsData,
  ResumeAutomationsResponses,
  RevokeAssistantData,
  RevokeAssistantResponses,
  RevokeKeyData,
  RevokeKeyResponses,
  RotateWebhookSecretData,
  RotateWebhookSecretResponses,
  RunAutomationData,
  RunAutomationResponses,
  SaveViewData,
  SaveViewResponses,
  ScrapePageData,
  ScrapePageResponses,
  SearchTargetingData,
  SearchTargetingResponses,
  SendConversionEventsData,
  SendConversionEventsResponses,
  SetCurrencyData,
  SetCurrencyResponses,
  SetOauthAppData,
  SetOauthAppResponses,
  SetSpendGuardsData,
  SetSpendGuardsResponses,
  SignInByOidcData,
  SignInByPasskeyData,
  SignInByPasskeyResponses,
  SignInData,
  SignInResponses,
  SignOutData,
  SignOutResponses,
  StepUpData,
  StepUpResponses,
  StopAutomationsData,
  StopAutomationsResponses,
  TakeInConnectionAccountsData,
  TakeInConnectionAccountsResponses,
  TestWebhookData,
  TestWebhookResponses,
  UndoBatchData,
  UndoBatchResponses,
  UndoExecutionData,
  UndoExecutionResponses,
  UnhideCommentData,
  UnhideCommentResponses,
  UpdateAdCopyTemplateData,
  UpdateAdCopyTemplateResponses,
  UpdateAdData,
  UpdateAdResponses,
  UpdateAdSetData,
  UpdateAdSetResponses,
  UpdateAdSetZipsData,
  UpdateAdSetZipsResponses,
  UpdateAutomationData,
  UpdateAutomationResponses,
  UpdateBoardAssetsData,
  UpdateBoardAssetsResponses,
  UpdateBoardData,
  UpdateBoardResponses,
  UpdateBudgetData,
  UpdateBudgetResponses,
  UpdateCampaignData,
  UpdateCampaignResponses,
  UpdateChangelogEntryData,
  UpdateChangelogEntryResponses,
  UpdateCreativeSettingsData,
  UpdateCreativeSettingsResponses,
  UpdateDraftData,
  UpdateDraftResponses,
  UpdateKeyData,
  UpdateKeyResponses,
  UpdateLaunchDefaultsData,
  UpdateLaunchDefaultsResponses,
  UpdateMailWishesData,
  UpdateMailWishesResponses,
  UpdateMediaData,
  UpdateMediaResponses,
  UpdatePersonData,
  UpdatePersonResponses,
  UpdatePhotoMessagingBudgetData,
  UpdatePhotoMessagingBudgetResponses,
  UpdatePhotoMessagingStatusData,
  UpdatePhotoMessagingStatusResponses,
  UpdateSearchBudgetData,
  UpdateSearchBudgetResponses,
  UpdateSearchStatusData,
  UpdateSearchStatusResponses,
  UpdateStatusData,
  UpdateStatusResponses,
  UpdateWebhookData,
  UpdateWebhookResponses,
  UpdateWorkspaceData,
  UpdateWorkspaceResponses,
  UploadFileData,
  UploadFileFromUrlData,
  UploadFileFromUrlResponses,
  UploadFileResponses,
  UploadMediaData,
  UploadMediaFromUrlData,
  UploadMediaFromUrlResponses,
  UploadMediaResponses,
  UseSandboxData,
  UseSandboxResponses,
  ValidateLaunchData,
  ValidateLaunchResponses,
  WhoAmIData,
  WhoAmIResponses,
  WithdrawInviteData,
  WithdrawInviteResponses,
} from './types.gen.ts'

export const operations = {
  launchAds: { method: 'POST', path: '/v1/launch', keyed: true },
  validateLaunch: { method: 'POST', path: '/v1/launch/validate', keyed: true },
  getBatchStatus: { method: 'GET', path: '/v1/batch-status/{id}' },
  listBatches: { method: 'GET', path: '/v1/batches', goesOnWith: 'cursor' },
  getBatch: { method: 'GET', path: '/v1/batches/{id}' },
  renameBatch: { method: 'PATCH', path: '/v1/batches/{id}', keyed: true },
  followBatch: { method: 'GET', path: '/v1/batches/{id}/events', file: true },
  getReceipts: { method: 'GET', path: '/v1/batches/{id}/receipts', goesOnWith: 'cursor' },
  getTimeline: { method: 'GET', path: '/v1/batches/{id}/timeline', goesOnWith: 'cursor' },
  cancelBatch: { method: 'POST', path: '/v1/batches/{id}/cancel', keyed: true },
  draftFailedAds: { method: 'POST', path: '/v1/batches/{id}/draft', keyed: true },
  undoBatch: { method: 'POST', path: '/v1/batches/{id}/undo', keyed: true },
  launchFromDraft: { method: 'POST', path: '/v1/launch/from-draft', keyed: true },
  listDrafts: { method: 'GET', path: '/v1/drafts', goesOnWith: 'cursor' },
  createDraft: { method: 'POST', path: '/v1/drafts', keyed: true },
  getDraft: { method: 'GET', path: '/v1/drafts/{id}' },
  updateDraft: { method: 'PATCH', path: '/v1/drafts/{id}', keyed: true },
  deleteDraft: { method: 'DELETE', path: '/v1/drafts/{id}', keyed: true },
  launchDraft: { method: 'POST', path: '/v1/drafts/{id}/launch', keyed: true },
  createCampaign: { method: 'POST', path: '/v1/manage/create-campaign', keyed: true },
  createAdSet: { method: 'POST', path: '/v1/manage/create-adset', keyed: true },
  updateCampaign: { method: 'POST', path: '/v1/manage/update-campaign', keyed: true },
  updateAdSet: { method: 'POST', path: '/v1/manage/update-adset', keyed: true },
  updateAd: { method: 'POST', path: '/v1/manage/update-ad', keyed: true },
  updateBudget: { method: 'POST', path: '/v1/manage/update-budget', keyed: true },
  updateAdSetZips: { method: 'POST', path: '/v1/manage/update-adset-zip-targeting', keyed: true },
  duplicateCampaign: { method: 'POST', path: '/v1/manage/duplicate-campaign', keyed: true },
  duplicateAdset: { method: 'POST', path: '/v1/manage/duplicate-adset', keyed: true },
  duplicateAd: { method: 'POST', path: '/v1/manage/duplicate-ad', keyed: true },
  listChanges: { method: 'GET', path: '/v1/manage/changes', goesOnWith: 'cursor' },
  getAdDebugData: { method: 'POST', path: '/v1/manage/ad-debug-data', keyed: true },
  getAdCreativeSpecs: { method: 'POST', path: '/v1/manage/ad-creative-specs', keyed: true },
  listAds: { method: 'GET', path: '/v1/manage/list-ads', goesOnWith: 'cursor' },
  updateStatus: { method: 'POST', path: '/v1/manage/update-status', keyed: true },
  deleteEntities: { method: 'POST', path: '/v1/manage/delete', keyed: true },
  listEnds: { method: 'GET', path: '/v1/ends', goesOnWith: 'cursor' },
  removeEnd: { method: 'DELETE', path: '/v1/ends/{id}', keyed: true },
  listCampaignPerformance: { method: 'GET', path: '/v1/manage/campaigns', goesOnWith: 'cursor' },
  listAdSetPerformance: { method: 'GET', path: '/v1/manage/adsets', goesOnWith: 'cursor' },
  reachComposition: { method: 'GET', path: '/v1/reports/primary/reach-composition' },
  countryBreakdown: { method: 'GET', path: '/v1/reports/primary/country-breakdown' },
  breakdownReport: { method: 'GET', path: '/v1/reports/primary/breakdown' },
  listComments: { method: 'GET', path: '/v1/comments', goesOnWith: 'cursor' },
  replyToComment: { method: 'POST', path: '/v1/comments/reply', keyed: true },
  hideComment: { method: 'POST', path: '/v1/comments/hide', keyed: true },
  unhideComment: { method: 'POST', path: '/v1/comments/unhide', keyed: true },
  deleteComment: { method: 'POST', path: '/v1/comments/delete', keyed: true },
  listPixels: { method: 'GET', path: '/v1/conversions/pixels', goesOnWith: 'cursor' },
  listCustomConversions: { method: 'GET', path: '/v1/conversions/custom-conversions', goesOnWith: 'cursor' },
  sendConversionEvents: { method: 'POST', path: '/v1/conversions/events', keyed: true },
  listPosts: { method: 'GET', path: '/v1/primary/posts', goesOnWith: 'cursor' },
  listPartnershipCreators: { method: 'GET', path: '/v1/primary/partnership-creators', goesOnWith: 'cursor' },
  searchTargeting: { method: 'GET', path: '/v1/primary/targeting-search', goesOnWith: 'cursor' },
  listAudiences: { method: 'GET', path: '/v1/primary/audiences', goesOnWith: 'cursor' },
  listPhotoMessagingCampaigns: { method: 'GET', path: '/v1/manage/snapchat/campaigns', goesOnWith: 'cursor' },
  listPhotoMessagingAdSquads: { method: 'GET', path: '/v1/manage/snapchat/adsquads', goesOnWith: 'cursor' },
  listPhotoMessagingAds: { method: 'GET', path: '/v1/manage/snapchat/ads', goesOnWith: 'cursor' },
  updatePhotoMessagingStatus: { method: 'POST', path: '/v1/manage/snapchat/update-status', keyed: true },
  updatePhotoMessagingBudget: { method: 'POST', path: '/v1/manage/snapchat/update-budget', keyed: true },
  listPinBoards: { method: 'GET', path: '/v1/pinterest/boards', goesOnWith: 'cursor' },
  listIdentities: { method: 'GET', path: '/v1/tiktok/identities', goesOnWith: 'cursor' },
  listIdentityPosts: { method: 'GET', path: '/v1/tiktok/posts', goesOnWith: 'cursor' },
  createShortVideoCampaign: { method: 'POST', path: '/v1/tiktok/create-campaign', keyed: true },
  createShortVideoAdSet: { method: 'POST', path: '/v1/tiktok/create-adset', keyed: true },
  readShortVideoMaterials: { method: 'GET', path: '/v1/tiktok/materials', goesOnWith: 'cursor' },
  duplicateAppCampaign: { method: 'POST', path: '/v1/applovin/duplicate-campaign', keyed: true },
  listSearchAccounts: { method: 'GET', path: '/v1/google-ads/accounts', goesOnWith: 'cursor' },
  listSearchCampaigns: { method: 'GET', path: '/v1/google-ads/campaigns', goesOnWith: 'cursor' },
  listSearchAdGroups: { method: 'GET', path: '/v1/google-ads/ad-groups', goesOnWith: 'cursor' },
  listSearchAds: { method: 'GET', path: '/v1/google-ads/ads', goesOnWith: 'cursor' },
  listSearchKeywords: { method: 'GET', path: '/v1/google-ads/keywords', goesOnWith: 'cursor' },
  addSearchKeywords: { method: 'POST', path: '/v1/google-ads/keywords', keyed: true },
  listSearchTerms: { method: 'GET', path: '/v1/google-ads/search-terms', goesOnWith: 'cursor' },
  listSearchNegatives: { method: 'GET', path: '/v1/google-ads/negatives', goesOnWith: 'cursor' },
  addSearchNegatives: { method: 'POST', path: '/v1/google-ads/negatives', keyed: true },
  removeSearchNegatives: { method: 'POST', path: '/v1/google-ads/negatives/remove', keyed: true },
  updateSearchStatus: { method: 'POST', path: '/v1/google-ads/update-status', keyed: true },
  updateSearchBudget: { method: 'POST', path: '/v1/google-ads/update-budget', keyed: true },
  listSearchChanges: { method: 'GET', path: '/v1/google-ads/changes', goesOnWith: 'cursor' },
  listNetworkAccounts: { method: 'GET', path: '/v1/linkedin/accounts', goesOnWith: 'cursor' },
  listOrganizationPosts: { method: 'GET', path: '/v1/linkedin/posts', goesOnWith: 'cursor' },
  readNetworkTree: { method: 'GET', path: '/v1/linkedin/manage', goesOnWith: 'cursor' },
  duplicateNetworkEntity: { method: 'POST', path: '/v1/linkedin/duplicate', keyed: true },
  readNetworkMetrics: { method: 'GET', path: '/v1/linkedin/metrics', goesOnWith: 'cursor' },
  queryReports: { method: 'GET', path: '/v1/reports/query', goesOnWith: 'cursor' },
  listReportFields: { method: 'GET', path: '/v1/reports/fields' },
  listTopAds: { method: 'GET', path: '/v1/analytics/top-ads' },
  getDailySpend: { method: 'GET', path: '/v1/spend/daily' },
  exportReport: { method: 'GET', path: '/v1/reports/export', file: true },
  getReconciliation: { method: 'GET', path: '/v1/reports/reconciliation', goesOnWith: 'cursor' },
  saveView: { method: 'PUT', path: '/v1/views', keyed: true },
  listViews: { method: 'GET', path: '/v1/views', goesOnWith: 'cursor' },
  listEntities: { method: 'GET', path: '/v1/entities', goesOnWith: 'cursor' },
  getView: { method: 'GET', path: '/v1/views/{id}' },
  replaceView: { method: 'PUT', path: '/v1/views/{id}', keyed: true },
  deleteView: { method: 'DELETE', path: '/v1/views/{id}', keyed: true },
  listCreatives: { method: 'GET', path: '/v1/creatives', goesOnWith: 'cursor' },
  getCreative: { method: 'GET', path: '/v1/creatives/{id}' },
  graduateCreative: { method: 'POST', path: '/v1/creatives/{id}/graduate', keyed: true },
  listPictures: { method: 'GET', path: '/v1/pictures' },
  getPicture: { method: 'GET', path: '/v1/pictures/{id}', file: true },
  getCreativeSettings: { method: 'GET', path: '/v1/creative-settings' },
  updateCreativeSettings: { method: 'PUT', path: '/v1/creative-settings', keyed: true },
  getCurrency: { method: 'GET', path: '/v1/currency' },
  setCurrency: { method: 'PUT', path: '/v1/currency', keyed: true },
  listAdAccounts: { method: 'GET', path: '/v1/adaccounts', goesOnWith: 'cursor' },
  listProfiles: { method: 'GET', path: '/v1/profiles', goesOnWith: 'cursor' },
  listAdSets: { method: 'GET', path: '/v1/adsets', goesOnWith: 'cursor' },
  listCampaigns: { method: 'GET', path: '/v1/campaigns', goesOnWith: 'cursor' },
  getLaunchDefaults: { method: 'GET', path: '/v1/launch-defaults' },
  updateLaunchDefaults: { method: 'PATCH', path: '/v1/launch-defaults', keyed: true },
  listWorkspaces: { method: 'GET', path: '/v1/workspaces', goesOnWith: 'cursor' },
  createWorkspace: { method: 'POST', path: '/v1/workspaces', keyed: true },
  whoAmI: { method: 'GET', path: '/v1/user' },
  listConnections: { method: 'GET', path: '/v1/connections', goesOnWith: 'cursor' },
  addConnection: { method: 'POST', path: '/v1/connections', keyed: true },
  getConnectUrl: { method: 'GET', path: '/v1/connections/{platform}/connect' },
  beginConnect: { method: 'POST', path: '/v1/connections/{platform}/connect', keyed: true },
  endConnect: { method: 'GET', path: '/connect/{platform}/callback', file: true },
  getConnectProblem: { method: 'GET', path: '/v1/connections/{platform}/connect/problem' },
  checkConnection: { method: 'POST', path: '/v1/connections/{id}/check', keyed: true },
  listConnectionUses: { method: 'GET', path: '/v1/connections/{id}/uses' },
  rehearseConnection: { method: 'POST', path: '/v1/connections/{id}/rehearse', keyed: true },
  deleteConnection: { method: 'DELETE', path: '/v1/connections/{id}', keyed: true },
  getOauthApp: { method: 'GET', path: '/v1/connections/{platform}/app' },
  setOauthApp: { method: 'PUT', path: '/v1/connections/{platform}/app', keyed: true },
  deleteOauthApp: { method: 'DELETE', path: '/v1/connections/{platform}/app', keyed: true },
  readCalendar: { method: 'GET', path: '/v1/calendar', goesOnWith: 'cursor' },
  listConnectionAccounts: { method: 'GET', path: '/v1/connections/{id}/accounts' },
  chooseConnectionAccounts: { method: 'PUT', path: '/v1/connections/{id}/accounts', keyed: true },
  takeInConnectionAccounts: { method: 'POST', path: '/v1/connections/{id}/accounts/take-in', keyed: true },
  useSandbox: { method: 'PUT', path: '/v1/connections/{platform}/sandbox', keyed: true },
  listSpendGuards: { method: 'GET', path: '/v1/spend-guards' },
  setSpendGuards: { method: 'PUT', path: '/v1/spend-guards', keyed: true },
  getSpendGuardStatus: { method: 'GET', path: '/v1/spend-guards/status' },
  previewSpendGuard: { method: 'POST', path: '/v1/spend-guards/preview', keyed: true },
  listApprovals: { method: 'GET', path: '/v1/approvals', goesOnWith: 'cursor' },
  getApproval: { method: 'GET', path: '/v1/approvals/{id}' },
  approveApproval: { method: 'POST', path: '/v1/approvals/{id}/approve', keyed: true },
  refuseApproval: { method: 'POST', path: '/v1/approvals/{id}/refuse', keyed: true },
  listAutomationTemplates: { method: 'GET', path: '/v1/automations/templates' },
  listAutomations: { method: 'GET', path: '/v1/automations', goesOnWith: 'cursor' },
  createAutomation: { method: 'POST', path: '/v1/automations', keyed: true },
  previewUnsavedAutomation: { method: 'POST', path: '/v1/automations/preview', keyed: true },
  getAutomation: { method: 'GET', path: '/v1/automations/{id}' },
  updateAutomation: { method: 'PATCH', path: '/v1/automations/{id}', keyed: true },
  deleteAutomation: { method: 'DELETE', path: '/v1/automations/{id}', keyed: true },
  previewAutomation: { method: 'POST', path: '/v1/automations/{id}/preview', keyed: true },
  backtestAutomation: { method: 'POST', path: '/v1/automations/{id}/backtest', keyed: true },
  runAutomation: { method: 'POST', path: '/v1/automations/{id}/run', keyed: true },
  listExecutionsOfAutomation: { method: 'GET', path: '/v1/automations/{id}/executions', goesOnWith: 'cursor' },
  listExecutions: { method: 'GET', path: '/v1/automations/executions', goesOnWith: 'cursor' },
  getExecution: { method: 'GET', path: '/v1/automations/executions/{id}' },
  undoExecution: { method: 'POST', path: '/v1/automations/executions/{id}/undo', keyed: true },
  listSuggestions: { method: 'GET', path: '/v1/automations/suggestions', goesOnWith: 'cursor' },
  acceptSuggestion: { method: 'POST', path: '/v1/automations/suggestions/{id}/accept', keyed: true },
  dismissSuggestion: { method: 'POST', path: '/v1/automations/suggestions/{id}/dismiss', keyed: true },
  getAutomationSwitch: { method: 'GET', path: '/v1/automations/stop' },
  stopAutomations: { method: 'POST', path: '/v1/automations/stop', keyed: true },
  resumeAutomations: { method: 'POST', path: '/v1/automations/resume', keyed: true },
  listEvents: { method: 'GET', path: '/v1/events', goesOnWith: 'after' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', goesOnWith: 'cursor' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', keyed: true },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{id}' },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', keyed: true },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', keyed: true },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', keyed: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', keyed: true },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{id}/replay', keyed: true },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', goesOnWith: 'cursor' },
  replayWebhookDelivery: { method: 'POST', path: '/v1/webhooks/deliveries/{id}/replay', keyed: true },
  readAuditLog: { method: 'GET', path: '/v1/audit-log', goesOnWith: 'cursor' },
  listChangelog: { method: 'GET', path: '/v1/changelog', goesOnWith: 'cursor' },
  createChangelogEntry: { method: 'POST', path: '/v1/changelog', keyed: true },
  getLatestChangelogEntry: { method: 'GET', path: '/v1/changelog/latest' },
  getChangelogEntry: { method: 'GET', path: '/v1/changelog/{id}' },
  updateChangelogEntry: { method: 'PATCH', path: '/v1/changelog/{id}', keyed: true },
  deleteChangelogEntry: { method: 'DELETE', path: '/v1/changelog/{id}', keyed: true },
  uploadFile: { method: 'POST', path: '/upload', keyed: true, form: true },
  uploadFileFromUrl: { method: 'POST', path: '/upload/url', keyed: true },
  uploadMedia: { method: 'POST', path: '/v1/media/upload', keyed: true, form: true },
  uploadMediaFromUrl: { method: 'POST', path: '/v1/media/upload/url', keyed: true },
  listMedia: { method: 'GET', path: '/v1/media', goesOnWith: 'cursor' },
  getMedia: { method: 'GET', path: '/v1/media/{id}' },
  updateMedia: { method: 'PATCH', path: '/v1/media/{id}', keyed: true },
  deleteMedia: { method: 'DELETE', path: '/v1/media/{id}', keyed: true },
  listMediaUses: { method: 'GET', path: '/v1/media/{id}/uses', goesOnWith: 'cursor' },
  listAssets: { method: 'GET', path: '/v1/library/assets', goesOnWith: 'cursor' },
  getAsset: { method: 'GET', path: '/v1/library/assets/{id}' },
  listBoards: { method: 'GET', path: '/v1/library/boards', goesOnWith: 'cursor' },
  createBoard: { method: 'POST', path: '/v1/library/boards', keyed: true },
  updateBoard: { method: 'PATCH', path: '/v1/library/boards/{id}', keyed: true },
  deleteBoard: { method: 'DELETE', path: '/v1/library/boards/{id}', keyed: true },
  listBoardAssets: { method: 'GET', path: '/v1/library/boards/{id}/assets', goesOnWith: 'cursor' },
  updateBoardAssets: { method: 'POST', path: '/v1/library/boards/{id}/assets', keyed: true },
  listTags: { method: 'GET', path: '/v1/library/tags', goesOnWith: 'cursor' },
  listResearchAds: { method: 'GET', path: '/v1/research/rpc/ads.list' },
  getResearchAd: { method: 'GET', path: '/v1/research/rpc/ads.getDetails' },
  getResearchBrand: { method: 'GET', path: '/v1/research/rpc/brand.getOverview' },
  listFollowedBrands: { method: 'GET', path: '/v1/research/rpc/companies.listFollowed' },
  listResearchBoards: { method: 'GET', path: '/v1/research/rpc/boards.list' },
  createResearchBoard: { method: 'POST', path: '/v1/research/rpc/boards.create', keyed: true },
  queryResearch: { method: 'GET', path: '/v1/research/rpc/{procedure}' },
  mutateResearch: { method: 'POST', path: '/v1/research/rpc/{procedure}', keyed: true },
  scrapePage: { method: 'POST', path: '/v1/research/scrape', keyed: true },
  getScrape: { method: 'GET', path: '/v1/research/scrape/{jobId}' },
  listAdCopyTemplates: { method: 'GET', path: '/v1/ad-copy-templates', goesOnWith: 'cursor' },
  createAdCopyTemplate: { method: 'POST', path: '/v1/ad-copy-templates', keyed: true },
  getAdCopyTemplate: { method: 'GET', path: '/v1/ad-copy-templates/{id}' },
  updateAdCopyTemplate: { method: 'PATCH', path: '/v1/ad-copy-templates/{id}', keyed: true },
  deleteAdCopyTemplate: { method: 'DELETE', path: '/v1/ad-copy-templates/{id}', keyed: true },
  listOlderAdCopyTemplates: { method: 'GET', path: '/api/ad-copy-templates' },
  listAssistants: { method: 'GET', path: '/v1/assistants' },
  connectAssistant: { method: 'POST', path: '/v1/assistants', keyed: true },
  readConsentRequest: { method: 'POST', path: '/v1/assistants/requests', keyed: true },
  revokeAssistant: { method: 'DELETE', path: '/v1/assistants/{id}', keyed: true },
  listOlderWorkspaces: { method: 'GET', path: '/api/workspaces' },
  createOlderWorkspace: { method: 'POST', path: '/api/workspaces', keyed: true },
  listOlderUsers: { method: 'GET', path: '/api/users' },
  invitePersonOlder: { method: 'POST', path: '/api/invites', keyed: true },
  acceptInvite: { method: 'POST', path: '/api/invites/{token}/accept' },
  listWaysToSignIn: { method: 'GET', path: '/v1/session/ways' },
  mailSignInLink: { method: 'POST', path: '/v1/session/link' },
  signIn: { method: 'POST', path: '/v1/session' },
  signOut: { method: 'DELETE', path: '/v1/session', keyed: true },
  renameOneself: { method: 'PATCH', path: '/v1/session', keyed: true },
  readSession: { method: 'GET', path: '/v1/session' },
  askForPasskey: { method: 'POST', path: '/v1/session/passkey/options' },
  signInByPasskey: { method: 'POST', path: '/v1/session/passkey' },
  signInByOidc: { method: 'GET', path: '/v1/session/oidc', file: true },
  endOidcSignIn: { method: 'GET', path: '/v1/session/oidc/callback', file: true },
  stepUp: { method: 'POST', path: '/v1/session/step-up', keyed: true },
  listOwnCompanies: { method: 'GET', path: '/v1/session/companies' },
  acceptCompany: { method: 'POST', path: '/v1/session/companies/{slug}/accept', keyed: true },
  readMailWishes: { method: 'GET', path: '/v1/session/mails' },
  updateMailWishes: { method: 'PATCH', path: '/v1/session/mails', keyed: true },
  listSessions: { method: 'GET', path: '/v1/sessions' },
  endSession: { method: 'DELETE', path: '/v1/sessions/{id}', keyed: true },
  beginPasskey: { method: 'POST', path: '/v1/passkeys/options', keyed: true },
  createPasskey: { method: 'POST', path: '/v1/passkeys', keyed: true },
  listPasskeys: { method: 'GET', path: '/v1/passkeys' },
  deletePasskey: { method: 'DELETE', path: '/v1/passkeys/{id}', keyed: true },
  listKeys: { method: 'GET', path: '/v1/keys', goesOnWith: 'cursor' },
  createKey: { method: 'POST', path: '/v1/keys', keyed: true },
  updateKey: { method: 'PATCH', path: '/v1/keys/{id}', keyed: true },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}', keyed: true },
  listPeople: { method: 'GET', path: '/v1/people', goesOnWith: 'cursor' },
  updatePerson: { method: 'PATCH', path: '/v1/people/{id}', keyed: true },
  removePerson: { method: 'DELETE', path: '/v1/people/{id}', keyed: true },
  listInvites: { method: 'GET', path: '/v1/people/invites' },
  invitePerson: { method: 'POST', path: '/v1/people/invites', keyed: true },
  confirmInvite: { method: 'POST', path: '/v1/people/invites/{id}/confirm', keyed: true },
  withdrawInvite: { method: 'DELETE', path: '/v1/people/invites/{id}', keyed: true },
  updateWorkspace: { method: 'PATCH', path: '/v1/workspaces/{id}', keyed: true },
  deleteWorkspace: { method: 'DELETE', path: '/v1/workspaces/{id}', keyed: true },
  readInstance: { method: 'GET', path: '/v1/instance' },
  readApprovalLink: { method: 'GET', path: '/approvals/{token}', file: true },
  approveByLink: { method: 'POST', path: '/approvals/{token}/approve', file: true },
  refuseByLink: { method: 'POST', path: '/approvals/{token}/refuse', file: true },
  readHome: { method: 'GET', path: '/', file: true },
  checkHealth: { method: 'GET', path: '/v1/health' },
  checkLive: { method: 'GET', path: '/live', file: true },
  checkReady: { method: 'GET', path: '/ready', file: true },
  readMetrics: { method: 'GET', path: '/metrics', file: true },
  readMediaFile: { method: 'GET', path: '/media/{path}', file: true },
  readReference: { method: 'GET', path: '/docs', file: true },
  readReferenceFile: { method: 'GET', path: '/docs/{file}', file: true },
  readOpenapi: { method: 'GET', path: '/openapi.json', file: true },
  readOverviewForModels: { method: 'GET', path: '/llms.txt', file: true },
  readEverythingForModels: { method: 'GET', path: '/llms-full.txt', file: true },
  readSectionForModels: { method: 'GET', path: '/llms/{file}', file: true },
} as const

/** Every operation of the interface, under its own name. */
export interface Operations {
  /**
   * Launch a batch of ads.
   *
   * Checked whole, stored whole, then worked off ad by ad. Answers at once; follow it with GET /v1/batch-status/{id}. One ad in three ad sets makes three ads. Nothing is created when anything in the request breaks a rule. The older format, in which everything or each ad stands inside creativeState, is understood too; what stands outside of it wins. So is a body that is one ad, without ads, and an ad with adSetId, mediaUrl or callToAction.
   *
   * Needs a key with the scope `launch`. Open to agents as `launch_ads`.
   *
   * POST /v1/launch
   */
  launchAds: Method<Input<LaunchAdsData> & { dryRun: true }, LaunchAdsResponses[200]> &
    Method<Input<LaunchAdsData> & { dryRun?: false }, LaunchAdsResponses[202]> &
    Method<Input<LaunchAdsData>, LaunchAdsResponses[200 | 202]>
  /**
   * Check a launch without launching it: every rule, every ad, nothing stored.
   *
   * Whatever is wrong with the ads is told at once, in issues with paths such as ads.3.media.0.url. depth says how far the look went: schema (something has the wrong form), rules, or platform: the platforms were asked whether ad sets are there, open and have room, who may speak, and whatever else would keep an ad from being made, which is remembered for a minute. A warning names what could not be asked. When all is well: what would go live, what that may cost, and what spend guards say.
   *
   * Needs a key with the scope `read`. Open to agents as `validate_launch`.
   *
   * POST /v1/launch/validate
   */
  validateLaunch: Method<Input<ValidateLaunchData>, ValidateLaunchResponses[200]>
  /**
   * How far a batch is. Ask until summaryStatus is success or error.
   *
   * A draft that was not launched has the status draft and the summaryStatus error, because nothing is on its way; the message says so.
   *
   * Needs a key with the scope `read`. Open to agents as `get_batch_status`.
   *
   * GET /v1/batch-status/{id}
   */
  getBatchStatus: Method<Input<GetBatchStatusData>, GetBatchStatusResponses[200]>
  /**
   * Launches of the company, newest first.
   *
   * Needs a key with the scope `read`. Open to agents as `list_batches`.
   *
   * GET /v1/batches
   */
  listBatches: OptionalMethod<Input<ListBatchesData>, ListBatchesResponses[200]>
  /**
   * One launch whole: the request as accepted, every ad, and what happened when.
   *
   * Needs a key with the scope `read`. Open to agents as `get_batch`.
   *
   * GET /v1/batches/{id}
   */
  getBatch: Method<Input<GetBatchData>, GetBatchResponses[200]>
  /**
   * Give a batch another name, or none. Nothing on a platform changes.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/batches/{id}
   */
  renameBatch: Method<Input<RenameBatchData>, RenameBatchResponses[200]>
  /**
   * Follow a batch as it happens (server-sent events): progress, ad.launched, ad.failed, ad.waiting, ad.unsure, batch.waiting, batch.finished.
   *
   * A reader that comes back with the header Last-Event-ID misses nothing. The data of each event is a JSON object:
   *
   * - `progress`: how far the batch is. `adBatchId`: id of the batch; `progress`: how many of 100 parts are done; `totalAds`: how many ads the batch has; `successfulAds`: how many of them were launched; `failedCount`: how many of them failed.
   * - `ad.launched`: an ad exists on its platform. `adBatchId`: id of the batch; `at`: when it happened; `index`: which ad of the request, counted from 0; `adName`: its name; `clientRef` (if any): the caller's own name for it; `adSetId`: the ad set that it goes into; `adId`: the id of the ad on the platform.
   * - `ad.failed`: an ad was not made, and is not tried again. `adBatchId`: id of the batch; `at`: when it happened; `index`: which ad of the request, counted from 0; `adName`: its name; `clientRef` (if any): the caller's own name for it; `adSetId`: the ad set that it goes into; `code`: what went wrong, in a word that programs can go by; `message`: what went wrong, for people.
   * - `ad.waiting`: an ad waits, and goes on by itself. `adBatchId`: id of the batch; `at`: when it happened; `index`: which ad of the request, counted from 0; `adName`: its name; `clientRef` (if any): the caller's own name for it; `adSetId`: the ad set that it goes into; `step`: the step that it goes on with; `until`: when it goes on; `reason` (if any): what it waits for, in the words of waitingFor.
   * - `ad.unsure`: the answer to a write was lost, and what it made is looked for. `adBatchId`: id of the batch; `at`: when it happened; `index`: which ad of the request, counted from 0; `adName`: its name; `clientRef` (if any): the caller's own name for it; `adSetId`: the ad set that it goes into; `step`: the step that it goes on with; `until`: when it goes on; `reason` (if any): what it waits for, in the words of waitingFor.
   * - `batch.waiting`: what ads of the batch wait for and until when; told when that changes, looked at every 3 s. `adBatchId`: id of the batch; `message`: how far the batch is and what it waits for, in the words of batch-status; `waits`: what its ads wait for, most of them first; none: they go on.
   * - `batch.finished`: the last event, in the words of batch-status. `adBatchId`: id of the batch; `at`: when it happened; `status`: where the batch stands. error: not every ad was launched; `summaryStatus`: the same in three words. A draft is error, because nothing is on its way; `rawStatus`: the same in full. Partial: some ads were launched and some failed; `totalAds`: how many ads the batch has; `successfulAds`: how many of them were launched; `failedCount`: how many of them failed; `message`: how the batch ended, for people.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/batches/{id}/events
   */
  followBatch: Method<Input<FollowBatchData>, Response>
  /**
   * For every launched ad: what was asked, what the platform stored, and where the two differ.
   *
   * Read back from the platform on the first call and kept; refresh=true reads again. Fields are named in the words of the platform; what of the request was not sent as it was asked for is named in its own words, with a reason. fields, destinations and enhancements tell the whole request in its own words; refresh=true adds them to receipts that an older version read.
   *
   * Needs a key with the scope `read`. Open to agents as `get_receipts`.
   *
   * GET /v1/batches/{id}/receipts
   */
  getReceipts: Method<Input<GetReceiptsData>, GetReceiptsResponses[200]>
  /**
   * For each ad of a batch: its steps, how many tries each took, its waits and why, with times.
   *
   * The ads come in the order of the request; index and adSetId pick one. Read from the journal alone: the platform is not asked.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/batches/{id}/timeline
   */
  getTimeline: Method<Input<GetTimelineData>, GetTimelineResponses[200]>
  /**
   * Stop what has not been sent to a platform yet, and say what was created already.
   *
   * A batch that has ended cannot be cancelled (409); POST /v1/batches/{id}/undo removes what it made.
   *
   * Needs a key with the scope `launch`. Open to agents as `cancel_batch`.
   *
   * POST /v1/batches/{id}/cancel
   */
  cancelBatch: Method<Input<CancelBatchData>, CancelBatchResponses[200]>
  /**
   * Save the ads of a batch that failed or were cancelled as a draft, to mend and launch them.
   *
   * Each with the ad sets in which it does not exist. The batch stays as it is; launching it again as well would make these ads twice.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/batches/{id}/draft
   */
  draftFailedAds: Method<Input<DraftFailedAdsData>, DraftFailedAdsResponses[201]>
  /**
   * Pause, then delete what a batch created, newest first.
   *
   * With dryRun it only says what would be removed. Ads are removed; creatives and media stay in the account, where they cost nothing; what was spent stays spent.
   *
   * Needs a key with the scope `manage`. Open to agents as `undo_batch`.
   *
   * POST /v1/batches/{id}/undo
   */
  undoBatch: Method<Input<UndoBatchData>, UndoBatchResponses[200]>
  /**
   * Launch a draft, or what failed of an earlier batch.
   *
   * Of a batch that failed in part only what failed (or was cancelled) is launched again, under the same batch id.
   *
   * Needs a key with the scope `launch`. Open to agents as `launch_from_draft`.
   *
   * POST /v1/launch/from-draft
   */
  launchFromDraft: Method<Input<LaunchFromDraftData>, LaunchFromDraftResponses[202]>
  /**
   * Drafts of the company, newest first.
   *
   * With counts instead of contents; GET /v1/drafts/{id} has the ads and the issues of one.
   *
   * Needs a key with the scope `read`. Open to agents as `list_drafts`.
   *
   * GET /v1/drafts
   */
  listDrafts: OptionalMethod<Input<ListDraftsData>, ListDraftsResponses[200]>
  /**
   * Save a launch for later. It may be incomplete; issues says what stands between it and its launch.
   *
   * As large as a launch may be. The older format, in which everything or each ad stands inside creativeState, is understood too; what stands outside of it wins. So is a body that is one ad, without ads, and an ad with adSetId, mediaUrl or callToAction.
   *
   * Needs a key with the scope `launch`. Open to agents as `create_draft`.
   *
   * POST /v1/drafts
   */
  createDraft: OptionalMethod<Input<CreateDraftData>, CreateDraftResponses[201]>
  /**
   * One draft.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/drafts/{id}
   */
  getDraft: Method<Input<GetDraftData>, GetDraftResponses[200]>
  /**
   * Change a draft. Fields that are left out stay as they are; ads and adSets are replaced as a whole.
   *
   * The older format, in which everything or each ad stands inside creativeState, is understood too; what stands outside of it wins. So is a body that is one ad, without ads, and an ad with adSetId, mediaUrl or callToAction.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/drafts/{id}
   */
  updateDraft: Method<Input<UpdateDraftData>, UpdateDraftResponses[200]>
  /**
   * Throw a draft away.
   *
   * Needs a key with the scope `launch`.
   *
   * DELETE /v1/drafts/{id}
   */
  deleteDraft: Method<Input<DeleteDraftData>, DeleteDraftResponses[200]>
  /**
   * Launch a draft.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/drafts/{id}/launch
   */
  launchDraft: Method<Input<LaunchDraftData>, LaunchDraftResponses[202]>
  /**
   * Create a campaign.
   *
   * Paused unless status says otherwise. With a budget the campaign holds it for all its ad sets; without one each ad set needs its own. campaignBidAmount is kept and used for the ad sets that are created here afterwards.
   *
   * Needs a key with the scope `manage`. Open to agents as `create_campaign`.
   *
   * POST /v1/manage/create-campaign
   */
  createCampaign: Method<Input<CreateCampaignData>, CreateCampaignResponses[200]>
  /**
   * Create an ad set in a campaign.
   *
   * Paused unless status says otherwise. A lifetime budget needs endTime. Without optimizationGoal one is chosen that goes with the campaign's objective. location wins over targeting.geo_locations; with neither the ads are shown in the United States. The platform wants a word about its automated audience: where targeting has none, it is off for a narrowed audience and on for any other, which fallbackApplied tells. Budget schedules (at most 50 periods of 3 hours or more that do not overlap, up to 8 times the daily budget) are applied afterwards: when one fails the ad set stays.
   *
   * Needs a key with the scope `manage`. Open to agents as `create_ad_set`.
   *
   * POST /v1/manage/create-adset
   */
  createAdSet: Method<Input<CreateAdSetData>, CreateAdSetResponses[200]>
  /**
   * Change a campaign's name, budget, bid strategy, spend cap or end.
   *
   * A campaign has no end of its own: endTime is set on its ad sets, but for those that end earlier, which go on ending then. adSets tells which were changed.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_campaign`.
   *
   * POST /v1/manage/update-campaign
   */
  updateCampaign: Method<Input<UpdateCampaignData>, UpdateCampaignResponses[200]>
  /**
   * Change an ad set's name, budget, bid, times, targeting, or whose ads they are.
   *
   * Fields of targeting that are left out stay as they are. location replaces all places.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_ad_set`.
   *
   * POST /v1/manage/update-adset
   */
  updateAdSet: Method<Input<UpdateAdSetData>, UpdateAdSetResponses[200]>
  /**
   * Change an ad's name, texts, button or link.
   *
   * What an ad shows cannot be edited on the platform: a new creative is made from the old and swapped in. One title or description is not taken in place of several: headlineVariations and bodyVariations name all that are to be there.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_ad`.
   *
   * POST /v1/manage/update-ad
   */
  updateAd: Method<Input<UpdateAdData>, UpdateAdResponses[200]>
  /**
   * Set the budget of a campaign or ad set, or change it by a percentage.
   *
   * Every platform that has budgets. The account tells which; without it the entity is looked for. Give exactly one of dailyBudget, lifetimeBudget and changePercent.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_budget`.
   *
   * POST /v1/manage/update-budget
   */
  updateBudget: Method<Input<UpdateBudgetData>, UpdateBudgetResponses[200]>
  /**
   * Replace, add or remove the postal codes an ad set is shown in.
   *
   * Everything else in the targeting stays, except that a country is taken out when one of its postal codes is in: beside the whole country it would mean nothing. Codes that cannot be read are left out and named in invalid.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_ad_set_zips`.
   *
   * POST /v1/manage/update-adset-zip-targeting
   */
  updateAdSetZips: Method<Input<UpdateAdSetZipsData>, UpdateAdSetZipsResponses[200]>
  /**
   * Copy a campaign 1 to 10 times, with its ad sets and ads.
   *
   * Large campaigns are copied in the background of the platform, and very large ones piece by piece, while this call waits. A copy that fails does not stop the others.
   *
   * Needs a key with the scope `manage`. Open to agents as `duplicate_campaign`.
   *
   * POST /v1/manage/duplicate-campaign
   */
  duplicateCampaign: Method<Input<DuplicateCampaignData>, DuplicateCampaignResponses[200]>
  /**
   * Copy an ad set 1 to 10 times, with its ads, to other places or into another campaign.
   *
   * Large ad sets are copied in the background of the platform while this call waits. A copy that fails does not stop the others. A location that cannot be applied leaves the copy and says so.
   *
   * Needs a key with the scope `manage`. Open to agents as `duplicate_adset`.
   *
   * POST /v1/manage/duplicate-adset
   */
  duplicateAdset: Method<Input<DuplicateAdsetData>, DuplicateAdsetResponses[200]>
  /**
   * Copy an ad 1 to 10 times, into the same or another ad set, with new texts or a new link if you like.
   *
   * Where the platform refuses to copy the ad, it is made anew from its content; method tells which way a copy came about.
   *
   * Needs a key with the scope `manage`. Open to agents as `duplicate_ad`.
   *
   * POST /v1/manage/duplicate-ad
   */
  duplicateAd: Method<Input<DuplicateAdData>, DuplicateAdResponses[200]>
  /**
   * Who changed what in an account, newest first.
   *
   * The last 30 days unless since says otherwise. Amounts of money in changes are in minor units. With objectId a page may hold fewer events than asked for; go on with the cursor.
   *
   * Needs a key with the scope `read`. Open to agents as `list_changes`.
   *
   * GET /v1/manage/changes
   */
  listChanges: Method<Input<ListChangesData>, ListChangesResponses[200]>
  /**
   * Everything the platform stores about up to 50 ads.
   *
   * An ad that cannot be read has success false and says why; the others are there all the same.
   *
   * Needs a key with the scope `read`. Open to agents as `get_ad_debug_data`.
   *
   * POST /v1/manage/ad-debug-data
   */
  getAdDebugData: Method<Input<GetAdDebugDataData>, GetAdDebugDataResponses[200]>
  /**
   * What up to 50 ads show: the specs of their creatives.
   *
   * An ad that cannot be read has success false and says why; the others are there all the same.
   *
   * Needs a key with the scope `read`. Open to agents as `get_ad_creative_specs`.
   *
   * POST /v1/manage/ad-creative-specs
   */
  getAdCreativeSpecs: Method<Input<GetAdCreativeSpecsData>, GetAdCreativeSpecsResponses[200]>
  /**
   * Ads of an ad set or an account.
   *
   * Give adSetId or accountId. DELETED lists ads that were deleted through this service: the platform keeps no list of them.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ads`.
   *
   * GET /v1/manage/list-ads
   */
  listAds: OptionalMethod<Input<ListAdsData>, ListAdsResponses[200]>
  /**
   * Pause, resume or end ads, ad sets or campaigns.
   *
   * Leave endTime out to pause or resume. With an endTime in the future the entity goes on until then; with one in the past it ends at once. What its platform cannot end is paused then (GET /v1/ends). Where a campaign ends through its ad sets, one that ends earlier goes on ending then: adSets tells which were changed. Each entity has its own result: one that fails does not hold the others up.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_status`.
   *
   * POST /v1/manage/update-status
   */
  updateStatus: Method<Input<UpdateStatusData>, UpdateStatusResponses[200]>
  /**
   * Delete ads, or ad sets or campaigns with everything in them.
   *
   * What is deleted does not come back. Its figures can still be reported.
   *
   * Needs a key with the scope `manage`. Open to agents as `delete_entities`.
   *
   * POST /v1/manage/delete
   */
  deleteEntities: Method<Input<DeleteEntitiesData>, DeleteEntitiesResponses[200]>
  /**
   * The ends that this service keeps because a platform cannot, on every platform, the next one first.
   *
   * POST /v1/manage/update-status with an endTime sets one. What has ended is in the list until somebody resumes it.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ends`.
   *
   * GET /v1/ends
   */
  listEnds: OptionalMethod<Input<ListEndsData>, ListEndsResponses[200]>
  /**
   * Take an end away that this service keeps: what it was about goes on without one.
   *
   * What has ended already stays paused. Another end is set with POST /v1/manage/update-status.
   *
   * Needs a key with the scope `manage`.
   *
   * DELETE /v1/ends/{id}
   */
  removeEnd: Method<Input<RemoveEndData>, RemoveEndResponses[200]>
  /**
   * Campaigns with budgets, spend and results.
   *
   * Accounts of every platform. Spend and results are given for the days asked for, both included; without days they are null.
   *
   * Needs a key with the scope `read`. Open to agents as `list_campaign_performance`.
   *
   * GET /v1/manage/campaigns
   */
  listCampaignPerformance: Method<Input<ListCampaignPerformanceData>, ListCampaignPerformanceResponses[200]>
  /**
   * Ad sets with budgets, spend and results.
   *
   * Accounts of every platform. Spend and results are given for the days asked for, both included; without days they are null.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ad_set_performance`.
   *
   * GET /v1/manage/adsets
   */
  listAdSetPerformance: Method<Input<ListAdSetPerformanceData>, ListAdSetPerformanceResponses[200]>
  /**
   * Reach by month: how many people, how many in all so far, and how many for the first time.
   *
   * People are counted by the platform and never added up. With countries there is a row for each month and country, and the total reach of several countries is null. A month without delivery has null for every figure.
   *
   * Needs a key with the scope `read`. Open to agents as `reach_composition`.
   *
   * GET /v1/reports/primary/reach-composition
   */
  reachComposition: Method<Input<ReachCompositionData>, ReachCompositionResponses[200]>
  /**
   * Figures of an account by country, the most expensive first.
   *
   * The totals of several countries have no reach and no frequency: people cannot be added up.
   *
   * Needs a key with the scope `read`. Open to agents as `country_breakdown`.
   *
   * GET /v1/reports/primary/country-breakdown
   */
  countryBreakdown: Method<Input<CountryBreakdownData>, CountryBreakdownResponses[200]>
  /**
   * Figures of an account by age, gender, network, placement, device or region, the most expensive first.
   *
   * Networks are primary, secondary and so on; placements are network:place, such as secondary:reels.
   *
   * Needs a key with the scope `read`. Open to agents as `breakdown_report`.
   *
   * GET /v1/reports/primary/breakdown
   */
  breakdownReport: Method<Input<BreakdownReportData>, BreakdownReportResponses[200]>
  /**
   * Comments under an ad or a post, newest first.
   *
   * Answers to comments are among them, marked by parentId. On the secondary network answers stand in lists of their own, and replyCount tells of them.
   *
   * Needs a key with the scope `read`. Open to agents as `list_comments`.
   *
   * GET /v1/comments
   */
  listComments: Method<Input<ListCommentsData>, ListCommentsResponses[200]>
  /**
   * Answer a comment in the name of the page.
   *
   * Needs a key with the scope `manage`. Open to agents as `reply_to_comment`.
   *
   * POST /v1/comments/reply
   */
  replyToComment: Method<Input<ReplyToCommentData>, ReplyToCommentResponses[200]>
  /**
   * Hide a comment from everybody but its writer.
   *
   * Needs a key with the scope `manage`. Open to agents as `hide_comment`.
   *
   * POST /v1/comments/hide
   */
  hideComment: Method<Input<HideCommentData>, HideCommentResponses[200]>
  /**
   * Show a hidden comment again.
   *
   * Needs a key with the scope `manage`. Open to agents as `unhide_comment`.
   *
   * POST /v1/comments/unhide
   */
  unhideComment: Method<Input<UnhideCommentData>, UnhideCommentResponses[200]>
  /**
   * Delete a comment.
   *
   * Needs a key with the scope `manage`. Open to agents as `delete_comment`.
   *
   * POST /v1/comments/delete
   */
  deleteComment: Method<Input<DeleteCommentData>, DeleteCommentResponses[200]>
  /**
   * Pixels of an account.
   *
   * Needs a key with the scope `read`. Open to agents as `list_pixels`.
   *
   * GET /v1/conversions/pixels
   */
  listPixels: Method<Input<ListPixelsData>, ListPixelsResponses[200]>
  /**
   * Custom conversions of an account.
   *
   * Needs a key with the scope `read`. Open to agents as `list_custom_conversions`.
   *
   * GET /v1/conversions/custom-conversions
   */
  listCustomConversions: Method<Input<ListCustomConversionsData>, ListCustomConversionsResponses[200]>
  /**
   * Send conversion events of a pixel, 1 to 1,000 at once.
   *
   * Names, emails, phones and the like are normalized and hashed before they leave, unless they are hashed already. Events that break a rule are left out and named in failed; the others are sent.
   *
   * Needs a key with the scope `manage`. Open to agents as `send_conversion_events`.
   *
   * POST /v1/conversions/events
   */
  sendConversionEvents: Method<Input<SendConversionEventsData>, SendConversionEventsResponses[200]>
  /**
   * Posts of a page, and whether they can be boosted.
   *
   * Needs a key with the scope `read`. Open to agents as `list_posts`.
   *
   * GET /v1/primary/posts
   */
  listPosts: Method<Input<ListPostsData>, ListPostsResponses[200]>
  /**
   * Creators who let this account advertise with their posts.
   *
   * Needs a key with the scope `read`. Open to agents as `list_partnership_creators`.
   *
   * GET /v1/primary/partnership-creators
   */
  listPartnershipCreators: Method<Input<ListPartnershipCreatorsData>, ListPartnershipCreatorsResponses[200]>
  /**
   * Find the keys of places and interests for targeting.
   *
   * Needs a key with the scope `read`. Open to agents as `search_targeting`.
   *
   * GET /v1/primary/targeting-search
   */
  searchTargeting: Method<Input<SearchTargetingData>, SearchTargetingResponses[200]>
  /**
   * Custom audiences of an account.
   *
   * Needs a key with the scope `read`. Open to agents as `list_audiences`.
   *
   * GET /v1/primary/audiences
   */
  listAudiences: Method<Input<ListAudiencesData>, ListAudiencesResponses[200]>
  /**
   * Campaigns of a photo-messaging account with budgets and figures.
   *
   * Figures are given for the days asked for, both included; without days they are null.
   *
   * Needs a key with the scope `read`. Open to agents as `list_photo_messaging_campaigns`.
   *
   * GET /v1/manage/snapchat/campaigns
   */
  listPhotoMessagingCampaigns: Method<Input<ListPhotoMessagingCampaignsData>, ListPhotoMessagingCampaignsResponses[200]>
  /**
   * Ad squads of a photo-messaging account or campaign with budgets and figures.
   *
   * Figures are given for the days asked for, both included; without days they are null.
   *
   * Needs a key with the scope `read`. Open to agents as `list_photo_messaging_ad_squads`.
   *
   * GET /v1/manage/snapchat/adsquads
   */
  listPhotoMessagingAdSquads: Method<Input<ListPhotoMessagingAdSquadsData>, ListPhotoMessagingAdSquadsResponses[200]>
  /**
   * Ads of a photo-messaging account or ad squad with figures.
   *
   * Figures are given for the days asked for, both included; without days they are null.
   *
   * Needs a key with the scope `read`. Open to agents as `list_photo_messaging_ads`.
   *
   * GET /v1/manage/snapchat/ads
   */
  listPhotoMessagingAds: Method<Input<ListPhotoMessagingAdsData>, ListPhotoMessagingAdsResponses[200]>
  /**
   * Pause or resume campaigns, ad squads or ads of the photo-messaging platform.
   *
   * Each entity has its own result: one that fails does not hold the others up.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_photo_messaging_status`.
   *
   * POST /v1/manage/snapchat/update-status
   */
  updatePhotoMessagingStatus: Method<Input<UpdatePhotoMessagingStatusData>, UpdatePhotoMessagingStatusResponses[200]>
  /**
   * Set the budget of a campaign or ad squad of the photo-messaging platform.
   *
   * Give adSquadId or campaignId, and dailyBudget or lifetimeBudget. The lifetimeBudget of a campaign is its cap on all that it spends.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_photo_messaging_budget`.
   *
   * POST /v1/manage/snapchat/update-budget
   */
  updatePhotoMessagingBudget: OptionalMethod<Input<UpdatePhotoMessagingBudgetData>, UpdatePhotoMessagingBudgetResponses[200]>
  /**
   * Boards that the pins of new ads can go to.
   *
   * One of them is named as boardId in a launch.
   *
   * Needs a key with the scope `read`. Open to agents as `list_pin_boards`.
   *
   * GET /v1/pinterest/boards
   */
  listPinBoards: Method<Input<ListPinBoardsData>, ListPinBoardsResponses[200]>
  /**
   * Who can speak in the ads of an account.
   *
   * identityId goes into the ads of a launch. Some identities can only show posts, others only new media.
   *
   * Needs a key with the scope `read`. Open to agents as `list_identities`.
   *
   * GET /v1/tiktok/identities
   */
  listIdentities: Method<Input<ListIdentitiesData>, ListIdentitiesResponses[200]>
  /**
   * Posts of an identity that can be shown as ads.
   *
   * postId goes into sparkPostId of an ad, together with the identityId.
   *
   * Needs a key with the scope `read`. Open to agents as `list_identity_posts`.
   *
   * GET /v1/tiktok/posts
   */
  listIdentityPosts: Method<Input<ListIdentityPostsData>, ListIdentityPostsResponses[200]>
  /**
   * Create a campaign that the platform runs (Smart+), or a manual one.
   *
   * Paused unless status says otherwise. A Smart+ campaign holds the budget for all its ad sets.
   *
   * Needs a key with the scope `manage`.
   *
   * POST /v1/tiktok/create-campaign
   */
  createShortVideoCampaign: Method<Input<CreateShortVideoCampaignData>, CreateShortVideoCampaignResponses[200]>
  /**
   * Create an ad set in a campaign, of the kind of that campaign.
   *
   * Paused unless status says otherwise. Words in capitals are the platform's own.
   *
   * Needs a key with the scope `manage`.
   *
   * POST /v1/tiktok/create-adset
   */
  createShortVideoAdSet: Method<Input<CreateShortVideoAdSetData>, CreateShortVideoAdSetResponses[200]>
  /**
   * What each video, post and carousel, text or button in Smart+ ads did, the most expensive first.
   *
   * The last 30 days unless startDate and endDate say otherwise. The materials of an ad add up to the ad; other ads are not here. Of texts and buttons the platform tells ids alone. With granularity DAILY rows are about days, over all that is asked for together.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/tiktok/materials
   */
  readShortVideoMaterials: Method<Input<ReadShortVideoMaterialsData>, ReadShortVideoMaterialsResponses[200]>
  /**
   * Copy a campaign of the mobile-app network 1 to 10 times, with its creative sets.
   *
   * The network copies no campaigns, so each copy is made anew and the creative sets are cloned into it. It also makes every new campaign live: a copy that is to be paused is paused at once, before anything is in it, and warnings say for how long it was live. A copy that fails does not stop the others; creative sets that could not be cloned are under missing.
   *
   * Needs a key with the scope `manage`. Open to agents as `duplicate_app_campaign`.
   *
   * POST /v1/applovin/duplicate-campaign
   */
  duplicateAppCampaign: Method<Input<DuplicateAppCampaignData>, DuplicateAppCampaignResponses[200]>
  /**
   * Accounts of the search-ads platform, with managers and everything under them.
   *
   * Accounts that are closed are listed too. Those that ads can be in are also in GET /v1/adaccounts.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_accounts`.
   *
   * GET /v1/google-ads/accounts
   */
  listSearchAccounts: OptionalMethod<Input<ListSearchAccountsData>, ListSearchAccountsResponses[200]>
  /**
   * Campaigns of a search-ads account with budgets, bidding and how much is in them.
   *
   * What the platform said is kept for 15 minutes, or until something is changed here. refresh=true asks again; metadata tells from when the answer is.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_campaigns`.
   *
   * GET /v1/google-ads/campaigns
   */
  listSearchCampaigns: Method<Input<ListSearchCampaignsData>, ListSearchCampaignsResponses[200]>
  /**
   * Ad groups of a search-ads account or campaign.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_ad_groups`.
   *
   * GET /v1/google-ads/ad-groups
   */
  listSearchAdGroups: Method<Input<ListSearchAdGroupsData>, ListSearchAdGroupsResponses[200]>
  /**
   * Ads of a search-ads account, campaign or ad group, with their texts.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_ads`.
   *
   * GET /v1/google-ads/ads
   */
  listSearchAds: Method<Input<ListSearchAdsData>, ListSearchAdsResponses[200]>
  /**
   * Keywords of a search-ads account, campaign or ad group.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_keywords`.
   *
   * GET /v1/google-ads/keywords
   */
  listSearchKeywords: Method<Input<ListSearchKeywordsData>, ListSearchKeywordsResponses[200]>
  /**
   * Add keywords to an ad group, each with its own result.
   *
   * 1 to 1000 keywords. One that the platform refuses does not hold the others up; one that is there already is left as it is. With dryRun the platform looks at all of them and adds none.
   *
   * Needs a key with the scope `manage`. Open to agents as `add_search_keywords`.
   *
   * POST /v1/google-ads/keywords
   */
  addSearchKeywords: Method<Input<AddSearchKeywordsData>, AddSearchKeywordsResponses[200]>
  /**
   * What people typed before they saw an ad, the costliest first.
   *
   * The last 30 days unless startDate and endDate say otherwise. minCost and maxConversions=0 together find searches that cost money and bring nothing: candidates for POST /v1/google-ads/negatives.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_terms`.
   *
   * GET /v1/google-ads/search-terms
   */
  listSearchTerms: Method<Input<ListSearchTermsData>, ListSearchTermsResponses[200]>
  /**
   * Negative keywords of campaigns, ad groups and shared lists.
   *
   * First those of campaigns, then those of ad groups, then those of lists that campaigns share, with the campaigns that use the list. With adGroupId only its own are listed.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_negatives`.
   *
   * GET /v1/google-ads/negatives
   */
  listSearchNegatives: Method<Input<ListSearchNegativesData>, ListSearchNegativesResponses[200]>
  /**
   * Keep ads away from searches: add negative keywords to campaigns and ad groups.
   *
   * 1 to 1000 negatives, each with campaignId or adGroupId. One that the platform refuses does not hold the others up; one that is there already is left as it is.
   *
   * Needs a key with the scope `manage`. Open to agents as `add_search_negatives`.
   *
   * POST /v1/google-ads/negatives
   */
  addSearchNegatives: Method<Input<AddSearchNegativesData>, AddSearchNegativesResponses[200]>
  /**
   * Remove negative keywords: ads show for those searches again.
   *
   * Ids are those of GET /v1/google-ads/negatives: adGroupId~criterionId, campaignId~criterionId or listId~criterionId. What stands in a shared list is removed with allowShared: true alone, for all campaigns that use the list.
   *
   * Needs a key with the scope `manage`. Open to agents as `remove_search_negatives`.
   *
   * POST /v1/google-ads/negatives/remove
   */
  removeSearchNegatives: Method<Input<RemoveSearchNegativesData>, RemoveSearchNegativesResponses[200]>
  /**
   * Pause or resume campaigns, ad groups, ads or keywords of the search-ads platform.
   *
   * Each has its own result: one that fails does not hold the others up. Ids of keywords are adGroupId~criterionId.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_search_status`.
   *
   * POST /v1/google-ads/update-status
   */
  updateSearchStatus: Method<Input<UpdateSearchStatusData>, UpdateSearchStatusResponses[200]>
  /**
   * Set the daily budget of a campaign of the search-ads platform.
   *
   * A budget that several campaigns share is changed with allowShared: true alone; the answer names the campaigns that it moves. With dryRun the platform looks at the change and makes none.
   *
   * Needs a key with the scope `manage`. Open to agents as `update_search_budget`.
   *
   * POST /v1/google-ads/update-budget
   */
  updateSearchBudget: Method<Input<UpdateSearchBudgetData>, UpdateSearchBudgetResponses[200]>
  /**
   * Who changed what in an account of the search-ads platform, newest first.
   *
   * The platform tells of the last 30 days, some minutes late. Amounts of money in changes are in minor units.
   *
   * Needs a key with the scope `read`. Open to agents as `list_search_changes`.
   *
   * GET /v1/google-ads/changes
   */
  listSearchChanges: Method<Input<ListSearchChangesData>, ListSearchChangesResponses[200]>
  /**
   * Ad accounts of the professional network, with their organizations and what the connection may do.
   *
   * Accounts that are closed are listed too. They are also in GET /v1/adaccounts.
   *
   * Needs a key with the scope `read`. Open to agents as `list_network_accounts`.
   *
   * GET /v1/linkedin/accounts
   */
  listNetworkAccounts: OptionalMethod<Input<ListNetworkAccountsData>, ListNetworkAccountsResponses[200]>
  /**
   * Posts of an organization that can be sponsored, the newest first.
   *
   * postId goes into the postId of an ad. Posts that only ads show are left out.
   *
   * Needs a key with the scope `read`. Open to agents as `list_organization_posts`.
   *
   * GET /v1/linkedin/posts
   */
  listOrganizationPosts: Method<Input<ListOrganizationPostsData>, ListOrganizationPostsResponses[200]>
  /**
   * Campaign groups of an account with the campaigns in them and the creatives in those.
   *
   * Everything but what is archived or deleted. Spend and results are given for the days asked for, both included; without days they are null. In other operations a group is a campaign, a campaign an ad set, and a creative an ad.
   *
   * Needs a key with the scope `read`. Open to agents as `read_network_tree`.
   *
   * GET /v1/linkedin/manage
   */
  readNetworkTree: Method<Input<ReadNetworkTreeData>, ReadNetworkTreeResponses[200]>
  /**
   * Copy a campaign group, a campaign or a creative 1 to 10 times, with all that is in it.
   *
   * The copies show the same posts. Beginnings in the past are moved to now. A copy is switched on only when all of it is there, and paused creatives begin as drafts. A copy that fails does not stop the others.
   *
   * Needs a key with the scope `manage`. Open to agents as `duplicate_network_entity`.
   *
   * POST /v1/linkedin/duplicate
   */
  duplicateNetworkEntity: Method<Input<DuplicateNetworkEntityData>, DuplicateNetworkEntityResponses[200]>
  /**
   * Figures of the professional network by what is asked for, as the platform counts them now.
   *
   * The last 30 days unless startDate and endDate say otherwise, in days of UTC. Rows exist only where there was delivery. What people are (MEMBER_...) is told late, and not where there are few of them. Money is in the currency of the account; ctr in percent.
   *
   * Needs a key with the scope `read`. Open to agents as `read_network_metrics`.
   *
   * GET /v1/linkedin/metrics
   */
  readNetworkMetrics: Method<Input<ReadNetworkMetricsData>, ReadNetworkMetricsResponses[200]>
  /**
   * Figures of ads, ad sets, campaigns, accounts, platforms, days, countries or searches.
   *
   * Sums are exact, ratios are made from sums, and currencies are never added up. Reach and frequency are counted by the platform for exactly the rows asked for, and null where it has none. metadata says how fresh everything is and what is missing.
   *
   * Needs a key with the scope `read`. Open to agents as `query_reports`.
   *
   * GET /v1/reports/query
   */
  queryReports: Method<Input<QueryReportsData>, QueryReportsResponses[200]>
  /**
   * Which metrics and groupings reports know, with their units and platforms.
   *
   * Needs a key with the scope `read`. Open to agents as `list_report_fields`.
   *
   * GET /v1/reports/fields
   */
  listReportFields: OptionalMethod<Input<ListReportFieldsData>, ListReportFieldsResponses[200]>
  /**
   * The best ads by one metric, with picture and link.
   *
   * By a cost (cpm, cpc, costPerResult, cpa) the cheapest ads come first, otherwise the largest figures. Of several currencies, amounts are compared in the company's (see metadata.comparison), and ads without a rate come last. 501 for platforms whose ads cannot be shown.
   *
   * Needs a key with the scope `read`. Open to agents as `list_top_ads`.
   *
   * GET /v1/analytics/top-ads
   */
  listTopAds: Method<Input<ListTopAdsData>, ListTopAdsResponses[200]>
  /**
   * What each account spent on each day.
   *
   * Days are those of each account: one that has not begun there has no row. A day without delivery is 0; one that could not be read has no row and is listed under missing. Rows are in the account's currency, totals in the company's (see GET /v1/currency), rounded to its smallest amount. totalSpend is 0 only where nothing can have been spent, also where there is no account.
   *
   * Needs a key with the scope `read`. Open to agents as `get_daily_spend`.
   *
   * GET /v1/spend/daily
   */
  getDailySpend: Method<Input<GetDailySpendData>, GetDailySpendResponses[200]>
  /**
   * The rows of a report as a file: CSV, NDJSON or Parquet.
   *
   * Takes what the query takes. The file is streamed, however long it is, in the order in which rows are stored unless sortBy is given. Reach and frequency are in it only when they are asked for. The headers X-Report-Partial, X-Report-Missing, X-Report-Excluded, X-Report-Fresh-At, X-Report-As-Of and X-Report-Notes say what the metadata of the query says.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/reports/export
   */
  exportReport: Method<Input<ExportReportData>, Response>
  /**
   * What is kept of ads, held against the platforms' own totals of each account.
   *
   * Every night, and at once with `refresh`. A day that differs is read again first; what differs by more than the rounding of single ads even then is a difference, and the event sync.differs. Conversions are not compared: an ad counts its own kind.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/reports/reconciliation
   */
  getReconciliation: Method<Input<GetReconciliationData>, GetReconciliationResponses[200]>
  /**
   * Save a view of GET /v1/entities, in the place of the one of that name.
   *
   * It keeps what a list is asked for by, never rows. A person has at most 200, and so has the company.
   *
   * Needs a key with the scope `manage`.
   *
   * PUT /v1/views
   */
  saveView: Method<Input<SaveViewData>, SaveViewResponses[200]>
  /**
   * Saved views of GET /v1/entities: your own and those of the company, by name.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/views
   */
  listViews: OptionalMethod<Input<ListViewsData>, ListViewsResponses[200]>
  /**
   * Everything that runs: campaigns, ad sets and ads over all platforms, with what they did.
   *
   * From what is kept: also what did nothing is there. Currencies are never added up; where accounts have several, amounts are sorted and filtered by what they are worth in the company's. metadata says how old structure and figures are and what is missing.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/entities
   */
  listEntities: OptionalMethod<Input<ListEntitiesData>, ListEntitiesResponses[200]>
  /**
   * One saved view.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/views/{id}
   */
  getView: Method<Input<GetViewData>, GetViewResponses[200]>
  /**
   * Put another view in the place of one: its name, whose it is, and all that it asks for.
   *
   * Needs a key with the scope `manage`.
   *
   * PUT /v1/views/{id}
   */
  replaceView: Method<Input<ReplaceViewData>, ReplaceViewResponses[200]>
  /**
   * Delete a saved view; the company's that somebody else made, an admin does.
   *
   * Needs a key with the scope `manage`.
   *
   * DELETE /v1/views/{id}
   */
  deleteView: Method<Input<DeleteViewData>, DeleteViewResponses[200]>
  /**
   * What ads show, over all ads, accounts and platforms: figures, and what wins or is tired as of a day.
   *
   * States follow from published rules with their numbers (rules, evidence). Amounts are in the company's currency where accounts have several.
   *
   * Needs a key with the scope `read`. Open to agents as `list_creatives`.
   *
   * GET /v1/creatives
   */
  listCreatives: OptionalMethod<Input<ListCreativesData>, ListCreativesResponses[200]>
  /**
   * One creative: its figures, its ads and what is said of it as of a day.
   *
   * Needs a key with the scope `read`. Open to agents as `get_creative`.
   *
   * GET /v1/creatives/{id}
   */
  getCreative: Method<Input<GetCreativeData>, GetCreativeResponses[200]>
  /**
   * Show the post of a creative in further ad sets, with its likes and comments.
   *
   * Launches it as a batch: guards, approval, receipts and undo hold. A creative goes into an ad set once, whoever asks; 501 where a platform shows no existing posts.
   *
   * Needs a key with the scope `launch`. Open to agents as `graduate_creative`.
   *
   * POST /v1/creatives/{id}/graduate
   */
  graduateCreative: Method<Input<GraduateCreativeData> & { dryRun: true }, GraduateCreativeResponses[200]> &
    Method<Input<GraduateCreativeData> & { dryRun?: false }, GraduateCreativeResponses[202]> &
    Method<Input<GraduateCreativeData>, GraduateCreativeResponses[200 | 202]>
  /**
   * What ads of an account look like: ids of pictures.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/pictures
   */
  listPictures: Method<Input<ListPicturesData>, ListPicturesResponses[200]>
  /**
   * A small picture of an ad, as WebP, read from where its platform shows it.
   *
   * 204: it cannot be had there now.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/pictures/{id}
   */
  getPicture: Method<Input<GetPictureData>, Response>
  /**
   * By which numbers creatives are judged, and how ads are named.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/creative-settings
   */
  getCreativeSettings: OptionalMethod<Input<GetCreativeSettingsData>, GetCreativeSettingsResponses[200]>
  /**
   * Change them, for the whole company. What is left out stays.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `manage`.
   *
   * PUT /v1/creative-settings
   */
  updateCreativeSettings: OptionalMethod<Input<UpdateCreativeSettingsData>, UpdateCreativeSettingsResponses[200]>
  /**
   * The company's currency, and the rates by which amounts in others are converted to it.
   *
   * A company's own rates come before those that hold for all companies. Totals of earlier days are converted with the newest rates from their last day or before; they show them in their own metadata.
   *
   * Needs a key with the scope `read`. Open to agents as `get_currency`.
   *
   * GET /v1/currency
   */
  getCurrency: OptionalMethod<Input<GetCurrencyData>, GetCurrencyResponses[200]>
  /**
   * Set the company's currency and its own rates. For people: API keys get 403.
   *
   * A rate decides how much a limit in another currency allows, so no API key may set one, whatever its scopes, and a person needs a sign-in of the last 5 minutes. The operator does it with `flightdeck currency set EUR --company acme` and `flightdeck rates set JPY 0.0061 --company acme`. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PUT /v1/currency
   */
  setCurrency: OptionalMethod<Input<SetCurrencyData>, SetCurrencyResponses[200]>
  /**
   * Ad accounts of the company, over all platforms.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ad_accounts`.
   *
   * GET /v1/adaccounts
   */
  listAdAccounts: OptionalMethod<Input<ListAdAccountsData>, ListAdAccountsResponses[200]>
  /**
   * Pages that an ad account may speak for, with their profiles on the secondary network.
   *
   * On the photo-messaging platform those that speak in creatives of the account, on the pin platform its owner. 501 where there are no profiles, as on the short-video platform: GET /v1/tiktok/identities tells who can speak there.
   *
   * Needs a key with the scope `read`. Open to agents as `list_profiles`.
   *
   * GET /v1/profiles
   */
  listProfiles: Method<Input<ListProfilesData>, ListProfilesResponses[200]>
  /**
   * Ad sets of an account, ready to be used in a launch.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ad_sets`.
   *
   * GET /v1/adsets
   */
  listAdSets: Method<Input<ListAdSetsData>, ListAdSetsResponses[200]>
  /**
   * Campaigns of an account, with budgets and, for the days asked for, spend.
   *
   * Needs a key with the scope `read`. Open to agents as `list_campaigns`.
   *
   * GET /v1/campaigns
   */
  listCampaigns: Method<Input<ListCampaignsData>, ListCampaignsResponses[200]>
  /**
   * What a launch fills in when an ad leaves it out.
   *
   * primaryName and secondaryName are read from the platform where they were not given.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/launch-defaults
   */
  getLaunchDefaults: OptionalMethod<Input<GetLaunchDefaultsData>, GetLaunchDefaultsResponses[200]>
  /**
   * Change launch defaults, for the company or for one account. A field set to null is removed.
   *
   * An ad takes of identityId, profileId, organizationId and boardId what its platform has. For one account with the scope launch; for the whole company with manage.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/launch-defaults
   */
  updateLaunchDefaults: OptionalMethod<Input<UpdateLaunchDefaultsData>, UpdateLaunchDefaultsResponses[200]>
  /**
   * Workspaces of the company, each with its ad accounts.
   *
   * Needs a key with the scope `read`. Open to agents as `list_workspaces`.
   *
   * GET /v1/workspaces
   */
  listWorkspaces: OptionalMethod<Input<ListWorkspacesData>, ListWorkspacesResponses[200]>
  /**
   * Make a workspace.
   *
   * For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/workspaces
   */
  createWorkspace: Method<Input<CreateWorkspaceData>, CreateWorkspaceResponses[201]>
  /**
   * Who the key belongs to: user, company, default workspace and account, the key itself.
   *
   * Needs a key with the scope `read`. Open to agents as `who_am_i`. Also at `/v1/user/extended2`.
   *
   * GET /v1/user
   */
  whoAmI: OptionalMethod<Input<WhoAmIData>, WhoAmIResponses[200]>
  /**
   * How the company reaches each platform, how long that lasts, and how much of each allowance is used.
   *
   * Needs a key with the scope `read`. Open to agents as `list_connections`.
   *
   * GET /v1/connections
   */
  listConnections: OptionalMethod<Input<ListConnectionsData>, ListConnectionsResponses[200]>
  /**
   * Connect a platform with a token or keys that somebody pastes.
   *
   * The platform is asked first, and what it refuses is not stored. They are kept sealed and never shown again. The same label again replaces what it held. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/connections
   */
  addConnection: Method<Input<AddConnectionData>, AddConnectionResponses[201]>
  /**
   * The page on which somebody who is signed in connects a platform by consenting there, and what it is to say.
   *
   * The page opens nothing by itself: an admin who is signed in presses its button. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/connections/{platform}/connect
   */
  getConnectUrl: Method<Input<GetConnectUrlData>, GetConnectUrlResponses[200]>
  /**
   * The button of that page: tells where the person consents.
   *
   * The answer sets a cookie for ten minutes, and the platform sends the person back to GET /connect/{platform}/callback, which finishes with that cookie alone. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/connections/{platform}/connect
   */
  beginConnect: Method<Input<BeginConnectData>, BeginConnectResponses[200]>
  /**
   * Where a platform sends people back to who consented there. For people's browsers.
   *
   * It finishes only in the browser that set out, where whoever began is still signed in to the same company, and once. It leads to the dashboard's connections, with `chosen` or with `problem`, a code.
   *
   * Open: no key needed.
   *
   * GET /connect/{platform}/callback
   */
  endConnect: Method<Input<EndConnectData>, Response>
  /**
   * Why the consent that was last begun in this browser connected nothing. For people.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/connections/{platform}/connect/problem
   */
  getConnectProblem: Method<Input<GetConnectProblemData>, GetConnectProblemResponses[200]>
  /**
   * Ask the platform what a connection opens and when it ends.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/connections/{id}/check
   */
  checkConnection: Method<Input<CheckConnectionData>, CheckConnectionResponses[200]>
  /**
   * What stops when a connection is removed.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/connections/{id}/uses
   */
  listConnectionUses: Method<Input<ListConnectionUsesData>, ListConnectionUsesResponses[200]>
  /**
   * Try what launching through a connection needs, without making anything.
   *
   * Reads what a launch would read, and asks about creates by the platform’s own dry run, where it has one. It is done behind this call: the list of connections tells how far it is, and the checklist. One that runs is answered instead of a second one. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/connections/{id}/rehearse
   */
  rehearseConnection: Method<Input<RehearseConnectionData>, RehearseConnectionResponses[200]>
  /**
   * Disconnect: what opens the platform is taken back there and forgotten here. What was read and done through it stays.
   *
   * GET /v1/connections/{id}/uses tells before what stops, and the answer what has stopped. A platform that does not answer keeps no connection: then a person takes the consent back there. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/connections/{id}
   */
  deleteConnection: Method<Input<DeleteConnectionData>, DeleteConnectionResponses[200]>
  /**
   * Whose app consents at a platform are asked for with, and what an app consists of.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/connections/{platform}/app
   */
  getOauthApp: Method<Input<GetOauthAppData>, GetOauthAppResponses[200]>
  /**
   * Set the company's own app at a platform, for its connections alone. It is kept sealed and never shown again.
   *
   * For owners. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PUT /v1/connections/{platform}/app
   */
  setOauthApp: Method<Input<SetOauthAppData>, SetOauthAppResponses[200]>
  /**
   * Forget the company's own app: consents are asked for with the installation's from then on, where there is one.
   *
   * Connections that were made with it go on until they have to be consented to again. For owners. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/connections/{platform}/app
   */
  deleteOauthApp: Method<Input<DeleteOauthAppData>, DeleteOauthAppResponses[200]>
  /**
   * What ends and when: tokens, versions of interfaces, what platforms announced, ends of ads.
   *
   * The first end first, each with what to do about it. What has ended stays at the beginning until something was done about it. Whoever works in some workspaces sees the ends of their accounts, and the tokens that open these.
   *
   * Needs a key with the scope `read`. Open to agents as `read_calendar`.
   *
   * GET /v1/calendar
   */
  readCalendar: OptionalMethod<Input<ReadCalendarData>, ReadCalendarResponses[200]>
  /**
   * All ad accounts that a connection opens, used or not. For people.
   *
   * What is not chosen stays unused: it is in no other list, no report and no search, and is not read. Whoever works in some workspaces sees what is used in those. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/connections/{id}/accounts
   */
  listConnectionAccounts: Method<Input<ListConnectionAccountsData>, ListConnectionAccountsResponses[200]>
  /**
   * Say which of the accounts that a connection opens the company uses. For people.
   *
   * The list takes the place of the one before. A new account goes into its workspace, or into the first one; guards look at it at once, and rules in mode act only once it is taken in. One that is left out is not connected unless another connection opens it: its history stays. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PUT /v1/connections/{id}/accounts
   */
  chooseConnectionAccounts: Method<Input<ChooseConnectionAccountsData>, ChooseConnectionAccountsResponses[200]>
  /**
   * Let rules that act by themselves work in newly chosen accounts. For people.
   *
   * Before that, no rule in mode act sees them and none launches into them. GET /v1/connections/{id}/accounts lists the rules that would. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/connections/{id}/accounts/take-in
   */
  takeInConnectionAccounts: Method<Input<TakeInConnectionAccountsData>, TakeInConnectionAccountsResponses[200]>
  /**
   * Say whether the sandbox stands in for a platform that the company has no connection to. For people.
   *
   * A platform that was ever connected live is not connected when its last connection goes: the sandbox is not in its place before a person says so here. Where the sandbox is not used, what it had made up goes out of sight. Needs a sign-in of the last 5 minutes. For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PUT /v1/connections/{platform}/sandbox
   */
  useSandbox: Method<Input<UseSandboxData>, UseSandboxResponses[200]>
  /**
   * The spend guards of the company: what may be spent, and what happens beyond it.
   *
   * Needs a key with the scope `read`. Open to agents as `list_spend_guards`.
   *
   * GET /v1/spend-guards
   */
  listSpendGuards: OptionalMethod<Input<ListSpendGuardsData>, ListSpendGuardsResponses[200]>
  /**
   * Add spend guards, or make them stricter.
   *
   * Takes the whole set: guards with an id are those that exist, guards without one are new. An API key may add guards and tighten them: a lower number, a stricter mode, basis commitments, overdelivery, stop or fourEyes switched on. Anything else, a guard or a field that is left out included, is 403, and nothing is stored; so is a new guard that names a key (by). basis, by and overdelivery stay as they are when they are left out. A signed-in admin loosens a guard (which needs a sign-in of the last 5 minutes), or the operator: flightdeck guard set, flightdeck guard remove. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PUT /v1/spend-guards
   */
  setSpendGuards: Method<Input<SetSpendGuardsData>, SetSpendGuardsResponses[200]>
  /**
   * What was spent of what each guard allows.
   *
   * Spend is asked of the platforms, and taken for what it is for 5 minutes.
   *
   * Needs a key with the scope `read`. Open to agents as `get_spend_guard_status`.
   *
   * GET /v1/spend-guards/status
   */
  getSpendGuardStatus: OptionalMethod<Input<GetSpendGuardStatusData>, GetSpendGuardStatusResponses[200]>
  /**
   * How a spend guard would stand today, and what it would have said lately, before it is set.
   *
   * Nothing is kept. Its id is 0. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/spend-guards/preview
   */
  previewSpendGuard: Method<Input<PreviewSpendGuardData>, PreviewSpendGuardResponses[200]>
  /**
   * Writes that wait, or waited, for a person; the newest first.
   *
   * Needs a key with the scope `read`. Open to agents as `list_approvals`.
   *
   * GET /v1/approvals
   */
  listApprovals: OptionalMethod<Input<ListApprovalsData>, ListApprovalsResponses[200]>
  /**
   * One of them, with its result once it was done.
   *
   * Needs a key with the scope `read`. Open to agents as `get_approval`.
   *
   * GET /v1/approvals/{id}
   */
  getApproval: Method<Input<GetApprovalData>, GetApprovalResponses[200]>
  /**
   * Approve what waits: it is done at once, once, if nothing it depends on has changed. For people: API keys get 403.
   *
   * For people: API keys get 403, whatever their scopes. The operator decides with `flightdeck approval approve` and `flightdeck approval refuse`, others by the link that was sent to them. 409 when it was decided before, has expired, or depends on something that has changed since.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/approvals/{id}/approve
   */
  approveApproval: Method<Input<ApproveApprovalData>, ApproveApprovalResponses[200]>
  /**
   * Refuse what waits. For people: API keys get 403.
   *
   * For people: API keys get 403, whatever their scopes. The operator decides with `flightdeck approval approve` and `flightdeck approval refuse`, others by the link that was sent to them.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/approvals/{id}/refuse
   */
  refuseApproval: Method<Input<RefuseApprovalData>, RefuseApprovalResponses[200]>
  /**
   * Ready-made rules, each with a sentence, parameters and their defaults.
   *
   * A rule is made from one by POST /v1/automations with template, and values for what is to be different.
   *
   * Needs a key with the scope `read`. Open to agents as `list_automation_templates`.
   *
   * GET /v1/automations/templates
   */
  listAutomationTemplates: OptionalMethod<Input<ListAutomationTemplatesData>, ListAutomationTemplatesResponses[200]>
  /**
   * The rules that watch figures of the company and act.
   *
   * Needs a key with the scope `read`. Open to agents as `list_automations`.
   *
   * GET /v1/automations
   */
  listAutomations: OptionalMethod<Input<ListAutomationsData>, ListAutomationsResponses[200]>
  /**
   * Make a rule that watches figures and acts, from nothing or from a ready-made one.
   *
   * Without a template or a view, name, scope with a level, and either when and then or cases are required. With one, every field that is given replaces that of the rule it begins with; protections, and a scope without a level, change what they name alone. A rule is switched off and only suggests unless it says otherwise; preview it before it acts. A number that is unknown makes a condition unknown, never true. Protections are on by default, and spend guards hold for whatever it does. A company has at most 500.
   *
   * Needs a key with the scope `manage`.
   *
   * POST /v1/automations
   */
  createAutomation: OptionalMethod<Input<CreateAutomationData>, CreateAutomationResponses[201]>
  /**
   * What a rule that is not kept yet would do now. Nothing is changed.
   *
   * Without a template or a view, name, scope with a level, and either when and then or cases are required. With one, every field that is given replaces that of the rule it begins with; protections, and a scope without a level, change what they name alone.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/automations/preview
   */
  previewUnsavedAutomation: OptionalMethod<Input<PreviewUnsavedAutomationData>, PreviewUnsavedAutomationResponses[200]>
  /**
   * One rule.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/automations/{id}
   */
  getAutomation: Method<Input<GetAutomationData>, GetAutomationResponses[200]>
  /**
   * Change a rule, or switch it on or off.
   *
   * Fields that are given replace those of the rule; protections, and a scope without a level, change what they name alone. The rule is validated as a whole, and what it said before stays known, so that earlier executions can be explained.
   *
   * Needs a key with the scope `manage`.
   *
   * PATCH /v1/automations/{id}
   */
  updateAutomation: Method<Input<UpdateAutomationData>, UpdateAutomationResponses[200]>
  /**
   * Delete a rule, with what is known of its executions.
   *
   * Needs a key with the scope `manage`.
   *
   * DELETE /v1/automations/{id}
   */
  deleteAutomation: Method<Input<DeleteAutomationData>, DeleteAutomationResponses[200]>
  /**
   * What a rule would do now, with the numbers it would decide on. Nothing is changed.
   *
   * Needs a key with the scope `read`. Open to agents as `preview_automation`.
   *
   * POST /v1/automations/{id}/preview
   */
  previewAutomation: Method<Input<PreviewAutomationData>, PreviewAutomationResponses[200]>
  /**
   * What a rule would have done on past days, with what was known then. Nothing is changed.
   *
   * Every day is checked at 12:00 UTC unless everyMinutes says otherwise. Protections hold, what the rule paused stays paused, and budgets that it changed stay changed. Metrics of people (reach, frequency) are not kept, so a rule that looks at them cannot be tried on the past (422).
   *
   * Needs a key with the scope `read`. Open to agents as `backtest_automation`.
   *
   * POST /v1/automations/{id}/backtest
   */
  backtestAutomation: Method<Input<BacktestAutomationData>, BacktestAutomationResponses[200]>
  /**
   * Check a rule now, and do what its mode says, whether it is switched on or not.
   *
   * Every protection holds. It waits up to 20 seconds for the end; while state is running, follow it with GET /v1/automations/executions/{id}. What a spend guard refuses is skipped, with its words. 409 while all rules are stopped.
   *
   * Needs a key with the scope `manage`. Open to agents as `run_automation`.
   *
   * POST /v1/automations/{id}/run
   */
  runAutomation: Method<Input<RunAutomationData>, RunAutomationResponses[202]>
  /**
   * The same for one rule.
   *
   * Needs a key with the scope `read`. Open to agents as `list_executions_of_automation`.
   *
   * GET /v1/automations/{id}/executions
   */
  listExecutionsOfAutomation: Method<Input<ListExecutionsOfAutomationData>, ListExecutionsOfAutomationResponses[200]>
  /**
   * What rules checked and did, the newest first; with entityId: why a rule did, or did not, act on something.
   *
   * Needs a key with the scope `read`. Open to agents as `list_executions`.
   *
   * GET /v1/automations/executions
   */
  listExecutions: OptionalMethod<Input<ListExecutionsData>, ListExecutionsResponses[200]>
  /**
   * One execution whole: what was checked, what matched, what was skipped and why, the numbers, before and after.
   *
   * Needs a key with the scope `read`. Open to agents as `get_execution`.
   *
   * GET /v1/automations/executions/{id}
   */
  getExecution: Method<Input<GetExecutionData>, GetExecutionResponses[200]>
  /**
   * Take back what an execution did, the last first, as far as that is possible.
   *
   * Status, budget and name become what they were, labels are taken off, copies are deleted. What somebody has changed since is left as it is; `undo` of each action says which. Once, but what was refused, by a spend guard or by the platform, can be tried again. Should the service die in the middle of it, it goes on by itself: `undoBegunAt` says that it is not over.
   *
   * Needs a key with the scope `manage`. Open to agents as `undo_execution`.
   *
   * POST /v1/automations/executions/{id}/undo
   */
  undoExecution: Method<Input<UndoExecutionData>, UndoExecutionResponses[200]>
  /**
   * What rules in mode suggest would do, the newest first.
   *
   * Needs a key with the scope `read`. Open to agents as `list_suggestions`.
   *
   * GET /v1/automations/suggestions
   */
  listSuggestions: OptionalMethod<Input<ListSuggestionsData>, ListSuggestionsResponses[200]>
  /**
   * Do exactly what a rule suggested, once, as whoever accepts it.
   *
   * 409 when it was decided before, has expired, or what it is about has changed since. What a spend guard refuses is not done, and the suggestion stays open. Should the service die in the middle of it, it goes on by itself; until then the outcome of the decision is planned.
   *
   * Needs a key with the scope `manage`. Open to agents as `accept_suggestion`.
   *
   * POST /v1/automations/suggestions/{id}/accept
   */
  acceptSuggestion: Method<Input<AcceptSuggestionData>, AcceptSuggestionResponses[200]>
  /**
   * Put a suggestion aside. Nothing is done.
   *
   * Needs a key with the scope `manage`. Open to agents as `dismiss_suggestion`.
   *
   * POST /v1/automations/suggestions/{id}/dismiss
   */
  dismissSuggestion: Method<Input<DismissSuggestionData>, DismissSuggestionResponses[200]>
  /**
   * Whether all rules of the company are stopped, since when, by whom and why.
   *
   * Needs a key with the scope `read`. Open to agents as `get_automation_switch`.
   *
   * GET /v1/automations/stop
   */
  getAutomationSwitch: OptionalMethod<Input<GetAutomationSwitchData>, GetAutomationSwitchResponses[200]>
  /**
   * Stop all rules of the company at once: what they have not sent yet is not sent.
   *
   * Slots that pass while they are stopped are recorded as skipped. Taking an execution back still works. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `manage`. Open to agents as `stop_automations`.
   *
   * POST /v1/automations/stop
   */
  stopAutomations: OptionalMethod<Input<StopAutomationsData>, StopAutomationsResponses[200]>
  /**
   * Let the rules of the company go on.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `manage`. Open to agents as `resume_automations`.
   *
   * POST /v1/automations/resume
   */
  resumeAutomations: OptionalMethod<Input<ResumeAutomationsData>, ResumeAutomationsResponses[200]>
  /**
   * What happened in the company, oldest first; or as it happens (server-sent events).
   *
   * Go on with `after`, the id of the last event that you have: nothing is missed, whatever is written at the same time. With the header Accept: text/event-stream the answer stays open, and every event is told as it happens; a reader that comes back with Last-Event-ID misses nothing. Events are kept for 90 days, unless this installation sets otherwise. Types:
   *
   * - `batch.finished`: The last ad of a batch has come to its end. A batch that is launched again finishes again.
   * - `ad.launched`: An ad exists on its platform.
   * - `ad.failed`: An ad was not made, and is not tried again by itself.
   * - `ad.unsure`: The answer to the write that makes an ad was lost: whether it exists is being looked for. Told once, until the ad ends.
   * - `batch.undone`: An undo has gone through the ads that a batch had launched.
   * - `connection.connected`: A platform was connected: somebody consented there, or pasted what opens it.
   * - `connection.removed`: A connection was removed: what opened the platform is forgotten, and what was done through it stays.
   * - `connection.expiring`: What opens a platform ends soon: told 14, 7, 3 and 1 days before, once each. Connect it again.
   * - `connection.broken`: What opens a platform has ended, or the platform refuses it: found by a check, or by a call that was refused. Told once for each time it breaks.
   * - `account.state_changed`: A look at a connection found an ad account in another state than the one before: ads run only in an active one. Told once for each change.
   * - `account.limited`: An ad account has spent 90 % of its spend limit, or more: its ads stop at the limit. Told once for each limit, and again when it was raised and is reached again.
   * - `platform.version_ending`: The version of a platform’s interface that this service uses is switched off soon: update the service.
   * - `sync.failed`: The daily figures of an ad account could not be read. Told when it begins to fail, not for every try.
   * - `sync.mended`: Sums of an account were not those of its days: they were made again. Figures of days were right all the time.
   * - `sync.differs`: What is kept of the ads of an account is not what its platform says of the whole account, though these days were read again. Told once for each day.
   * - `webhook.disabled`: A webhook was switched off, because its receiver failed for days or said that it is gone.
   * - `key.created`: An API key was made.
   * - `key.changed`: An API key acts, or asks before it spends, from now on.
   * - `key.revoked`: An API key was revoked: it opens nothing any more.
   * - `audit.head`: After every hour in which something was changed: the end of the audit log, signed.
   * - `ad.doubled`: The platform has another ad for one that was asked for, or called two by one id. Nothing is removed by itself: look at both.
   * - `write.often_tried`: A write was tried more than 5 times: its account rests.
   * - `spend.warned`: What was spent comes near what a guard allows.
   * - `spend.reached`: The cap of a guard that pauses nothing is reached; told once a day.
   * - `spend.stopped`: A guard has paused what spends, because its cap was reached.
   * - `spend.anomaly`: An account spends far more, or far less, than it usually does at this time.
   * - `approval.asked`: Something waits until a person approves it.
   * - `approval.given`: A person approved what waited, and it was done.
   * - `approval.refused`: A person refused what waited.
   * - `approval.expired`: Nobody approved in time what waited.
   * - `guard.changed`: A spend guard was made, changed or removed.
   * - `end.kept`: Paused at its end by this service.
   * - `end.overdue`: Could not be paused at its end yet; it is tried again.
   * - `end.late`: Paused more than a minute after its end.
   * - `automation.executed`: A rule was checked, and what it decided was done, suggested or asked for.
   * - `automation.notified`: A rule has something to say about an entity that meets its conditions.
   * - `automation.switched_off`: A rule was switched off because it failed too often in a row.
   * - `automation.stopped`: All rules of the company were stopped.
   * - `automation.resumed`: The rules of the company were let go on.
   * - `creative.new`: A file was spent on for the first time.
   * - `creative.winner`: A file spent far more than the others of its account.
   * - `creative.scaled`: The spend on a file was raised: a week cost a multiple of the one before.
   * - `creative.tired`: People have seen a file too often: it is clicked or watched less, at a rising frequency.
   * - `person.confirmed`: Somebody has shown that their address is theirs. What signed them in before has ended.
   * - `person.merged`: Somebody of this company is the same person as in other companies from now on: they have confirmed the address. What signed them in here before has ended.
   * - `person.separated`: Somebody of this company was in other companies, too, without ever having confirmed the address: here they are somebody of their own now, and sign in anew. Told once, by an update of the service.
   * - `person.passkey_added`: Somebody has made a passkey. Every company of theirs is told: it signs them in to each.
   * - `person.passkey_removed`: Somebody has removed a passkey: it opens nothing any more. Every company of theirs is told.
   * - `assistant.connected`: Somebody has let an assistant act for them, or changed what it may.
   * - `assistant.revoked`: An assistant was revoked: none of its tokens opens anything any more.
   * - `assistant.token_reused`: A code or refresh token of an assistant was brought a second time: somebody else may have it. What it had opened is closed, and its person connects it again.
   * - `invite.waiting`: An API key has asked to invite somebody: an admin confirms it in the dashboard, or nobody joins.
   * - `mail.failed`: A mail could not be sent: the mail server refused it, or took none for a day.
   *
   * Needs a key with the scope `read`. Open to agents as `list_events`.
   *
   * GET /v1/events
   */
  listEvents: OptionalMethod<Input<ListEventsData>, ListEventsResponses[200]>
  /**
   * Where events of the company are sent.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `read`. Open to agents as `list_webhooks`.
   *
   * GET /v1/webhooks
   */
  listWebhooks: OptionalMethod<Input<ListWebhooksData>, ListWebhooksResponses[200]>
  /**
   * Have events sent to an address as they happen.
   *
   * Signed as Standard Webhooks 1.0 says: headers webhook-id, webhook-timestamp, webhook-signature; the body is { type, timestamp, data }. Every event arrives at least once, the events of a batch in their order, always under the same webhook-id. An answer of 2xx within 15 s takes it; anything else, a redirect too, is tried again, 8 times within some 28 hours. 410 switches the webhook off, and so do five days without a taken event. The secret is in this answer alone. A company has at most 20. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/webhooks
   */
  createWebhook: Method<Input<CreateWebhookData>, CreateWebhookResponses[201]>
  /**
   * One webhook.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/webhooks/{id}
   */
  getWebhook: Method<Input<GetWebhookData>, GetWebhookResponses[200]>
  /**
   * Change where a webhook goes and what it is told of, or switch it on or off.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PATCH /v1/webhooks/{id}
   */
  updateWebhook: Method<Input<UpdateWebhookData>, UpdateWebhookResponses[200]>
  /**
   * Delete a webhook, with what is known of its deliveries.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/webhooks/{id}
   */
  deleteWebhook: Method<Input<DeleteWebhookData>, DeleteWebhookResponses[200]>
  /**
   * Send an example of an event to a webhook, and see what it answers.
   *
   * Sent once, also to a webhook that is switched off; nothing is written down of it. Its id begins with evt_test_. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/webhooks/{id}/test
   */
  testWebhook: Method<Input<TestWebhookData>, TestWebhookResponses[200]>
  /**
   * Replace the secret that a webhook is signed with.
   *
   * The new secret is in this answer alone. For 24 hours the secret before signs as well, so that receivers can change at leisure. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/webhooks/{id}/rotate-secret
   */
  rotateWebhookSecret: Method<Input<RotateWebhookSecretData>, RotateWebhookSecretResponses[200]>
  /**
   * Send a webhook everything again that happened since a moment.
   *
   * Events come under the ids that they had, in their order, at most 10,000 of them, oldest first. Events are kept for 90 days, unless this installation sets otherwise. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/webhooks/{id}/replay
   */
  replayWebhook: Method<Input<ReplayWebhookData>, ReplayWebhookResponses[202]>
  /**
   * What was sent to a webhook in the last 30 days, newest first.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/webhooks/{id}/deliveries
   */
  listWebhookDeliveries: Method<Input<ListWebhookDeliveriesData>, ListWebhookDeliveriesResponses[200]>
  /**
   * Send one delivery again, now.
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/webhooks/deliveries/{id}/replay
   */
  replayWebhookDelivery: Method<Input<ReplayWebhookDeliveryData>, ReplayWebhookDeliveryResponses[202]>
  /**
   * Who changed what through this service, newest first; as a file oldest first.
   *
   * Every call that changes something is in it, whichever way it came in, and so is what the operator does on the command line: who, what, about what, and how it ended. Every entry carries a hash of itself and the one before it, so that none can be changed or taken out unseen; `flightdeck audit verify` checks them. There are no secrets in it. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/audit-log
   */
  readAuditLog: OptionalMethod<Input<ReadAuditLogData>, ReadAuditLogResponses[200]>
  /**
   * Release notes of the company's own ad operations, newest first.
   *
   * With include=proposals also what could be written: the changes in the audit log that no entry tells of yet, by day and kind of change.
   *
   * Needs a key with the scope `read`. Open to agents as `list_changelog`.
   *
   * GET /v1/changelog
   */
  listChangelog: OptionalMethod<Input<ListChangelogData>, ListChangelogResponses[200]>
  /**
   * Write an entry of the changelog.
   *
   * Needs a key with the scope `manage`.
   *
   * POST /v1/changelog
   */
  createChangelogEntry: Method<Input<CreateChangelogEntryData>, CreateChangelogEntryResponses[201]>
  /**
   * The newest entry of the changelog.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/changelog/latest
   */
  getLatestChangelogEntry: OptionalMethod<Input<GetLatestChangelogEntryData>, GetLatestChangelogEntryResponses[200]>
  /**
   * One entry of the changelog.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/changelog/{id}
   */
  getChangelogEntry: Method<Input<GetChangelogEntryData>, GetChangelogEntryResponses[200]>
  /**
   * Change an entry of the changelog.
   *
   * Needs a key with the scope `manage`.
   *
   * PATCH /v1/changelog/{id}
   */
  updateChangelogEntry: Method<Input<UpdateChangelogEntryData>, UpdateChangelogEntryResponses[200]>
  /**
   * Delete an entry of the changelog.
   *
   * Needs a key with the scope `manage`.
   *
   * DELETE /v1/changelog/{id}
   */
  deleteChangelogEntry: Method<Input<DeleteChangelogEntryData>, DeleteChangelogEntryResponses[200]>
  /**
   * Upload a media file, in the form field "file".
   *
   * PNG, JPG, JPEG, GIF, MP4, MOV and AVI pass, at most 104,857,600 bytes. The format is told from the content, and a damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /upload
   */
  uploadFile: Method<Input<UploadFileData>, UploadFileResponses[200]>
  /**
   * Upload a media file by its address.
   *
   * PNG, JPG, JPEG, GIF, MP4, MOV and AVI pass, at most 104,857,600 bytes. The format is told from the content, and a damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /upload/url
   */
  uploadFileFromUrl: Method<Input<UploadFileFromUrlData>, UploadFileFromUrlResponses[200]>
  /**
   * Upload a media file, in the form field "file".
   *
   * PNG, JPG, JPEG, GIF, MP4, MOV, AVI and PDF pass, at most 104,857,600 bytes. The format is told from the content, and a damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/media/upload
   */
  uploadMedia: Method<Input<UploadMediaData>, UploadMediaResponses[200]>
  /**
   * Upload a media file by its address.
   *
   * PNG, JPG, JPEG, GIF, MP4, MOV, AVI and PDF pass, at most 104,857,600 bytes. The format is told from the content, and a damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.
   *
   * Needs a key with the scope `launch`. Open to agents as `upload_media_from_url`.
   *
   * POST /v1/media/upload/url
   */
  uploadMediaFromUrl: Method<Input<UploadMediaFromUrlData>, UploadMediaFromUrlResponses[200]>
  /**
   * Stored media of the company, newest first.
   *
   * Needs a key with the scope `read`. Open to agents as `list_media`.
   *
   * GET /v1/media
   */
  listMedia: OptionalMethod<Input<ListMediaData>, ListMediaResponses[200]>
  /**
   * One stored file with its dimensions.
   *
   * Needs a key with the scope `read`. Open to agents as `get_media`.
   *
   * GET /v1/media/{id}
   */
  getMedia: Method<Input<GetMediaData>, GetMediaResponses[200]>
  /**
   * Rename or tag a stored file.
   *
   * filename follows the rules of uploads: it is made safe, ends in what the file is, and gets a suffix where another file has it (wasRenamed). The address of the file stays.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/media/{id}
   */
  updateMedia: Method<Input<UpdateMediaData>, UpdateMediaResponses[200]>
  /**
   * Delete a stored file. 409 while a running batch needs it.
   *
   * Needs a key with the scope `launch`.
   *
   * DELETE /v1/media/{id}
   */
  deleteMedia: Method<Input<DeleteMediaData>, DeleteMediaResponses[200]>
  /**
   * Where a stored file is used: the ads that were launched with it, newest batch first.
   *
   * As a picture, a video or the thumbnail of one. The latest 200 batches are looked through.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/media/{id}/uses
   */
  listMediaUses: Method<Input<ListMediaUsesData>, ListMediaUsesResponses[200]>
  /**
   * Assets of the library, newest first.
   *
   * Assets are the stored media of the company: the same as GET /v1/media.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/library/assets
   */
  listAssets: OptionalMethod<Input<ListAssetsData>, ListAssetsResponses[200]>
  /**
   * One asset of the library.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/library/assets/{id}
   */
  getAsset: Method<Input<GetAssetData>, GetAssetResponses[200]>
  /**
   * Boards of the library, by name.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/library/boards
   */
  listBoards: OptionalMethod<Input<ListBoardsData>, ListBoardsResponses[200]>
  /**
   * Make a board.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/library/boards
   */
  createBoard: Method<Input<CreateBoardData>, CreateBoardResponses[201]>
  /**
   * Rename or describe a board.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/library/boards/{id}
   */
  updateBoard: Method<Input<UpdateBoardData>, UpdateBoardResponses[200]>
  /**
   * Delete a board. Its assets stay in the library.
   *
   * Needs a key with the scope `launch`.
   *
   * DELETE /v1/library/boards/{id}
   */
  deleteBoard: Method<Input<DeleteBoardData>, DeleteBoardResponses[200]>
  /**
   * Assets on a board, newest first.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/library/boards/{id}/assets
   */
  listBoardAssets: Method<Input<ListBoardAssetsData>, ListBoardAssetsResponses[200]>
  /**
   * Put assets on a board, or take them off.
   *
   * What is on the board already, or is not on it when it is to be taken off, is passed over.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/library/boards/{id}/assets
   */
  updateBoardAssets: Method<Input<UpdateBoardAssetsData>, UpdateBoardAssetsResponses[200]>
  /**
   * Tags of the library, the most used first.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/library/tags
   */
  listTags: OptionalMethod<Input<ListTagsData>, ListTagsResponses[200]>
  /**
   * Search competitors' ads.
   *
   * The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, and may have more fields. What the research tool refuses is 502, with its own code in details.code.
   *
   * Needs a key with the scope `read`. Open to agents as `list_research_ads`.
   *
   * GET /v1/research/rpc/ads.list
   */
  listResearchAds: OptionalMethod<Input<ListResearchAdsData>, ListResearchAdsResponses[200]>
  /**
   * Everything that is known about a competitor's ad.
   *
   * The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, and may have more fields. What the research tool refuses is 502, with its own code in details.code.
   *
   * Needs a key with the scope `read`. Open to agents as `get_research_ad`.
   *
   * GET /v1/research/rpc/ads.getDetails
   */
  getResearchAd: Method<Input<GetResearchAdData>, GetResearchAdResponses[200]>
  /**
   * How a brand advertises: how many ads, where, in which formats, and which ran longest.
   *
   * The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, and may have more fields. What the research tool refuses is 502, with its own code in details.code.
   *
   * Needs a key with the scope `read`. Open to agents as `get_research_brand`.
   *
   * GET /v1/research/rpc/brand.getOverview
   */
  getResearchBrand: Method<Input<GetResearchBrandData>, GetResearchBrandResponses[200]>
  /**
   * Brands that are followed, with how many ads they run.
   *
   * The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, and may have more fields. What the research tool refuses is 502, with its own code in details.code.
   *
   * Needs a key with the scope `read`. Open to agents as `list_followed_brands`.
   *
   * GET /v1/research/rpc/companies.listFollowed
   */
  listFollowedBrands: OptionalMethod<Input<ListFollowedBrandsData>, ListFollowedBrandsResponses[200]>
  /**
   * Boards with competitors' ads on them.
   *
   * The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, and may have more fields. What the research tool refuses is 502, with its own code in details.code.
   *
   * Needs a key with the scope `read`. Open to agents as `list_research_boards`.
   *
   * GET /v1/research/rpc/boards.list
   */
  listResearchBoards: OptionalMethod<Input<ListResearchBoardsData>, ListResearchBoardsResponses[200]>
  /**
   * Make a board for competitors' ads.
   *
   * The fields are the body, or stand in its field json. What the research tool refuses is 502, with its own code in details.code; details.mayHaveHappened says whether the board may have been made all the same.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/research/rpc/boards.create
   */
  createResearchBoard: Method<Input<CreateResearchBoardData>, CreateResearchBoardResponses[200]>
  /**
   * Ask any query of the research tool.
   *
   * What the research tool answers is passed on as it comes. What it refuses is 502, with its own code in details.code. The caller's key never goes there. Clients of tRPC work with this address: links that batch, and links that do not.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/research/rpc/{procedure}
   */
  queryResearch: Method<Input<QueryResearchData>, QueryResearchResponses[200]>
  /**
   * Have any mutation of the research tool done.
   *
   * The body is the input itself, or an object with the field json that holds it; at most 1000000 bytes. What the research tool answers is passed on as it comes. What it refuses is 502, with its own code in details.code. The caller's key never goes there. Clients of tRPC work with this address: links that batch, and links that do not. A mutation without an answer may have happened: details.mayHaveHappened says so.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/research/rpc/{procedure}
   */
  mutateResearch: Method<Input<MutateResearchData>, MutateResearchResponses[200]>
  /**
   * Have a page of the web read: what it says about itself, advertises and shows.
   *
   * The page is read by a worker; GET /v1/research/scrape/{jobId} tells how far it is and, for 7 days, what was found. A page may have 3000000 bytes and take 30 seconds; at most 20 pages may be open at the same time. Only addresses on the public internet are read, also after redirects. No script of the page is run.
   *
   * Needs a key with the scope `launch`. Open to agents as `scrape_page`.
   *
   * POST /v1/research/scrape
   */
  scrapePage: Method<Input<ScrapePageData>, ScrapePageResponses[202]>
  /**
   * How far the reading of a page is, and what was found on it.
   *
   * Needs a key with the scope `read`. Open to agents as `get_scrape`.
   *
   * GET /v1/research/scrape/{jobId}
   */
  getScrape: Method<Input<GetScrapeData>, GetScrapeResponses[200]>
  /**
   * Ad copy templates of the company, newest first.
   *
   * Needs a key with the scope `read`. Open to agents as `list_ad_copy_templates`.
   *
   * GET /v1/ad-copy-templates
   */
  listAdCopyTemplates: OptionalMethod<Input<ListAdCopyTemplatesData>, ListAdCopyTemplatesResponses[200]>
  /**
   * Make an ad copy template.
   *
   * Needs a key with the scope `launch`.
   *
   * POST /v1/ad-copy-templates
   */
  createAdCopyTemplate: Method<Input<CreateAdCopyTemplateData>, CreateAdCopyTemplateResponses[201]>
  /**
   * One ad copy template.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/ad-copy-templates/{id}
   */
  getAdCopyTemplate: Method<Input<GetAdCopyTemplateData>, GetAdCopyTemplateResponses[200]>
  /**
   * Change an ad copy template. A text set to null is removed.
   *
   * Needs a key with the scope `launch`.
   *
   * PATCH /v1/ad-copy-templates/{id}
   */
  updateAdCopyTemplate: Method<Input<UpdateAdCopyTemplateData>, UpdateAdCopyTemplateResponses[200]>
  /**
   * Delete an ad copy template.
   *
   * Needs a key with the scope `launch`.
   *
   * DELETE /v1/ad-copy-templates/{id}
   */
  deleteAdCopyTemplate: Method<Input<DeleteAdCopyTemplateData>, DeleteAdCopyTemplateResponses[200]>
  /**
   * Ad copy templates of the company.
   *
   * Needs a key with the scope `read`.
   *
   * GET /api/ad-copy-templates
   */
  listOlderAdCopyTemplates: OptionalMethod<Input<ListOlderAdCopyTemplatesData>, ListOlderAdCopyTemplatesResponses[200]>
  /**
   * The assistants that people have connected by consent, the latest first.
   *
   * Admins of the whole company see everybody’s, everybody else their own. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/assistants
   */
  listAssistants: OptionalMethod<Input<ListAssistantsData>, ListAssistantsResponses[200]>
  /**
   * Consent to what an assistant asks for: it acts for you from then on, with at most what you have.
   *
   * What it may let run on a day is a spend guard in mode refuse (by), and needed for one that may do more than read. To let it spend without asking, or more than before, is for those who may loosen guards, with a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/assistants
   */
  connectAssistant: Method<Input<ConnectAssistantData>, ConnectAssistantResponses[201]>
  /**
   * What an assistant asks of the person who is signed in.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/assistants/requests
   */
  readConsentRequest: Method<Input<ReadConsentRequestData>, ReadConsentRequestResponses[200]>
  /**
   * Revoke an assistant: from this moment none of its tokens opens anything.
   *
   * Its limit stays, and what it let run today goes on counting when the same person connects it anew. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * DELETE /v1/assistants/{id}
   */
  revokeAssistant: Method<Input<RevokeAssistantData>, RevokeAssistantResponses[200]>
  /**
   * Workspaces of the company.
   *
   * Needs a key with the scope `read`.
   *
   * GET /api/workspaces
   */
  listOlderWorkspaces: OptionalMethod<Input<ListOlderWorkspacesData>, ListOlderWorkspacesResponses[200]>
  /**
   * Make a workspace; its slug must be free (409).
   *
   * For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * POST /api/workspaces
   */
  createOlderWorkspace: Method<Input<CreateOlderWorkspaceData>, CreateOlderWorkspaceResponses[201]>
  /**
   * Who belongs to the company.
   *
   * Needs a key with the scope `admin`.
   *
   * GET /api/users
   */
  listOlderUsers: OptionalMethod<Input<ListOlderUsersData>, ListOlderUsersResponses[200]>
  /**
   * Invite somebody to the company.
   *
   * A signed-in person gets the link to send. An API key of scope admin gets none: its invite waits (state waiting) until an admin confirms it in the dashboard (POST /v1/people/invites/{id}/confirm), at most 7 days.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /api/invites
   */
  invitePersonOlder: Method<Input<InvitePersonOlderData>, InvitePersonOlderResponses[201]>
  /**
   * Join the company that one was invited to, and sign in. For people.
   *
   * Without a session it makes somebody new, who is in that company alone. An address that somebody has confirmed is theirs: they join as who they are, signed in (the cookie of their session), and anybody else gets 403 `sign_in_first`.
   *
   * Open: no key needed.
   *
   * POST /api/invites/{token}/accept
   */
  acceptInvite: Method<Input<AcceptInviteData>, AcceptInviteResponses[200]>
  /**
   * Which ways to sign in there are here.
   *
   * Open: no key needed.
   *
   * GET /v1/session/ways
   */
  listWaysToSignIn: OptionalMethod<Input<ListWaysToSignInData>, ListWaysToSignInResponses[200]>
  /**
   * Have a link mailed that signs one in.
   *
   * For people, where there is mail (`GET /v1/session/ways`). The answer is the same, and as quick, whether or not anybody has the address. An address gets at most 5 such mails an hour. Opening the link confirms that the address is theirs: passkeys and sessions of somebody who never confirmed it end.
   *
   * Open: no key needed.
   *
   * POST /v1/session/link
   */
  mailSignInLink: Method<Input<MailSignInLinkData>, MailSignInLinkResponses[202]>
  /**
   * Sign in with the token of a one-time link.
   *
   * For people. The first start prints such a link for the owner of the demo company; `flightdeck login-link` makes others. The token stands behind the # of the link, so that no server sees it before this call. The answer sets the cookie of the session. A link that the operator made for an address, or that was mailed there, confirms that it is theirs: passkeys and sessions that they had before end, and the answer says how many.
   *
   * Open: no key needed.
   *
   * POST /v1/session
   */
  signIn: Method<Input<SignInData>, SignInResponses[200]>
  /**
   * Sign out: the session of this browser ends.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * DELETE /v1/session
   */
  signOut: OptionalMethod<Input<SignOutData>, SignOutResponses[200]>
  /**
   * Be called something else, in every company that one belongs to.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * PATCH /v1/session
   */
  renameOneself: Method<Input<RenameOneselfData>, RenameOneselfResponses[200]>
  /**
   * Who is signed in: person, role, company, workspaces, when the session ends, and what they may do.
   *
   * API keys ask `GET /v1/user` who they are. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/session
   */
  readSession: OptionalMethod<Input<ReadSessionData>, ReadSessionResponses[200]>
  /**
   * What a browser needs to ask for a passkey.
   *
   * Open: no key needed.
   *
   * POST /v1/session/passkey/options
   */
  askForPasskey: OptionalMethod<Input<AskForPasskeyData>, AskForPasskeyResponses[200]>
  /**
   * Sign in with a passkey. For people who have made one.
   *
   * Open: no key needed.
   *
   * POST /v1/session/passkey
   */
  signInByPasskey: Method<Input<SignInByPasskeyData>, SignInByPasskeyResponses[200]>
  /**
   * Leads to the company's identity provider, where one is set (OIDC_ISSUER). For people's browsers.
   *
   * Open: no key needed.
   *
   * GET /v1/session/oidc
   */
  signInByOidc: OptionalMethod<Input<SignInByOidcData>, Response>
  /**
   * Where the identity provider sends people back to. For people's browsers.
   *
   * Open: no key needed.
   *
   * GET /v1/session/oidc/callback
   */
  endOidcSignIn: OptionalMethod<Input<EndOidcSignInData>, Response>
  /**
   * Show again that it is you, with a passkey, without signing in anew.
   *
   * What opens more doors (a passkey, an admin's key or invite, a looser guard) needs a sign-in of the last 5 minutes. The options come from `POST /v1/session/passkey/options`. At an identity provider: `GET /v1/session/oidc?stepUp=true`. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/session/step-up
   */
  stepUp: Method<Input<StepUpData>, StepUpResponses[200]>
  /**
   * The companies of the person who asks, and those where somebody separate has their address.
   *
   * Somebody whose address was never confirmed is in one company alone. Once it is, they see where else it was invited, and accept what is theirs. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/session/companies
   */
  listOwnCompanies: OptionalMethod<Input<ListOwnCompaniesData>, ListOwnCompaniesResponses[200]>
  /**
   * Be in another company what somebody separate with the same, confirmed address was there.
   *
   * Their role, workspaces and keys are those of the person who asks from now on. What signed the separate one in (passkeys, sessions, links) ends; none of it moves. The company is told. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/session/companies/{slug}/accept
   */
  acceptCompany: Method<Input<AcceptCompanyData>, AcceptCompanyResponses[200]>
  /**
   * What the person who asks is mailed about in this company, and in which language.
   *
   * New passkeys of theirs are always mailed, and new admin keys to every admin. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/session/mails
   */
  readMailWishes: OptionalMethod<Input<ReadMailWishesData>, ReadMailWishesResponses[200]>
  /**
   * Say what to be mailed about in this company, and in which language.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * PATCH /v1/session/mails
   */
  updateMailWishes: OptionalMethod<Input<UpdateMailWishesData>, UpdateMailWishesResponses[200]>
  /**
   * Where the person who asks is signed in.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/sessions
   */
  listSessions: OptionalMethod<Input<ListSessionsData>, ListSessionsResponses[200]>
  /**
   * Sign out elsewhere: the session opens nothing from this moment on.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * DELETE /v1/sessions/{id}
   */
  endSession: Method<Input<EndSessionData>, EndSessionResponses[200]>
  /**
   * What a browser needs to make a passkey for the person who asks.
   *
   * Needs a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/passkeys/options
   */
  beginPasskey: OptionalMethod<Input<BeginPasskeyData>, BeginPasskeyResponses[200]>
  /**
   * Keep the passkey that the browser has made.
   *
   * Needs a sign-in of the last 5 minutes. Every company of the person is told. For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * POST /v1/passkeys
   */
  createPasskey: Method<Input<CreatePasskeyData>, CreatePasskeyResponses[201]>
  /**
   * The passkeys of the person who asks.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/passkeys
   */
  listPasskeys: OptionalMethod<Input<ListPasskeysData>, ListPasskeysResponses[200]>
  /**
   * Remove one: it opens nothing from this moment on.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * DELETE /v1/passkeys/{id}
   */
  deletePasskey: Method<Input<DeletePasskeyData>, DeletePasskeyResponses[200]>
  /**
   * The API keys of the company that open something, the newest first.
   *
   * Whoever works in some workspaces sees the keys that they made themselves. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/keys
   */
  listKeys: OptionalMethod<Input<ListKeysData>, ListKeysResponses[200]>
  /**
   * Make an API key. It is shown in this answer alone, and kept as a hash.
   *
   * It opens at most the workspaces that its maker works in: when they are given fewer, so is the key, from its next call on. One with the scope admin needs a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/keys
   */
  createKey: Method<Input<CreateKeyData>, CreateKeyResponses[201]>
  /**
   * Say whether an API key acts or asks before it spends.
   *
   * It holds from its next call on. What waits for a person already goes on waiting, and rules and drafts of the time when it asked stay as they are. From ask to act needs a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * PATCH /v1/keys/{id}
   */
  updateKey: Method<Input<UpdateKeyData>, UpdateKeyResponses[200]>
  /**
   * Revoke an API key: from this moment it opens nothing.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/keys/{id}
   */
  revokeKey: Method<Input<RevokeKeyData>, RevokeKeyResponses[200]>
  /**
   * Who belongs to the company, with their roles.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/people
   */
  listPeople: OptionalMethod<Input<ListPeopleData>, ListPeopleResponses[200]>
  /**
   * Give somebody another role, or other workspaces.
   *
   * There is always an owner. Nobody gives a role above their own, or changes somebody above them. To make somebody an admin or an owner needs a sign-in of the last 5 minutes. What they are called, everybody changes for themselves. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * PATCH /v1/people/{id}
   */
  updatePerson: Method<Input<UpdatePersonData>, UpdatePersonResponses[200]>
  /**
   * Take somebody out of the company: they are signed out everywhere.
   *
   * Keys that they made go on: the answer names them, and revokeKeys revokes them in the same step. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/people/{id}
   */
  removePerson: Method<Input<RemovePersonData>, RemovePersonResponses[200]>
  /**
   * Invites that can still be accepted, and those that wait for an admin to confirm them.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * GET /v1/people/invites
   */
  listInvites: OptionalMethod<Input<ListInvitesData>, ListInvitesResponses[200]>
  /**
   * Invite somebody to the company.
   *
   * The answer has the link to send them; it can be used once, within 7 days. To invite an admin or an owner needs a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/people/invites
   */
  invitePerson: Method<Input<InvitePersonData>, InvitePersonResponses[201]>
  /**
   * Confirm an invite that an API key asked for: it is the invite of whoever confirms it.
   *
   * The answer has the link to send them; it can be used once, within 7 days. Nobody confirms a role above their own, or workspaces that they do not work in; needs a sign-in of the last 5 minutes. For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * POST /v1/people/invites/{id}/confirm
   */
  confirmInvite: Method<Input<ConfirmInviteData>, ConfirmInviteResponses[200]>
  /**
   * Withdraw an invite: its link opens nothing any more.
   *
   * For people: keys get 403.
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/people/invites/{id}
   */
  withdrawInvite: Method<Input<WithdrawInviteData>, WithdrawInviteResponses[200]>
  /**
   * Rename a workspace, or move ad accounts into it.
   *
   * For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * PATCH /v1/workspaces/{id}
   */
  updateWorkspace: Method<Input<UpdateWorkspaceData>, UpdateWorkspaceResponses[200]>
  /**
   * Delete a workspace. Its ad accounts go to the first one, which cannot be deleted.
   *
   * For people: keys get 403. For who works in the whole company (others get 403).
   *
   * Needs a key with the scope `admin`.
   *
   * DELETE /v1/workspaces/{id}
   */
  deleteWorkspace: Method<Input<DeleteWorkspaceData>, DeleteWorkspaceResponses[200]>
  /**
   * How the whole installation is: processes, jobs, queue, sizes, retention, backup, quotas, and what ends.
   *
   * Read again every few seconds, however often it is asked for. For people: keys get 403. For operators: everybody else gets 403. `flightdeck operator add` makes somebody one.
   *
   * Needs a key with the scope `read`.
   *
   * GET /v1/instance
   */
  readInstance: OptionalMethod<Input<ReadInstanceData>, ReadInstanceResponses[200]>
  /**
   * The page behind a link that was sent to somebody who decides. Looking at it changes nothing.
   *
   * For people: whoever was sent the link decides, once. Links are sent to targets that the operator has added with `flightdeck approval target add`, and mailed to people who may approve: such a one decides as its person.
   *
   * Open: no key needed.
   *
   * GET /approvals/{token}
   */
  readApprovalLink: Method<Input<ReadApprovalLinkData>, Response>
  /**
   * The button of that page which approves.
   *
   * For people: whoever was sent the link decides, once.
   *
   * Open: no key needed.
   *
   * POST /approvals/{token}/approve
   */
  approveByLink: Method<Input<ApproveByLinkData>, Response>
  /**
   * The button of that page which refuses.
   *
   * For people: whoever was sent the link decides, once.
   *
   * Open: no key needed.
   *
   * POST /approvals/{token}/refuse
   */
  refuseByLink: Method<Input<RefuseByLinkData>, Response>
  /**
   * A page that says what this is and where its documents are
   *
   * Open: no key needed.
   *
   * GET /
   */
  readHome: OptionalMethod<Input<ReadHomeData>, Response>
  /**
   * Whether the service and what it stands on are well.
   *
   * 503 in the same form, with success: false, when a part is not well.
   *
   * Open: no key needed.
   *
   * GET /v1/health
   */
  checkHealth: OptionalMethod<Input<CheckHealthData>, CheckHealthResponses[200]>
  /**
   * Whether the process is alive: it answers, whatever else is well
   *
   * Open: no key needed.
   *
   * GET /live
   */
  checkLive: OptionalMethod<Input<CheckLiveData>, Response>
  /**
   * Whether calls should be sent here
   *
   * 503 with "not ready" and why, in a few words: the database, files, a schema that is newer than this process, work that stands still, a restore that holds it, a start or a stop.
   *
   * Open: no key needed.
   *
   * GET /ready
   */
  checkReady: OptionalMethod<Input<CheckReadyData>, Response>
  /**
   * What the service tells a monitoring system of itself, in the format of Prometheus
   *
   * Only with the setting METRICS=on; 404 otherwise. The figures are of the whole service, not of one company.
   *
   * Open: no key needed.
   *
   * GET /metrics
   */
  readMetrics: OptionalMethod<Input<ReadMetricsData>, Response>
  /**
   * A stored media file.
   *
   * Ranges (206, 416), If-None-Match and If-Modified-Since are understood. What lies under an address never changes, so it may be cached for ever.
   *
   * Open: no key needed.
   *
   * GET /media/{path}
   */
  readMediaFile: Method<Input<ReadMediaFileData>, Response>
  /**
   * The reference of this interface, to browse and to try
   *
   * Open: no key needed.
   *
   * GET /docs
   */
  readReference: OptionalMethod<Input<ReadReferenceData>, Response>
  /**
   * A script, style sheet or picture of the reference
   *
   * Open: no key needed.
   *
   * GET /docs/{file}
   */
  readReferenceFile: Method<Input<ReadReferenceFileData>, Response>
  /**
   * This interface as an OpenAPI 3.1 document
   *
   * Open: no key needed.
   *
   * GET /openapi.json
   */
  readOpenapi: OptionalMethod<Input<ReadOpenapiData>, Response>
  /**
   * An overview of this interface for language models
   *
   * Open: no key needed.
   *
   * GET /llms.txt
   */
  readOverviewForModels: OptionalMethod<Input<ReadOverviewForModelsData>, Response>
  /**
   * Every operation of this interface with all its fields, for language models
   *
   * Open: no key needed.
   *
   * GET /llms-full.txt
   */
  readEverythingForModels: OptionalMethod<Input<ReadEverythingForModelsData>, Response>
  /**
   * The operations of one section with all their fields, for language models
   *
   * Open: no key needed.
   *
   * GET /llms/{file}
   */
  readSectionForModels: Method<Input<ReadSectionForModelsData>, Response>
}

/** Lists, entry by entry, over all their pages. */
export interface AllEntries {
  /** Launches of the company, newest first. */
  listBatches: OptionalEach<Input<ListBatchesData>, ListBatchesResponses[200]>
  /** For every launched ad: what was asked, what the platform stored, and where the two differ. */
  getReceipts: Each<Input<GetReceiptsData>, GetReceiptsResponses[200]>
  /** For each ad of a batch: its steps, how many tries each took, its waits and why, with times. */
  getTimeline: Each<Input<GetTimelineData>, GetTimelineResponses[200]>
  /** Drafts of the company, newest first. */
  listDrafts: OptionalEach<Input<ListDraftsData>, ListDraftsResponses[200]>
  /** Who changed what in an account, newest first. */
  listChanges: Each<Input<ListChangesData>, ListChangesResponses[200]>
  /** Ads of an ad set or an account. */
  listAds: OptionalEach<Input<ListAdsData>, ListAdsResponses[200]>
  /** The ends that this service keeps because a platform cannot, on every platform, the next one first. */
  listEnds: OptionalEach<Input<ListEndsData>, ListEndsResponses[200]>
  /** Campaigns with budgets, spend and results. */
  listCampaignPerformance: Each<Input<ListCampaignPerformanceData>, ListCampaignPerformanceResponses[200]>
  /** Ad sets with budgets, spend and results. */
  listAdSetPerformance: Each<Input<ListAdSetPerformanceData>, ListAdSetPerformanceResponses[200]>
  /** Comments under an ad or a post, newest first. */
  listComments: Each<Input<ListCommentsData>, ListCommentsResponses[200]>
  /** Pixels of an account. */
  listPixels: Each<Input<ListPixelsData>, ListPixelsResponses[200]>
  /** Custom conversions of an account. */
  listCustomConversions: Each<Input<ListCustomConversionsData>, ListCustomConversionsResponses[200]>
  /** Posts of a page, and whether they can be boosted. */
  listPosts: Each<Input<ListPostsData>, ListPostsResponses[200]>
  /** Creators who let this account advertise with their posts. */
  listPartnershipCreators: Each<Input<ListPartnershipCreatorsData>, ListPartnershipCreatorsResponses[200]>
  /** Find the keys of places and interests for targeting. */
  searchTargeting: Each<Input<SearchTargetingData>, SearchTargetingResponses[200]>
  /** Custom audiences of an account. */
  listAudiences: Each<Input<ListAudiencesData>, ListAudiencesResponses[200]>
  /** Campaigns of a photo-messaging account with budgets and figures. */
  listPhotoMessagingCampaigns: Each<Input<ListPhotoMessagingCampaignsData>, ListPhotoMessagingCampaignsResponses[200]>
  /** Ad squads of a photo-messaging account or campaign with budgets and figures. */
  listPhotoMessagingAdSquads: Each<Input<ListPhotoMessagingAdSquadsData>, ListPhotoMessagingAdSquadsResponses[200]>
  /** Ads of a photo-messaging account or ad squad with figures. */
  listPhotoMessagingAds: Each<Input<ListPhotoMessagingAdsData>, ListPhotoMessagingAdsResponses[200]>
  /** Boards that the pins of new ads can go to. */
  listPinBoards: Each<Input<ListPinBoardsData>, ListPinBoardsResponses[200]>
  /** Who can speak in the ads of an account. */
  listIdentities: Each<Input<ListIdentitiesData>, ListIdentitiesResponses[200]>
  /** Posts of an identity that can be shown as ads. */
  listIdentityPosts: Each<Input<ListIdentityPostsData>, ListIdentityPostsResponses[200]>
  /** What each video, post and carousel, text or button in Smart+ ads did, the most expensive first. */
  readShortVideoMaterials: Each<Input<ReadShortVideoMaterialsData>, ReadShortVideoMaterialsResponses[200]>
  /** Accounts of the search-ads platform, with managers and everything under them. */
  listSearchAccounts: OptionalEach<Input<ListSearchAccountsData>, ListSearchAccountsResponses[200]>
  /** Campaigns of a search-ads account with budgets, bidding and how much is in them. */
  listSearchCampaigns: Each<Input<ListSearchCampaignsData>, ListSearchCampaignsResponses[200]>
  /** Ad groups of a search-ads account or campaign. */
  listSearchAdGroups: Each<Input<ListSearchAdGroupsData>, ListSearchAdGroupsResponses[200]>
  /** Ads of a search-ads account, campaign or ad group, with their texts. */
  listSearchAds: Each<Input<ListSearchAdsData>, ListSearchAdsResponses[200]>
  /** Keywords of a search-ads account, campaign or ad group. */
  listSearchKeywords: Each<Input<ListSearchKeywordsData>, ListSearchKeywordsResponses[200]>
  /** What people typed before they saw an ad, the costliest first. */
  listSearchTerms: Each<Input<ListSearchTermsData>, ListSearchTermsResponses[200]>
  /** Negative keywords of campaigns, ad groups and shared lists. */
  listSearchNegatives: Each<Input<ListSearchNegativesData>, ListSearchNegativesResponses[200]>
  /** Who changed what in an account of the search-ads platform, newest first. */
  listSearchChanges: Each<Input<ListSearchChangesData>, ListSearchChangesResponses[200]>
  /** Ad accounts of the professional network, with their organizations and what the connection may do. */
  listNetworkAccounts: OptionalEach<Input<ListNetworkAccountsData>, ListNetworkAccountsResponses[200]>
  /** Posts of an organization that can be sponsored, the newest first. */
  listOrganizationPosts: Each<Input<ListOrganizationPostsData>, ListOrganizationPostsResponses[200]>
  /** Campaign groups of an account with the campaigns in them and the creatives in those. */
  readNetworkTree: Each<Input<ReadNetworkTreeData>, ReadNetworkTreeResponses[200]>
  /** Figures of the professional network by what is asked for, as the platform counts them now. */
  readNetworkMetrics: Each<Input<ReadNetworkMetricsData>, ReadNetworkMetricsResponses[200]>
  /** Figures of ads, ad sets, campaigns, accounts, platforms, days, countries or searches. */
  queryReports: Each<Input<QueryReportsData>, QueryReportsResponses[200]>
  /** What is kept of ads, held against the platforms' own totals of each account. */
  getReconciliation: Each<Input<GetReconciliationData>, GetReconciliationResponses[200]>
  /** Saved views of GET /v1/entities: your own and those of the company, by name. */
  listViews: OptionalEach<Input<ListViewsData>, ListViewsResponses[200]>
  /** Everything that runs: campaigns, ad sets and ads over all platforms, with what they did. */
  listEntities: OptionalEach<Input<ListEntitiesData>, ListEntitiesResponses[200]>
  /** What ads show, over all ads, accounts and platforms: figures, and what wins or is tired as of a day. */
  listCreatives: OptionalEach<Input<ListCreativesData>, ListCreativesResponses[200]>
  /** Ad accounts of the company, over all platforms. */
  listAdAccounts: OptionalEach<Input<ListAdAccountsData>, ListAdAccountsResponses[200]>
  /** Pages that an ad account may speak for, with their profiles on the secondary network. */
  listProfiles: Each<Input<ListProfilesData>, ListProfilesResponses[200]>
  /** Ad sets of an account, ready to be used in a launch. */
  listAdSets: Each<Input<ListAdSetsData>, ListAdSetsResponses[200]>
  /** Campaigns of an account, with budgets and, for the days asked for, spend. */
  listCampaigns: Each<Input<ListCampaignsData>, ListCampaignsResponses[200]>
  /** Workspaces of the company, each with its ad accounts. */
  listWorkspaces: OptionalEach<Input<ListWorkspacesData>, ListWorkspacesResponses[200]>
  /** How the company reaches each platform, how long that lasts, and how much of each allowance is used. */
  listConnections: OptionalEach<Input<ListConnectionsData>, ListConnectionsResponses[200]>
  /** What ends and when: tokens, versions of interfaces, what platforms announced, ends of ads. */
  readCalendar: OptionalEach<Input<ReadCalendarData>, ReadCalendarResponses[200]>
  /** Writes that wait, or waited, for a person; the newest first. */
  listApprovals: OptionalEach<Input<ListApprovalsData>, ListApprovalsResponses[200]>
  /** The rules that watch figures of the company and act. */
  listAutomations: OptionalEach<Input<ListAutomationsData>, ListAutomationsResponses[200]>
  /** The same for one rule. */
  listExecutionsOfAutomation: Each<Input<ListExecutionsOfAutomationData>, ListExecutionsOfAutomationResponses[200]>
  /** What rules checked and did, the newest first; with entityId: why a rule did, or did not, act on something. */
  listExecutions: OptionalEach<Input<ListExecutionsData>, ListExecutionsResponses[200]>
  /** What rules in mode suggest would do, the newest first. */
  listSuggestions: OptionalEach<Input<ListSuggestionsData>, ListSuggestionsResponses[200]>
  /** What happened in the company, oldest first; or as it happens (server-sent events). */
  listEvents: OptionalEach<Input<ListEventsData>, ListEventsResponses[200]>
  /** Where events of the company are sent. */
  listWebhooks: OptionalEach<Input<ListWebhooksData>, ListWebhooksResponses[200]>
  /** What was sent to a webhook in the last 30 days, newest first. */
  listWebhookDeliveries: Each<Input<ListWebhookDeliveriesData>, ListWebhookDeliveriesResponses[200]>
  /** Who changed what through this service, newest first; as a file oldest first. */
  readAuditLog: OptionalEach<Input<ReadAuditLogData>, ReadAuditLogResponses[200]>
  /** Release notes of the company's own ad operations, newest first. */
  listChangelog: OptionalEach<Input<ListChangelogData>, ListChangelogResponses[200]>
  /** Stored media of the company, newest first. */
  listMedia: OptionalEach<Input<ListMediaData>, ListMediaResponses[200]>
  /** Where a stored file is used: the ads that were launched with it, newest batch first. */
  listMediaUses: Each<Input<ListMediaUsesData>, ListMediaUsesResponses[200]>
  /** Assets of the library, newest first. */
  listAssets: OptionalEach<Input<ListAssetsData>, ListAssetsResponses[200]>
  /** Boards of the library, by name. */
  listBoards: OptionalEach<Input<ListBoardsData>, ListBoardsResponses[200]>
  /** Assets on a board, newest first. */
  listBoardAssets: Each<Input<ListBoardAssetsData>, ListBoardAssetsResponses[200]>
  /** Tags of the library, the most used first. */
  listTags: OptionalEach<Input<ListTagsData>, ListTagsResponses[200]>
  /** Ad copy templates of the company, newest first. */
  listAdCopyTemplates: OptionalEach<Input<ListAdCopyTemplatesData>, ListAdCopyTemplatesResponses[200]>
  /** The API keys of the company that open something, the newest first. */
  listKeys: OptionalEach<Input<ListKeysData>, ListKeysResponses[200]>
  /** Who belongs to the company, with their roles. */
  listPeople: OptionalEach<Input<ListPeopleData>, ListPeopleResponses[200]>
}

/** The same operations by what they are about: `batches.status` is `getBatchStatus`. */
export interface Resources {
  ads: {
    /** Launch a batch of ads. */
    launch: Operations['launchAds']
    /** Change an ad's name, texts, button or link. */
    update: Operations['updateAd']
    /** Copy an ad 1 to 10 times, into the same or another ad set, with new texts or a new link if you like. */
    duplicate: Operations['duplicateAd']
    /** Everything the platform stores about up to 50 ads. */
    debugData: Operations['getAdDebugData']
    /** What up to 50 ads show: the specs of their creatives. */
    creativeSpecs: Operations['getAdCreativeSpecs']
    /** Ads of an ad set or an account. */
    list: Operations['listAds']
  }
  launch: {
    /** Check a launch without launching it: every rule, every ad, nothing stored. */
    validate: Operations['validateLaunch']
    /** Launch a draft, or what failed of an earlier batch. */
    launchFromDraft: Operations['launchFromDraft']
  }
  batches: {
    /** How far a batch is. Ask until summaryStatus is success or error. */
    status: Operations['getBatchStatus']
    /** Launches of the company, newest first. */
    list: Operations['listBatches']
    /** One launch whole: the request as accepted, every ad, and what happened when. */
    get: Operations['getBatch']
    /** Give a batch another name, or none. Nothing on a platform changes. */
    rename: Operations['renameBatch']
    /** Follow a batch as it happens (server-sent events): progress, ad.launched, ad.failed, ad.waiting, ad.unsure, batch.waiting, batch.finished. */
    follow: Operations['followBatch']
    /** Stop what has not been sent to a platform yet, and say what was created already. */
    cancel: Operations['cancelBatch']
    /** Save the ads of a batch that failed or were cancelled as a draft, to mend and launch them. */
    draftFailedAds: Operations['draftFailedAds']
    /** Pause, then delete what a batch created, newest first. */
    undo: Operations['undoBatch']
  }
  receipts: {
    /** For every launched ad: what was asked, what the platform stored, and where the two differ. */
    get: Operations['getReceipts']
  }
  timeline: {
    /** For each ad of a batch: its steps, how many tries each took, its waits and why, with times. */
    get: Operations['getTimeline']
  }
  drafts: {
    /** Drafts of the company, newest first. */
    list: Operations['listDrafts']
    /** Save a launch for later. It may be incomplete; issues says what stands between it and its launch. */
    create: Operations['createDraft']
    /** One draft. */
    get: Operations['getDraft']
    /** Change a draft. Fields that are left out stay as they are; ads and adSets are replaced as a whole. */
    update: Operations['updateDraft']
    /** Throw a draft away. */
    delete: Operations['deleteDraft']
    /** Launch a draft. */
    launch: Operations['launchDraft']
  }
  campaigns: {
    /** Create a campaign. */
    create: Operations['createCampaign']
    /** Change a campaign's name, budget, bid strategy, spend cap or end. */
    update: Operations['updateCampaign']
    /** Copy a campaign 1 to 10 times, with its ad sets and ads. */
    duplicate: Operations['duplicateCampaign']
    /** Campaigns of an account, with budgets and, for the days asked for, spend. */
    list: Operations['listCampaigns']
  }
  adSets: {
    /** Create an ad set in a campaign. */
    create: Operations['createAdSet']
    /** Change an ad set's name, budget, bid, times, targeting, or whose ads they are. */
    update: Operations['updateAdSet']
    /** Replace, add or remove the postal codes an ad set is shown in. */
    updateZips: Operations['updateAdSetZips']
    /** Ad sets of an account, ready to be used in a launch. */
    list: Operations['listAdSets']
  }
  manage: {
    /** Set the budget of a campaign or ad set, or change it by a percentage. */
    updateBudget: Operations['updateBudget']
    /** Copy an ad set 1 to 10 times, with its ads, to other places or into another campaign. */
    duplicateAdset: Operations['duplicateAdset']
    /** Pause, resume or end ads, ad sets or campaigns. */
    updateStatus: Operations['updateStatus']
    /** Pause or resume campaigns, ad squads or ads of the photo-messaging platform. */
    updatePhotoMessagingStatus: Operations['updatePhotoMessagingStatus']
    /** Set the budget of a campaign or ad squad of the photo-messaging platform. */
    updatePhotoMessagingBudget: Operations['updatePhotoMessagingBudget']
  }
  changes: {
    /** Who changed what in an account, newest first. */
    list: Operations['listChanges']
  }
  entities: {
    /** Delete ads, or ad sets or campaigns with everything in them. */
    delete: Operations['deleteEntities']
    /** Everything that runs: campaigns, ad sets and ads over all platforms, with what they did. */
    list: Operations['listEntities']
  }
  ends: {
    /** The ends that this service keeps because a platform cannot, on every platform, the next one first. */
    list: Operations['listEnds']
    /** Take an end away that this service keeps: what it was about goes on without one. */
    remove: Operations['removeEnd']
  }
  campaignPerformance: {
    /** Campaigns with budgets, spend and results. */
    list: Operations['listCampaignPerformance']
  }
  adSetPerformance: {
    /** Ad sets with budgets, spend and results. */
    list: Operations['listAdSetPerformance']
  }
  reports: {
    /** Reach by month: how many people, how many in all so far, and how many for the first time. */
    reachComposition: Operations['reachComposition']
    /** Figures of an account by country, the most expensive first. */
    countryBreakdown: Operations['countryBreakdown']
    /** Figures of an account by age, gender, network, placement, device or region, the most expensive first. */
    breakdown: Operations['breakdownReport']
    /** Figures of ads, ad sets, campaigns, accounts, platforms, days, countries or searches. */
    query: Operations['queryReports']
    /** Which metrics and groupings reports know, with their units and platforms. */
    fields: Operations['listReportFields']
    /** The rows of a report as a file: CSV, NDJSON or Parquet. */
    export: Operations['exportReport']
  }
  comments: {
    /** Comments under an ad or a post, newest first. */
    list: Operations['listComments']
    /** Answer a comment in the name of the page. */
    replyToComment: Operations['replyToComment']
    /** Hide a comment from everybody but its writer. */
    hide: Operations['hideComment']
    /** Show a hidden comment again. */
    unhide: Operations['unhideComment']
    /** Delete a comment. */
    delete: Operations['deleteComment']
  }
  pixels: {
    /** Pixels of an account. */
    list: Operations['listPixels']
  }
  customConversions: {
    /** Custom conversions of an account. */
    list: Operations['listCustomConversions']
  }
  conversions: {
    /** Send conversion events of a pixel, 1 to 1,000 at once. */
    sendEvents: Operations['sendConversionEvents']
  }
  posts: {
    /** Posts of a page, and whether they can be boosted. */
    list: Operations['listPosts']
  }
  partnershipCreators: {
    /** Creators who let this account advertise with their posts. */
    list: Operations['listPartnershipCreators']
  }
  targeting: {
    /** Find the keys of places and interests for targeting. */
    search: Operations['searchTargeting']
  }
  audiences: {
    /** Custom audiences of an account. */
    list: Operations['listAudiences']
  }
  photoMessagingCampaigns: {
    /** Campaigns of a photo-messaging account with budgets and figures. */
    list: Operations['listPhotoMessagingCampaigns']
  }
  photoMessagingAdSquads: {
    /** Ad squads of a photo-messaging account or campaign with budgets and figures. */
    list: Operations['listPhotoMessagingAdSquads']
  }
  photoMessagingAds: {
    /** Ads of a photo-messaging account or ad squad with figures. */
    list: Operations['listPhotoMessagingAds']
  }
  pinBoards: {
    /** Boards that the pins of new ads can go to. */
    list: Operations['listPinBoards']
  }
  identities: {
    /** Who can speak in the ads of an account. */
    list: Operations['listIdentities']
  }
  identityPosts: {
    /** Posts of an identity that can be shown as ads. */
    list: Operations['listIdentityPosts']
  }
  tiktok: {
    /** Create a campaign that the platform runs (Smart+), or a manual one. */
    createShortVideoCampaign: Operations['createShortVideoCampaign']
    /** Create an ad set in a campaign, of the kind of that campaign. */
    createShortVideoAdSet: Operations['createShortVideoAdSet']
  }
  shortVideoMaterials: {
    /** What each video, post and carousel, text or button in Smart+ ads did, the most expensive first. */
    read: Operations['readShortVideoMaterials']
  }
  applovin: {
    /** Copy a campaign of the mobile-app network 1 to 10 times, with its creative sets. */
    duplicateAppCampaign: Operations['duplicateAppCampaign']
  }
  searchAccounts: {
    /** Accounts of the search-ads platform, with managers and everything under them. */
    list: Operations['listSearchAccounts']
  }
  searchCampaigns: {
    /** Campaigns of a search-ads account with budgets, bidding and how much is in them. */
    list: Operations['listSearchCampaigns']
  }
  searchAdGroups: {
    /** Ad groups of a search-ads account or campaign. */
    list: Operations['listSearchAdGroups']
  }
  searchAds: {
    /** Ads of a search-ads account, campaign or ad group, with their texts. */
    list: Operations['listSearchAds']
  }
  searchKeywords: {
    /** Keywords of a search-ads account, campaign or ad group. */
    list: Operations['listSearchKeywords']
    /** Add keywords to an ad group, each with its own result. */
    add: Operations['addSearchKeywords']
  }
  searchTerms: {
    /** What people typed before they saw an ad, the costliest first. */
    list: Operations['listSearchTerms']
  }
  searchNegatives: {
    /** Negative keywords of campaigns, ad groups and shared lists. */
    list: Operations['listSearchNegatives']
    /** Keep ads away from searches: add negative keywords to campaigns and ad groups. */
    add: Operations['addSearchNegatives']
    /** Remove negative keywords: ads show for those searches again. */
    remove: Operations['removeSearchNegatives']
  }
  googleAds: {
    /** Pause or resume campaigns, ad groups, ads or keywords of the search-ads platform. */
    updateSearchStatus: Operations['updateSearchStatus']
    /** Set the daily budget of a campaign of the search-ads platform. */
    updateSearchBudget: Operations['updateSearchBudget']
  }
  searchChanges: {
    /** Who changed what in an account of the search-ads platform, newest first. */
    list: Operations['listSearchChanges']
  }
  networkAccounts: {
    /** Ad accounts of the professional network, with their organizations and what the connection may do. */
    list: Operations['listNetworkAccounts']
  }
  organizationPosts: {
    /** Posts of an organization that can be sponsored, the newest first. */
    list: Operations['listOrganizationPosts']
  }
  networkTree: {
    /** Campaign groups of an account with the campaigns in them and the creatives in those. */
    read: Operations['readNetworkTree']
  }
  linkedin: {
    /** Copy a campaign group, a campaign or a creative 1 to 10 times, with all that is in it. */
    duplicateNetworkEntity: Operations['duplicateNetworkEntity']
  }
  networkMetrics: {
    /** Figures of the professional network by what is asked for, as the platform counts them now. */
    read: Operations['readNetworkMetrics']
  }
  analytics: {
    /** The best ads by one metric, with picture and link. */
    topAds: Operations['listTopAds']
  }
  spend: {
    /** What each account spent on each day. */
    dailySpend: Operations['getDailySpend']
  }
  reconciliation: {
    /** What is kept of ads, held against the platforms' own totals of each account. */
    get: Operations['getReconciliation']
  }
  views: {
    /** Save a view of GET /v1/entities, in the place of the one of that name. */
    save: Operations['saveView']
    /** Saved views of GET /v1/entities: your own and those of the company, by name. */
    list: Operations['listViews']
    /** One saved view. */
    get: Operations['getView']
    /** Put another view in the place of one: its name, whose it is, and all that it asks for. */
    replace: Operations['replaceView']
    /** Delete a saved view; the company's that somebody else made, an admin does. */
    delete: Operations['deleteView']
  }
  creatives: {
    /** What ads show, over all ads, accounts and platforms: figures, and what wins or is tired as of a day. */
    list: Operations['listCreatives']
    /** One creative: its figures, its ads and what is said of it as of a day. */
    get: Operations['getCreative']
    /** Show the post of a creative in further ad sets, with its likes and comments. */
    graduate: Operations['graduateCreative']
    /** By which numbers creatives are judged, and how ads are named. */
    settings: Operations['getCreativeSettings']
    /** Change them, for the whole company. What is left out stays. */
    updateSettings: Operations['updateCreativeSettings']
  }
  pictures: {
    /** What ads of an account look like: ids of pictures. */
    list: Operations['listPictures']
    /** A small picture of an ad, as WebP, read from where its platform shows it. */
    get: Operations['getPicture']
  }
  currency: {
    /** The company's currency, and the rates by which amounts in others are converted to it. */
    get: Operations['getCurrency']
    /** Set the company's currency and its own rates. For people: API keys get 403. */
    set: Operations['setCurrency']
  }
  adAccounts: {
    /** Ad accounts of the company, over all platforms. */
    list: Operations['listAdAccounts']
  }
  profiles: {
    /** Pages that an ad account may speak for, with their profiles on the secondary network. */
    list: Operations['listProfiles']
  }
  launchDefaults: {
    /** What a launch fills in when an ad leaves it out. */
    get: Operations['getLaunchDefaults']
    /** Change launch defaults, for the company or for one account. A field set to null is removed. */
    update: Operations['updateLaunchDefaults']
  }
  workspaces: {
    /** Workspaces of the company, each with its ad accounts. */
    list: Operations['listWorkspaces']
    /** Make a workspace. */
    create: Operations['createWorkspace']
    /** Rename a workspace, or move ad accounts into it. */
    update: Operations['updateWorkspace']
    /** Delete a workspace. Its ad accounts go to the first one, which cannot be deleted. */
    delete: Operations['deleteWorkspace']
  }
  user: {
    /** Who the key belongs to: user, company, default workspace and account, the key itself. */
    whoAmI: Operations['whoAmI']
  }
  connections: {
    /** How the company reaches each platform, how long that lasts, and how much of each allowance is used. */
    list: Operations['listConnections']
    /** Connect a platform with a token or keys that somebody pastes. */
    add: Operations['addConnection']
    /** The page on which somebody who is signed in connects a platform by consenting there, and what it is to say. */
    connectUrl: Operations['getConnectUrl']
    /** The button of that page: tells where the person consents. */
    beginConnect: Operations['beginConnect']
    /** Why the consent that was last begun in this browser connected nothing. For people. */
    connectProblem: Operations['getConnectProblem']
    /** Ask the platform what a connection opens and when it ends. */
    check: Operations['checkConnection']
    /** What stops when a connection is removed. */
    uses: Operations['listConnectionUses']
    /** Try what launching through a connection needs, without making anything. */
    rehearse: Operations['rehearseConnection']
    /** Disconnect: what opens the platform is taken back there and forgotten here. What was read and done through it stays. */
    delete: Operations['deleteConnection']
    /** Whose app consents at a platform are asked for with, and what an app consists of. */
    oauthApp: Operations['getOauthApp']
    /** Set the company's own app at a platform, for its connections alone. It is kept sealed and never shown again. */
    setOauthApp: Operations['setOauthApp']
    /** Forget the company's own app: consents are asked for with the installation's from then on, where there is one. */
    deleteOauthApp: Operations['deleteOauthApp']
    /** All ad accounts that a connection opens, used or not. For people. */
    accounts: Operations['listConnectionAccounts']
    /** Say which of the accounts that a connection opens the company uses. For people. */
    chooseAccounts: Operations['chooseConnectionAccounts']
    /** Let rules that act by themselves work in newly chosen accounts. For people. */
    takeInConnectionAccounts: Operations['takeInConnectionAccounts']
    /** Say whether the sandbox stands in for a platform that the company has no connection to. For people. */
    useSandbox: Operations['useSandbox']
  }
  calendar: {
    /** What ends and when: tokens, versions of interfaces, what platforms announced, ends of ads. */
    read: Operations['readCalendar']
  }
  spendGuards: {
    /** The spend guards of the company: what may be spent, and what happens beyond it. */
    list: Operations['listSpendGuards']
    /** Add spend guards, or make them stricter. */
    set: Operations['setSpendGuards']
    /** What was spent of what each guard allows. */
    status: Operations['getSpendGuardStatus']
    /** How a spend guard would stand today, and what it would have said lately, before it is set. */
    preview: Operations['previewSpendGuard']
  }
  approvals: {
    /** Writes that wait, or waited, for a person; the newest first. */
    list: Operations['listApprovals']
    /** One of them, with its result once it was done. */
    get: Operations['getApproval']
    /** Approve what waits: it is done at once, once, if nothing it depends on has changed. For people: API keys get 403. */
    approve: Operations['approveApproval']
    /** Refuse what waits. For people: API keys get 403. */
    refuse: Operations['refuseApproval']
  }
  automations: {
    /** Ready-made rules, each with a sentence, parameters and their defaults. */
    templates: Operations['listAutomationTemplates']
    /** The rules that watch figures of the company and act. */
    list: Operations['listAutomations']
    /** Make a rule that watches figures and acts, from nothing or from a ready-made one. */
    create: Operations['createAutomation']
    /** What a rule that is not kept yet would do now. Nothing is changed. */
    previewUnsavedAutomation: Operations['previewUnsavedAutomation']
    /** One rule. */
    get: Operations['getAutomation']
    /** Change a rule, or switch it on or off. */
    update: Operations['updateAutomation']
    /** Delete a rule, with what is known of its executions. */
    delete: Operations['deleteAutomation']
    /** What a rule would do now, with the numbers it would decide on. Nothing is changed. */
    preview: Operations['previewAutomation']
    /** What a rule would have done on past days, with what was known then. Nothing is changed. */
    backtest: Operations['backtestAutomation']
    /** Check a rule now, and do what its mode says, whether it is switched on or not. */
    run: Operations['runAutomation']
    /** Whether all rules of the company are stopped, since when, by whom and why. */
    switch: Operations['getAutomationSwitch']
    /** Stop all rules of the company at once: what they have not sent yet is not sent. */
    stop: Operations['stopAutomations']
    /** Let the rules of the company go on. */
    resume: Operations['resumeAutomations']
  }
  executionsOfAutomation: {
    /** The same for one rule. */
    list: Operations['listExecutionsOfAutomation']
  }
  executions: {
    /** What rules checked and did, the newest first; with entityId: why a rule did, or did not, act on something. */
    list: Operations['listExecutions']
    /** One execution whole: what was checked, what matched, what was skipped and why, the numbers, before and after. */
    get: Operations['getExecution']
    /** Take back what an execution did, the last first, as far as that is possible. */
    undo: Operations['undoExecution']
  }
  suggestions: {
    /** What rules in mode suggest would do, the newest first. */
    list: Operations['listSuggestions']
    /** Do exactly what a rule suggested, once, as whoever accepts it. */
    accept: Operations['acceptSuggestion']
    /** Put a suggestion aside. Nothing is done. */
    dismiss: Operations['dismissSuggestion']
  }
  events: {
    /** What happened in the company, oldest first; or as it happens (server-sent events). */
    list: Operations['listEvents']
  }
  webhooks: {
    /** Where events of the company are sent. */
    list: Operations['listWebhooks']
    /** Have events sent to an address as they happen. */
    create: Operations['createWebhook']
    /** One webhook. */
    get: Operations['getWebhook']
    /** Change where a webhook goes and what it is told of, or switch it on or off. */
    update: Operations['updateWebhook']
    /** Delete a webhook, with what is known of its deliveries. */
    delete: Operations['deleteWebhook']
    /** Send an example of an event to a webhook, and see what it answers. */
    test: Operations['testWebhook']
    /** Replace the secret that a webhook is signed with. */
    rotateSecret: Operations['rotateWebhookSecret']
    /** Send a webhook everything again that happened since a moment. */
    replay: Operations['replayWebhook']
  }
  webhookDeliveries: {
    /** What was sent to a webhook in the last 30 days, newest first. */
    list: Operations['listWebhookDeliveries']
    /** Send one delivery again, now. */
    replay: Operations['replayWebhookDelivery']
  }
  auditLog: {
    /** Who changed what through this service, newest first; as a file oldest first. */
    read: Operations['readAuditLog']
  }
  changelog: {
    /** Release notes of the company's own ad operations, newest first. */
    list: Operations['listChangelog']
    /** Write an entry of the changelog. */
    createEntry: Operations['createChangelogEntry']
    /** The newest entry of the changelog. */
    latestChangelogEntry: Operations['getLatestChangelogEntry']
    /** One entry of the changelog. */
    entry: Operations['getChangelogEntry']
    /** Change an entry of the changelog. */
    updateEntry: Operations['updateChangelogEntry']
    /** Delete an entry of the changelog. */
    deleteEntry: Operations['deleteChangelogEntry']
  }
  media: {
    /** Upload a media file, in the form field "file". */
    upload: Operations['uploadMedia']
    /** Upload a media file by its address. */
    uploadFromUrl: Operations['uploadMediaFromUrl']
    /** Stored media of the company, newest first. */
    list: Operations['listMedia']
    /** One stored file with its dimensions. */
    get: Operations['getMedia']
    /** Rename or tag a stored file. */
    update: Operations['updateMedia']
    /** Delete a stored file. 409 while a running batch needs it. */
    delete: Operations['deleteMedia']
  }
  mediaUses: {
    /** Where a stored file is used: the ads that were launched with it, newest batch first. */
    list: Operations['listMediaUses']
  }
  assets: {
    /** Assets of the library, newest first. */
    list: Operations['listAssets']
    /** One asset of the library. */
    get: Operations['getAsset']
  }
  boards: {
    /** Boards of the library, by name. */
    list: Operations['listBoards']
    /** Make a board. */
    create: Operations['createBoard']
    /** Rename or describe a board. */
    update: Operations['updateBoard']
    /** Delete a board. Its assets stay in the library. */
    delete: Operations['deleteBoard']
  }
  boardAssets: {
    /** Assets on a board, newest first. */
    list: Operations['listBoardAssets']
    /** Put assets on a board, or take them off. */
    update: Operations['updateBoardAssets']
  }
  tags: {
    /** Tags of the library, the most used first. */
    list: Operations['listTags']
  }
  research: {
    /** Search competitors' ads. */
    ads: Operations['listResearchAds']
    /** Everything that is known about a competitor's ad. */
    ad: Operations['getResearchAd']
    /** How a brand advertises: how many ads, where, in which formats, and which ran longest. */
    brand: Operations['getResearchBrand']
    /** Brands that are followed, with how many ads they run. */
    followedBrands: Operations['listFollowedBrands']
    /** Boards with competitors' ads on them. */
    boards: Operations['listResearchBoards']
    /** Make a board for competitors' ads. */
    createBoard: Operations['createResearchBoard']
    /** Ask any query of the research tool. */
    query: Operations['queryResearch']
    /** Have any mutation of the research tool done. */
    mutate: Operations['mutateResearch']
    /** Have a page of the web read: what it says about itself, advertises and shows. */
    scrapePage: Operations['scrapePage']
    /** How far the reading of a page is, and what was found on it. */
    scrape: Operations['getScrape']
  }
  adCopyTemplates: {
    /** Ad copy templates of the company, newest first. */
    list: Operations['listAdCopyTemplates']
    /** Make an ad copy template. */
    create: Operations['createAdCopyTemplate']
    /** One ad copy template. */
    get: Operations['getAdCopyTemplate']
    /** Change an ad copy template. A text set to null is removed. */
    update: Operations['updateAdCopyTemplate']
    /** Delete an ad copy template. */
    delete: Operations['deleteAdCopyTemplate']
  }
  assistants: {
    /** The assistants that people have connected by consent, the latest first. */
    list: Operations['listAssistants']
    /** Consent to what an assistant asks for: it acts for you from then on, with at most what you have. */
    connect: Operations['connectAssistant']
    /** What an assistant asks of the person who is signed in. */
    consentRequest: Operations['readConsentRequest']
    /** Revoke an assistant: from this moment none of its tokens opens anything. */
    revoke: Operations['revokeAssistant']
  }
  session: {
    /** Which ways to sign in there are here. */
    waysToSignIn: Operations['listWaysToSignIn']
    /** Have a link mailed that signs one in. */
    mailSignInLink: Operations['mailSignInLink']
    /** Sign in with the token of a one-time link. */
    signIn: Operations['signIn']
    /** Sign out: the session of this browser ends. */
    signOut: Operations['signOut']
    /** Be called something else, in every company that one belongs to. */
    renameOneself: Operations['renameOneself']
    /** Who is signed in: person, role, company, workspaces, when the session ends, and what they may do. */
    read: Operations['readSession']
    /** What a browser needs to ask for a passkey. */
    askForPasskey: Operations['askForPasskey']
    /** Sign in with a passkey. For people who have made one. */
    signInByPasskey: Operations['signInByPasskey']
    /** Leads to the company's identity provider, where one is set (OIDC_ISSUER). For people's browsers. */
    signInByOidc: Operations['signInByOidc']
    /** Where the identity provider sends people back to. For people's browsers. */
    endOidcSignIn: Operations['endOidcSignIn']
    /** Show again that it is you, with a passkey, without signing in anew. */
    stepUp: Operations['stepUp']
    /** The companies of the person who asks, and those where somebody separate has their address. */
    ownCompanies: Operations['listOwnCompanies']
    /** Be in another company what somebody separate with the same, confirmed address was there. */
    acceptCompany: Operations['acceptCompany']
    /** What the person who asks is mailed about in this company, and in which language. */
    mailWishes: Operations['readMailWishes']
    /** Say what to be mailed about in this company, and in which language. */
    updateMailWishes: Operations['updateMailWishes']
  }
  sessions: {
    /** Where the person who asks is signed in. */
    list: Operations['listSessions']
    /** Sign out elsewhere: the session opens nothing from this moment on. */
    end: Operations['endSession']
  }
  passkeys: {
    /** What a browser needs to make a passkey for the person who asks. */
    begin: Operations['beginPasskey']
    /** Keep the passkey that the browser has made. */
    create: Operations['createPasskey']
    /** The passkeys of the person who asks. */
    list: Operations['listPasskeys']
    /** Remove one: it opens nothing from this moment on. */
    delete: Operations['deletePasskey']
  }
  keys: {
    /** The API keys of the company that open something, the newest first. */
    list: Operations['listKeys']
    /** Make an API key. It is shown in this answer alone, and kept as a hash. */
    create: Operations['createKey']
    /** Say whether an API key acts or asks before it spends. */
    update: Operations['updateKey']
    /** Revoke an API key: from this moment it opens nothing. */
    revoke: Operations['revokeKey']
  }
  people: {
    /** Who belongs to the company, with their roles. */
    list: Operations['listPeople']
    /** Give somebody another role, or other workspaces. */
    updatePerson: Operations['updatePerson']
    /** Take somebody out of the company: they are signed out everywhere. */
    removePerson: Operations['removePerson']
    /** Invites that can still be accepted, and those that wait for an admin to confirm them. */
    invites: Operations['listInvites']
    /** Invite somebody to the company. */
    invitePerson: Operations['invitePerson']
    /** Confirm an invite that an API key asked for: it is the invite of whoever confirms it. */
    confirmInvite: Operations['confirmInvite']
    /** Withdraw an invite: its link opens nothing any more. */
    withdrawInvite: Operations['withdrawInvite']
  }
  instance: {
    /** How the whole installation is: processes, jobs, queue, sizes, retention, backup, quotas, and what ends. */
    read: Operations['readInstance']
  }
  health: {
    /** Whether the service and what it stands on are well. */
    check: Operations['checkHealth']
  }
}
