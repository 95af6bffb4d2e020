import { copyAd, copyAdSet, copyCampaign } from '../campaigns/copies.ts'
import { createSchedule, deleteSchedule, updateSchedule } from '../campaigns/budget-schedules.ts'
import type { GraphCall } from '../call.ts'
import {
  addInstagramComment,
  addPageComment,
  deleteInstagramComment,
  deletePageComment,
  hideInstagramComment,
  likeComment,
  requirePageToken,
  updatePageComment,
} from '../content/comments.ts'
import { addPeople } from '../content/audiences.ts'
import { receiveEvents } from '../content/conversions.ts'
import { createLeadForm } from '../content/lead-forms.ts'
import { browseTargeting, searchTargeting } from '../content/targeting-lists.ts'
import { deliveryEstimate, reachEstimate } from '../campaigns/estimates.ts'
import { readInsights, readReport, startReport } from '../report/reports.ts'
import { changeAdCode } from '../creatives/partnership.ts'
import type { Target } from './target.ts'
import type { Account, Ad, AdSet, Campaign } from '../campaigns/objects.ts'
import { generatedPreviews, previews } from '../creatives/previews.ts'
import { uploadThumbnail } from '../creatives/video-extras.ts'

type EdgeWrite = (call: GraphCall, target: Target, account: Account) => object | Promise<object>

/** POST <id>/<edge> of what belongs to an ad account; ad accounts themselves are in writes.ts. */
export const edgeWrites: Record<string, EdgeWrite> = {
  'Campaign/copies': (call, { object }, account) => copyCampaign(call, object as Campaign, account),
  'AdSet/copies': (call, { object }, account) => copyAdSet(call, object as AdSet, account),
  'Ad/copies': (call, { object }, account) => copyAd(call, object as Ad, account),
  'Campaign/budget_schedules': createSchedule,
  'AdSet/budget_schedules': createSchedule,
  'AdsPixel/events': receiveEvents,
  'CustomAudience/users': addPeople,
  'AdVideo/thumbnails': uploadThumbnail,
  'AdAccount/insights': startReport,
  'Campaign/insights': startReport,
  'AdSet/insights': startReport,
  'Ad/insights': startReport,
}

type ContentWrite = (call: GraphCall, target: Target) => object

/** POST <id>/<edge> of what belongs to a Page or an Instagram account. */
export const contentWrites: Record<string, ContentWrite> = {
  'PagePost/comments': addPageComment,
  'Comment/comments': addPageComment,
  'Comment/likes': likeComment,
  'Page/leadgen_forms': createLeadForm,
  'IGMedia/comments': addInstagramComment,
  'IGComment/replies': addInstagramComment,
  'IGMedia/partnership_ad_code': changeAdCode,
}

/** DELETE <id>/<edge>. */
export const contentEdgeDeletes: Record<string, ContentWrite> = {
  'Comment/likes': likeComment,
  'IGMedia/partnership_ad_code': changeAdCode,
}

/** POST <id>. */
export const contentUpdates: Record<string, ContentWrite> = {
  Comment: updatePageComment,
  HighDemandPeriod: updateSchedule,
  IGComment: hideInstagramComment,
}

/** DELETE <id>. */
export const contentDeletes: Record<string, ContentWrite> = {
  Comment: deletePageComment,
  HighDemandPeriod: deleteSchedule,
  IGComment: deleteInstagramComment,
  PagePost: deletePost,
}

function deletePost(call: GraphCall, { object }: Target): object {
  requirePageToken(call, String(object['page_id']))
  call.world.posts.remove(object.id)
  return { success: true }
}

type EdgeRead = (call: GraphCall, target: Target) => object

/** GET <id>/<edge> of what is no list of objects. */
export const edgeReads: Record<string, EdgeRead> = {
  'AdAccount/insights': (call, target) => readInsights(call, target),
  'Campaign/insights': (call, target) => readInsights(call, target),
  'AdSet/insights': (call, target) => readInsights(call, target),
  'Ad/insights': (call, target) => readInsights(call, target),
  'AdReportRun/insights': readReport,
  'AdAccount/reachestimate': reachEstimate,
  'AdAccount/delivery_estimate': deliveryEstimate,
  'AdSet/delivery_estimate': deliveryEstimate,
  'Ad/previews': previews,
  'AdCreative/previews': previews,
  'AdAccount/generatepreviews': generatedPreviews,
  'AdAccount/targetingsearch': searchTargeting,
  'AdAccount/targetingbrowse': browseTargeting,
}
