import { createAd, refuseDynamicDelete, updateAd } from '../campaigns/ads.ts'
import { createAdSet, updateAdSet } from '../campaigns/adsets.ts'
import type { Created, GraphCall } from '../call.ts'
import { createCampaign, updateCampaign } from '../campaigns/campaigns.ts'
import { createAudience, createPixel, createSavedAudience } from '../content/audiences.ts'
import { createCustomConversion } from '../content/conversions.ts'
import { createCreative, updateCreative } from '../creatives/creatives.ts'
import { GraphError, badParameter, missingParameter } from '../errors.ts'
import { deleteImage, uploadImages } from '../creatives/images.ts'
import { createLabel, readLabels } from './labels.ts'
import { currencyOf } from '../campaigns/money.ts'
import type { Target } from './target.ts'
import type { Account, Ad, AdSet, Campaign, Creative, Deliverable, Label, Video } from '../campaigns/objects.ts'
import { integerParam, isGiven, requiredText, textParam } from './params.ts'
import { uploadVideo } from '../creatives/videos.ts'

type WriteResult = Created | object
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
  customconversions: createCustomConversion,
  customaudiences: createAudience,
  saved_audiences: createSavedAudience,
  adspixels: createPixel,
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
    updated: call.world.now(),
  })
  return { success: true }
}

function deliverablesOf(
  { world }: GraphCall,
  type: string,
): { put(id: string, value: Deliverable): unknown } | undefined {
  switch (type) {
    case 'Campaign':
      return { put: (id, value) => world.campaigns.put(id, value as Campaign) }
    case 'AdSet':
      return { put: (id, value) => world.adsets.put(id, value as AdSet) }
    case 'Ad':
      return { put: (id, value) => world.ads.put(id, value as Ad) }
    case 'AdCreative':
      return { put: (id, value) => world.creatives.put(id, value as unknown as Creative) }
    default:
      return undefined
  }
}

/** DELETE <id>: the object stays readable by its id, with the status DELETED. */
export function deleteNode(call: GraphCall, target: Target): object | undefined {
  const { world } = call
  if (target.type === 'Ad') refuseDynamicDelete(world, target.object as Ad)
  const gone = { status: 'DELETED' as const, updated: world.now() }
  switch (target.type) {
    case 'Campaign':
    case 'AdSet':
    case 'Ad':
    case 'AdCreative':
      deliverablesOf(call, target.type)?.put(target.object.id, { ...(target.object as Deliverable), ...gone })
      return { success: true }
    case 'AdVideo':
      world.videos.put(target.object.id, { ...(target.object as Video), ...gone })
      return { success: true }
    case 'AdLabel':
      world.labels.remove(target.object.id)
      return { success: true }
    default:
      return undefined
  }
}

function renameLabel(call: GraphCall, { object }: Target): object {
  call.world.labels.put(object.id, {
    ...(object as Label),
    name: requiredText(call.params, 'name'),
    updated: call.world.now(),
  })
  return { success: true }
}

function updateVideo(call: GraphCall, { object }: Target): object {
  const video = object as Video
  const title = textParam(call.params, 'name') ?? textParam(call.params, 'title') ?? video.title
  call.world.videos.put(video.id, { ...video, title, updated: call.world.now() })
  return { success: true }
}

const accountSettings = ['name', 'default_dsa_payor', 'default_dsa_beneficiary', 'end_advertiser', 'media_agency']

const capChangesPerDay = 10

/** The spending limit of an account may be changed ten times a day; 0 removes it. */
function spendCapChange({ world, params }: GraphCall, account: Account): Record<string, unknown> {
  const cap = integerParam(params, 'spend_cap')
  if (cap === undefined) return {}
  if (cap < 0) throw badParameter('Param spend_cap must not be negative', 'spend_cap')
  const edits = (account['cap_edits'] as number[] | undefined) ?? []
  const recent = edits.filter((time) => time > world.now() - 24 * 3600 * 1000)
  if (recent.length >= capChangesPerDay)
    throw new GraphError({
      code: 17,
      subcode: 1885172,
      message: '(#17) User request limit reached',
      title: 'Spending limit changed too often',
      userMessage: 'The spending limit of an account can be changed ten times a day.',
    })
  const inMinorUnits = cap * currencyOf(account.currency).offset
  return { spend_cap: String(inMinorUnits), cap_edits: [...recent, world.now()] }
}

function updateAccount(call: GraphCall, { object }: Target): object {
  const cap = spendCapChange(call, object as Account)
  const changes = accountSettings
    .filter((field) => isGiven(call.params, field))
    .map((field) => [field, textParam(call.params, field)])
  call.world.accounts.put(object.id, {
    ...(object as Account),
    ...(Object.fromEntries(changes) as object),
    ...cap,
    updated: call.world.now(),
  })
  return { success: true }
}
