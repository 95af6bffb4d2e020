import type { Operation } from '../../call/operation.ts'
import { createCampaign } from '../v1/manage/create/create-campaign.ts'
import { createAdSet } from '../v1/manage/create/create-adset.ts'
import { updateCampaign } from '../v1/manage/update/update-campaign.ts'
import { updateAdSet } from '../v1/manage/update/update-adset.ts'
import { updateAd } from '../v1/manage/update/update-ad.ts'
import { updateBudget } from '../v1/manage/update/update-budget.ts'
import { updateAdSetZipTargeting } from '../v1/manage/update/update-adset-zip-targeting.ts'
import { duplicateCampaign } from '../v1/manage/duplicate/duplicate-campaign.ts'
import { duplicateAdSet } from '../v1/manage/duplicate/duplicate-adset.ts'
import { duplicateAd } from '../v1/manage/duplicate/duplicate-ad.ts'
import { changes } from '../v1/manage/read/changes.ts'
import { adDebugData } from '../v1/manage/read/ad-debug-data.ts'
import { adCreativeSpecs } from '../v1/manage/read/ad-creative-specs.ts'
import { listAds } from '../v1/manage/read/list-ads.ts'
import { updateStatus } from '../v1/manage/update/update-status.ts'
import { endById, ends } from '../v1/ends.ts'
import { deleteManaged } from '../v1/manage/delete.ts'
import { managedCampaigns } from '../v1/manage/read/campaigns.ts'
import { managedAdSets } from '../v1/manage/read/adsets.ts'
import { reachCompositionReport } from '../v1/reports/primary/reach-composition.ts'
import { countryBreakdown } from '../v1/reports/primary/country-breakdown.ts'
import { breakdownReport } from '../v1/reports/primary/breakdown.ts'
import { comments, deleteComment, hideComment, replyToComment, unhideComment } from '../v1/comments.ts'

/** What is made, changed, ended and answered on the platforms. */
export const managingOperations: Operation[] = [
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
  ends,
  endById,
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
]
