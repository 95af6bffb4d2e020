import type { Operation } from '../call/operation.ts'
import { LaunchBody, launchBodyOf } from '../core/launch/plan/request.ts'
import { builtIn } from '../platforms/index.ts'
import type { Platforms } from '../platforms/registry.ts'
import { olderTemplateList } from './api/ad-copy-templates.ts'
import { docsOperations } from './docs.ts'
import { home } from './home.ts'
import { inWorkspace } from './in-workspace.ts'
import { media } from './media.ts'
import { metrics } from './metrics.ts'
import { withPlatformWords } from './platform-paths.ts'
import { upload } from './upload/index.ts'
import { uploadUrl } from './upload/url.ts'
import { addTemplate, templateList } from './v1/ad-copy-templates/index.ts'
import { patchTemplate, removeTemplate, templateById } from './v1/ad-copy-templates/id.ts'
import { adaccounts } from './v1/adaccounts.ts'
import { adsets } from './v1/adsets.ts'
import { listTopAds } from './v1/analytics/top-ads.ts'
import { automationOperations } from './v1/automations/contents.ts'
import { batchStatus } from './v1/batch-status.ts'
import { batches } from './v1/batches/index.ts'
import { cancelBatchOperation } from './v1/batches/cancel.ts'
import { batchEvents } from './v1/batches/events.ts'
import { batchById } from './v1/batches/id.ts'
import { batchReceipts } from './v1/batches/receipts.ts'
import { batchTimeline } from './v1/batches/timeline.ts'
import { undoBatchOperation } from './v1/batches/undo.ts'
import { campaigns } from './v1/campaigns.ts'
import { addToChangelog, changelog, latestChangelogEntry } from './v1/changelog/index.ts'
import { changelogEntry, patchChangelogEntry, removeChangelogEntry } from './v1/changelog/id.ts'
import { connections } from './v1/connections.ts'
import { createDraftOperation, listDraftsOperation } from './v1/drafts/index.ts'
import { deleteDraftOperation, getDraft, patchDraft } from './v1/drafts/id.ts'
import { duplicateAppCampaign } from './v1/applovin/duplicate-campaign.ts'
import { searchAccounts } from './v1/google-ads/accounts.ts'
import { searchAdGroups } from './v1/google-ads/ad-groups.ts'
import { searchAds } from './v1/google-ads/ads.ts'
import { searchCampaigns } from './v1/google-ads/campaigns.ts'
import { searchChanges } from './v1/google-ads/changes.ts'
import { addSearchKeywords, searchKeywords } from './v1/google-ads/keywords.ts'
import { addSearchNegatives, searchNegatives } from './v1/google-ads/negatives.ts'
import { removeSearchNegatives } from './v1/google-ads/negatives/remove.ts'
import { searchTerms } from './v1/google-ads/search-terms.ts'
import { updateSearchBudget } from './v1/google-ads/update-budget.ts'
import { updateSearchStatus } from './v1/google-ads/update-status.ts'
import { auditLog } from './v1/audit-log.ts'
import { events } from './v1/events.ts'
import { health } from './v1/health.ts'
import { getCurrency, putCurrency } from './v1/currency.ts'
import { getLaunchDefaults, patchLaunchDefaults } from './v1/launch-defaults.ts'
import { launch } from './v1/launch/index.ts'
import { launchDraftOperation, launchFromDraft } from './v1/launch/from-draft.ts'
import { validateLaunch } from './v1/launch/validate.ts'
import { libraryAsset, libraryAssets } from './v1/library/assets.ts'
import { networkAccounts } from './v1/linkedin/accounts.ts'
import { duplicateNetworkEntity } from './v1/linkedin/duplicate.ts'
import { networkTree } from './v1/linkedin/manage.ts'
import { networkFigures } from './v1/linkedin/metrics.ts'
import { organizationPosts } from './v1/linkedin/posts.ts'
import { addBoard, libraryBoards } from './v1/library/boards.ts'
import { boardAssets, changeBoardAssets } from './v1/library/boards/assets.ts'
import { patchBoard, removeBoard } from './v1/library/boards/id.ts'
import { libraryTags } from './v1/library/tags.ts'
import { listOfMedia } from './v1/media/index.ts'
import { mediaById, patchMedia, removeMedia } from './v1/media/id.ts'
import { usesOfMedia } from './v1/media/uses.ts'
import { mediaUpload } from './v1/media/upload.ts'
import { mediaUploadUrl } from './v1/media/upload/url.ts'
import { comments, deleteComment, hideComment, replyToComment, unhideComment } from './v1/comments.ts'
import { customConversions } from './v1/conversions/custom-conversions.ts'
import { conversionEvents } from './v1/conversions/events.ts'
import { pixels } from './v1/conversions/pixels.ts'
import { adCreativeSpecs } from './v1/manage/read/ad-creative-specs.ts'
import { adDebugData } from './v1/manage/read/ad-debug-data.ts'
import { changes } from './v1/manage/read/changes.ts'
import { createAdSet } from './v1/manage/create/create-adset.ts'
import { createCampaign } from './v1/manage/create/create-campaign.ts'
import { deleteManaged } from './v1/manage/delete.ts'
import { duplicateAd } from './v1/manage/duplicate/duplicate-ad.ts'
import { duplicateAdSet } from './v1/manage/duplicate/duplicate-adset.ts'
import { duplicateCampaign } from './v1/manage/duplicate/duplicate-campaign.ts'
import { listAds } from './v1/manage/read/list-ads.ts'
import { managedAdSets } from './v1/manage/read/adsets.ts'
import { managedCampaigns } from './v1/manage/read/campaigns.ts'
import { photoAdSquads } from './v1/manage/snapchat/adsquads.ts'
import { photoAds } from './v1/manage/snapchat/ads.ts'
import { photoCampaigns } from './v1/manage/snapchat/campaigns.ts'
import { updatePhotoBudget } from './v1/manage/snapchat/update-budget.ts'
import { updatePhotoStatus } from './v1/manage/snapchat/update-status.ts'
import { updateAd } from './v1/manage/update/update-ad.ts'
import { updateAdSet } from './v1/manage/update/update-adset.ts'
import { updateAdSetZipTargeting } from './v1/manage/update/update-adset-zip-targeting.ts'
import { updateBudget } from './v1/manage/update/update-budget.ts'
import { updateCampaign } from './v1/manage/update/update-campaign.ts'
import { updateStatus } from './v1/manage/update/update-status.ts'
import { pinBoards } from './v1/pinterest/boards.ts'
import { audiences } from './v1/primary/audiences.ts'
import { partnershipCreators } from './v1/primary/partnership-creators.ts'
import { posts } from './v1/primary/posts.ts'
import { targetingSearch } from './v1/primary/targeting-search.ts'
import { profiles } from './v1/profiles.ts'
import { reportExport } from './v1/reports/export.ts'
import { listReportFields } from './v1/reports/fields.ts'
import { breakdownReport } from './v1/reports/primary/breakdown.ts'
import { countryBreakdown } from './v1/reports/primary/country-breakdown.ts'
import { reachCompositionReport } from './v1/reports/primary/reach-composition.ts'
import { reportQuery } from './v1/reports/query.ts'
import { mutateResearch, queryResearch } from './v1/research/rpc.ts'
import { researchAdDetails, researchAds } from './v1/research/rpc/ads.ts'
import { createResearchBoard, researchBoards } from './v1/research/rpc/boards.ts'
import { followedBrands, researchBrand } from './v1/research/rpc/brands.ts'
import { scrapeById, startScrape } from './v1/research/scrape.ts'
import { approvalLink, approveByLink, refuseByLink } from './approvals/token.ts'
import { approveApproval, getApproval, listApprovalsOperation, refuseApproval } from './v1/approvals.ts'
import { spendDaily } from './v1/spend/daily.ts'
import { getSpendGuards, putSpendGuards } from './v1/spend-guards/index.ts'
import { spendGuardStatus } from './v1/spend-guards/status.ts'
import { identities } from './v1/tiktok/identities.ts'
import { identityPosts } from './v1/tiktok/posts.ts'
import { webhookOperations } from './v1/webhooks/contents.ts'
import { readSession } from './v1/session/index.ts'
import { user } from './v1/user.ts'
import { workspaces } from './v1/workspaces.ts'
import { peopleOperations } from './people.ts'

/** The contents page: every operation there is, in the order in which the documents show them. */
const contents: Operation[] = [
  launch,
  validateLaunch,
  batchStatus,
  batches,
  batchById,
  batchEvents,
  batchReceipts,
  batchTimeline,
  cancelBatchOperation,
  undoBatchOperation,
  launchFromDraft,
  listDraftsOperation,
  createDraftOperation,
  getDraft,
  patchDraft,
  deleteDraftOperation,
  launchDraftOperation,
  createCampaign,
  createAdSet,
  updateCampaign,
  updateAdSet,
  updateAd,
  updateBudget,
  updateAdSetZipTargeting,
  duplicateCampaign,
  duplicateAdSet,
  duplicateAd,
  changes,
  adDebugData,
  adCreativeSpecs,
  listAds,
  updateStatus,
  deleteManaged,
  managedCampaigns,
  managedAdSets,
  reachCompositionReport,
  countryBreakdown,
  breakdownReport,
  comments,
  replyToComment,
  hideComment,
  unhideComment,
  deleteComment,
  pixels,
  customConversions,
  conversionEvents,
  posts,
  partnershipCreators,
  targetingSearch,
  audiences,
  photoCampaigns,
  photoAdSquads,
  photoAds,
  updatePhotoStatus,
  updatePhotoBudget,
  pinBoards,
  identities,
  identityPosts,
  duplicateAppCampaign,
  searchAccounts,
  searchCampaigns,
  searchAdGroups,
  searchAds,
  searchKeywords,
  addSearchKeywords,
  searchTerms,
  searchNegatives,
  addSearchNegatives,
  removeSearchNegatives,
  updateSearchStatus,
  updateSearchBudget,
  searchChanges,
  networkAccounts,
  organizationPosts,
  networkTree,
  duplicateNetworkEntity,
  networkFigures,
  reportQuery,
  listReportFields,
  listTopAds,
  spendDaily,
  reportExport,
  getCurrency,
  putCurrency,
  adaccounts,
  profiles,
  adsets,
  campaigns,
  getLaunchDefaults,
  patchLaunchDefaults,
  workspaces,
  user,
  connections,
  getSpendGuards,
  putSpendGuards,
  spendGuardStatus,
  listApprovalsOperation,
  getApproval,
  approveApproval,
  refuseApproval,
  ...automationOperations,
  events,
  ...webhookOperations,
  auditLog,
  changelog,
  addToChangelog,
  latestChangelogEntry,
  changelogEntry,
  patchChangelogEntry,
  removeChangelogEntry,
  upload,
  uploadUrl,
  mediaUpload,
  mediaUploadUrl,
  listOfMedia,
  mediaById,
  usesOfMedia,
  patchMedia,
  removeMedia,
  libraryAssets,
  libraryAsset,
  libraryBoards,
  addBoard,
  patchBoard,
  removeBoard,
  boardAssets,
  changeBoardAssets,
  libraryTags,
  researchAds,
  researchAdDetails,
  researchBrand,
  followedBrands,
  researchBoards,
  createResearchBoard,
  queryResearch,
  mutateResearch,
  startScrape,
  scrapeById,
  templateList,
  addTemplate,
  templateById,
  patchTemplate,
  removeTemplate,
  olderTemplateList,
  ...peopleOperations,
  approvalLink,
  approveByLink,
  refuseByLink,
  home,
  health,
  metrics,
  media,
]

/** Every operation of a service that works with these platforms. */
export function operationsFor(platforms: Platforms, launchBody = launchBodyOf(platforms)): Operation[] {
  const whole = contents.map((each) => (each.input === LaunchBody ? { ...each, input: launchBody } : each))
  const operations = withPlatformWords(whole, platforms).map(inWorkspace)
  // The documents describe the table that they are part of, and a session says what in it is for its person.
  operations.push(
    readSession(() => operations),
    ...docsOperations(() => operations),
  )
  return operations
}

/** Those of the service as it comes. */
export const operations = operationsFor(builtIn)
