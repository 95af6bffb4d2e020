import { advertiserInfo, authorizedAdvertisers, userInfo } from './objects/accounts.ts'
import { createAdGroup, getAdGroups, switchAdGroups, updateAdGroup } from './objects/adgroups.ts'
import { createAds, getAds, switchAds } from './objects/ads.ts'
import type { Call } from './call.ts'
import { createCampaign, getCampaigns, switchCampaigns, updateCampaign } from './objects/campaigns.ts'
import { finishUpload, startUpload, transferChunk } from './objects/chunks.ts'
import { suggestCovers } from './objects/covers.ts'
import {
  createIdentity,
  getIdentities,
  identityPost,
  identityPosts,
  redeemCode,
  redeemedPost,
} from './objects/identities.ts'
import { imageInfo, uploadImage } from './objects/images.ts'
import { getMusic } from './objects/music.ts'
import { cancelReportTask, checkReportTask, createReportTask, downloadReportTask } from './report/tasks.ts'
import { integratedReport } from './report/reports.ts'
import { searchVideos, uploadVideo, videoInfo } from './objects/videos.ts'
import {
  createAudience,
  createSavedAudience,
  getAudiences,
  listAudiences,
  listSavedAudiences,
  uploadAudienceFile,
} from './tools/audiences.ts'
import { getComments, postComment } from './tools/comments.ts'
import { getPages, previewAd } from './tools/forms.ts'
import { createPixel, getPixels } from './tools/pixels.ts'
import {
  getActions,
  getInterests,
  getLanguages,
  getRegions,
  recommendKeywords,
  searchTargeting,
} from './tools/targeting.ts'
import {
  createSmartAdGroup,
  getSmartAdGroups,
  setSmartBudgets,
  switchSmartAdGroups,
  updateSmartAdGroup,
} from './smart-plus/adgroups.ts'
import { createSmartAd, getSmartAds, switchMaterials, switchSmartAds, updateSmartAd } from './smart-plus/ads.ts'
import {
  createSmartCampaign,
  getSmartCampaigns,
  switchSmartCampaigns,
  updateSmartCampaign,
} from './smart-plus/campaigns.ts'
import { materialBreakdown, materialOverview } from './smart-plus/material-report.ts'
import { createPortfolio, getPortfolios, recommendButtons } from './smart-plus/portfolios.ts'

export type Handler = (call: Call) => object | Promise<object>

/** Every path the simulator knows, without the version before it. The slash at the end belongs to the path. */
export const routes: Record<string, Partial<Record<'GET' | 'POST', Handler>>> = {
  '/oauth2/advertiser/get/': { GET: authorizedAdvertisers },
  '/advertiser/info/': { GET: advertiserInfo },
  '/user/info/': { GET: userInfo },
  '/campaign/get/': { GET: getCampaigns },
  '/campaign/create/': { POST: createCampaign },
  '/campaign/update/': { POST: updateCampaign },
  '/campaign/status/update/': { POST: switchCampaigns },
  '/adgroup/get/': { GET: getAdGroups },
  '/adgroup/create/': { POST: createAdGroup },
  '/adgroup/update/': { POST: updateAdGroup },
  '/adgroup/status/update/': { POST: switchAdGroups },
  '/ad/get/': { GET: getAds },
  '/ad/create/': { POST: createAds },
  '/ad/status/update/': { POST: switchAds },
  '/smart_plus/campaign/get/': { GET: getSmartCampaigns },
  '/smart_plus/campaign/create/': { POST: createSmartCampaign },
  '/smart_plus/campaign/update/': { POST: updateSmartCampaign },
  '/smart_plus/campaign/status/update/': { POST: switchSmartCampaigns },
  '/smart_plus/adgroup/get/': { GET: getSmartAdGroups },
  '/smart_plus/adgroup/create/': { POST: createSmartAdGroup },
  '/smart_plus/adgroup/update/': { POST: updateSmartAdGroup },
  '/smart_plus/adgroup/budget/update/': { POST: setSmartBudgets },
  '/smart_plus/adgroup/status/update/': { POST: switchSmartAdGroups },
  '/smart_plus/ad/get/': { GET: getSmartAds },
  '/smart_plus/ad/create/': { POST: createSmartAd },
  '/smart_plus/ad/update/': { POST: updateSmartAd },
  '/smart_plus/ad/status/update/': { POST: switchSmartAds },
  '/smart_plus/ad/material_status/update/': { POST: switchMaterials },
  '/smart_plus/material_report/overview/': { GET: materialOverview },
  '/smart_plus/material_report/breakdown/': { GET: materialBreakdown },
  '/creative/cta/recommend/': { GET: recommendButtons },
  '/creative/portfolio/create/': { POST: createPortfolio },
  '/creative/portfolio/list/': { GET: getPortfolios },
  '/file/image/ad/upload/': { POST: uploadImage },
  '/file/image/ad/info/': { GET: imageInfo },
  '/file/video/ad/upload/': { POST: uploadVideo },
  '/file/video/ad/info/': { GET: videoInfo },
  '/file/video/ad/search/': { GET: searchVideos },
  '/file/video/suggestcover/': { GET: suggestCovers },
  '/file/music/get/': { GET: getMusic },
  '/file/start/upload/': { POST: startUpload },
  '/file/transfer/upload/': { POST: transferChunk },
  '/file/finish/upload/': { POST: finishUpload },
  '/identity/get/': { GET: getIdentities },
  '/identity/create/': { POST: createIdentity },
  '/identity/video/get/': { GET: identityPosts },
  '/identity/video/info/': { GET: identityPost },
  '/tt_video/authorize/': { POST: redeemCode },
  '/tt_video/info/': { GET: redeemedPost },
  '/report/integrated/get/': { GET: integratedReport },
  '/report/task/create/': { POST: createReportTask },
  '/report/task/check/': { GET: checkReportTask },
  '/report/task/download/': { GET: downloadReportTask },
  '/report/task/cancel/': { POST: cancelReportTask },
  '/pixel/list/': { GET: getPixels },
  '/pixel/create/': { POST: createPixel },
  '/dmp/custom_audience/file/upload/': { POST: uploadAudienceFile },
  '/dmp/custom_audience/create/': { POST: createAudience },
  '/dmp/custom_audience/list/': { GET: listAudiences },
  '/dmp/custom_audience/get/': { GET: getAudiences },
  '/dmp/saved_audience/create/': { POST: createSavedAudience },
  '/dmp/saved_audience/list/': { GET: listSavedAudiences },
  '/tool/region/': { GET: getRegions },
  '/tool/language/': { GET: getLanguages },
  '/tool/interest_category/': { GET: getInterests },
  '/tool/action_category/': { GET: getActions },
  '/tool/interest_keyword/recommend/': { GET: recommendKeywords },
  '/tool/targeting/search/': { POST: searchTargeting },
  '/page/get/': { GET: getPages },
  '/creative/ads_preview/create/': { POST: previewAd },
  '/comment/list/': { GET: getComments },
  '/comment/post/': { POST: postComment },
}
