import type { Operation } from '../../call/operation.ts'
import { pixels } from '../v1/conversions/pixels.ts'
import { customConversions } from '../v1/conversions/custom-conversions.ts'
import { conversionEvents } from '../v1/conversions/events.ts'
import { posts } from '../v1/primary/posts.ts'
import { partnershipCreators } from '../v1/primary/partnership-creators.ts'
import { targetingSearch } from '../v1/primary/targeting-search.ts'
import { audiences } from '../v1/primary/audiences.ts'
import { photoCampaigns } from '../v1/manage/snapchat/campaigns.ts'
import { photoAdSquads } from '../v1/manage/snapchat/adsquads.ts'
import { photoAds } from '../v1/manage/snapchat/ads.ts'
import { updatePhotoStatus } from '../v1/manage/snapchat/update-status.ts'
import { updatePhotoBudget } from '../v1/manage/snapchat/update-budget.ts'
import { pinBoards } from '../v1/pinterest/boards.ts'
import { identities } from '../v1/tiktok/identities.ts'
import { identityPosts } from '../v1/tiktok/posts.ts'
import { createShortVideoCampaign } from '../v1/tiktok/create-campaign.ts'
import { createShortVideoAdSet } from '../v1/tiktok/create-adset.ts'
import { shortVideoMaterials } from '../v1/tiktok/materials.ts'
import { duplicateAppCampaign } from '../v1/applovin/duplicate-campaign.ts'
import { searchAccounts } from '../v1/google-ads/accounts.ts'
import { searchCampaigns } from '../v1/google-ads/campaigns.ts'
import { searchAdGroups } from '../v1/google-ads/ad-groups.ts'
import { searchAds } from '../v1/google-ads/ads.ts'
import { addSearchKeywords, searchKeywords } from '../v1/google-ads/keywords.ts'
import { searchTerms } from '../v1/google-ads/search-terms.ts'
import { addSearchNegatives, searchNegatives } from '../v1/google-ads/negatives.ts'
import { removeSearchNegatives } from '../v1/google-ads/negatives/remove.ts'
import { updateSearchStatus } from '../v1/google-ads/update-status.ts'
import { updateSearchBudget } from '../v1/google-ads/update-budget.ts'
import { searchChanges } from '../v1/google-ads/changes.ts'
import { networkAccounts } from '../v1/linkedin/accounts.ts'
import { organizationPosts } from '../v1/linkedin/posts.ts'
import { networkTree } from '../v1/linkedin/manage.ts'
import { duplicateNetworkEntity } from '../v1/linkedin/duplicate.ts'
import { networkFigures } from '../v1/linkedin/metrics.ts'

/** What only some platforms have. */
export const platformsOperations: Operation[] = [
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
  createShortVideoCampaign,
  createShortVideoAdSet,
  shortVideoMaterials,
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
]
