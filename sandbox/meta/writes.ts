import { createAd, updateAd } from './ads.ts'
import { createAdSet, updateAdSet } from './adsets.ts'
import type { Created, GraphCall } from './call.ts'
import { createCampaign, updateCampaign } from './campaigns.ts'
import { createCreative, updateCreative } from './creatives.ts'
import { missingParameter } from './errors.ts'
import { deleteImage, uploadImages } from './images.ts'
import { createLabel, readLabels } from './labels.ts'
import type { Target } from './node-lookup.ts'
import type { Account, Ad, AdSet, Campaign, Creative, Deliverable, Label, Video } from './objects.ts'
import { isGiven, requiredText, textParam } from './params.ts'
import { uploadVideo } from './videos.ts'

export type WriteResult = Created | object
type AccountWrite = (call: GraphCall, account: Account) => WriteResult | Promise<WriteResult>
type NodeWrite = (call: GraphCall, target: Target, account: Account) => WriteResult

/** POST act_<id>/<edge>. */
export const accountCreates: Record<string, AccountWrite> = {
  campaigns: createCampaign,
  adsets: createAdSet,
  ads: createAd,
  adcreatives: createCreative,
  adimages: uploadImages,
  advideos: uploadVideo,
  adlabels: createLabel,
}

/** DELETE act_<id>/<edge>. */
export const accountDeletes: Record<string, AccountWrite> = { adimages: deleteImage }

/** POST <id>. */
export const nodeUpdates: Record<string, NodeWrite> = {
  Campaign: (call, { object }, account) => updateCampaign(call, object as Campaign, account),
  AdSet: (call, { object }, account) => updateAdSet(call, object as AdSet, account),
  Ad: (call, { object }, account) => updateAd(call, object as Ad, account),
  AdCreative: (call, { object }, account) => updateCreative(call, object as Creative, account),
  AdLabel: renameLabel,
  AdVideo: updateVideo,
  AdAccount: updateAccount,
}

/** POST <id>/adlabels replaces the labels of an object. */
export function replaceLabels(call: GraphCall, target: Target, account: Account): object {
  const labels = readLabels(call, account)
  if (!labels) throw missingParameter('adlabels')
  const collection = deliverablesOf(call, target.type)
  if (!collection) return { success: false }
  collection.put(target.object.id, {
    ...(target.object as Deliverable),
    labels: labels.commit(),
    updated: call.graph.now(),
  })
  return { success: true }
}

function deliverablesOf(
  { graph }: GraphCall,
  type: string,
): { put(id: string, value: Deliverable): unknown } | undefined {
  switch (type) {
    case 'Campaign':
      return { put: (id, value) => graph.campaigns.put(id, value as Campaign) }
    case 'AdSet':
      return { put: (id, value) => graph.adsets.put(id, value as AdSet) }
    case 'Ad':
      return { put: (id, value) => graph.ads.put(id, value as Ad) }
    case 'AdCreative':
      return { put: (id, value) => graph.creatives.put(id, value as unknown as Creative) }
    default:
      return undefined
  }
}

/** DELETE <id>: the object stays readable by its id, with the status DELETED. */
export function deleteNode(call: GraphCall, target: Target): object | undefined {
  const { graph } = call
  const gone = { status: 'DELETED' as const, updated: graph.now() }
  switch (target.type) {
    case 'Campaign':
    case 'AdSet':
    case 'Ad':
    case 'AdCreative':
      deliverablesOf(call, target.type)?.put(target.object.id, { ...(target.object as Deliverable), ...gone })
      return { success: true }
    case 'AdVideo':
      graph.videos.put(target.object.id, { ...(target.object as Video), ...gone })
      return { success: true }
    case 'AdLabel':
      graph.labels.remove(target.object.id)
      return { success: true }
    default:
      return undefined
  }
}

function renameLabel(call: GraphCall, { object }: Target): object {
  call.graph.labels.put(object.id, {
    ...(object as Label),
    name: requiredText(call.params, 'name'),
    updated: call.graph.now(),
  })
  return { success: true }
}

function updateVideo(call: GraphCall, { object }: Target): object {
  const video = object as Video
  const title = textParam(call.params, 'name') ?? textParam(call.params, 'title') ?? video.title
  call.graph.videos.put(video.id, { ...video, title, updated: call.graph.now() })
  return { success: true }
}

const accountSettings = ['name', 'default_dsa_payor', 'default_dsa_beneficiary', 'end_advertiser', 'media_agency']

function updateAccount(call: GraphCall, { object }: Target): object {
  const changes = accountSettings
    .filter((field) => isGiven(call.params, field))
    .map((field) => [field, textParam(call.params, field)])
  call.graph.accounts.put(object.id, {
    ...(object as Account),
    ...(Object.fromEntries(changes) as object),
    updated: call.graph.now(),
  })
  return { success: true }
}
