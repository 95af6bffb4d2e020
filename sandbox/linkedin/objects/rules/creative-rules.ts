import type { ApiCall } from '../../call.ts'
import { refused } from '../../errors.ts'
import type { Account, ContentKind, Entity, Fields, Post } from '../objects.ts'
import { idIn, recordOf, textOf } from '../objects.ts'
import { callsToAction } from '../posts/create-post.ts'
import { isGone } from './status.ts'
import { required } from '../../../core/required.ts'

const maxCreatives = 15_000
const maxInCampaign = 100
const maxActiveInCampaign = 15

/** The formats that a post can be shown in. */
const formatsOfKind: Record<ContentKind, string[]> = {
  NONE: [],
  MULTI_IMAGE: [],
  IMAGE: ['STANDARD_UPDATE'],
  ARTICLE: ['STANDARD_UPDATE'],
  VIDEO: ['SINGLE_VIDEO'],
  CAROUSEL: ['CAROUSEL'],
  DOCUMENT: ['SPONSORED_UPDATE_NATIVE_DOCUMENT'],
}
/** A campaign that names no format becomes one of these with its first creative; the others have to be named before. */
const openFormats = ['STANDARD_UPDATE', 'SPONSORED_UPDATE_NATIVE_DOCUMENT']

/** The campaign that a creative names, if it takes creatives. */
export function campaignFor({ world }: ApiCall, account: Account, fields: Fields): Entity {
  const campaign = world.campaigns.get(idIn(fields['campaign'], 'sponsoredCampaign') ?? '')
  if (campaign?.account !== account.id)
    throw refused(400, `There is no campaign ${textOf(fields['campaign'])} in the account`)
  const status = textOf(campaign.fields['status'])
  if (isGone(status) || status === 'ARCHIVED' || status === 'COMPLETED')
    throw refused(400, `The campaign is ${status} and takes no creatives`)
  return campaign
}

export function checkNew(fields: Fields, campaign: Entity): void {
  const status = textOf(fields['intendedStatus'])
  if (status === 'PAUSED')
    throw refused(400, 'intendedStatus cannot be PAUSED while the creative is not reviewed: review status is PENDING')
  if (status !== 'ACTIVE' && status !== 'DRAFT') throw refused(400, `intendedStatus cannot be ${status} at creation`)
  if (textOf(fields['name']).length > 255) throw refused(400, 'name has more than 255 characters')
  checkLeadgen(fields, campaign)
}

export function checkLeadgen(fields: Fields, campaign: Entity): void {
  const call = fields['leadgenCallToAction']
  if (call === undefined) {
    if (campaign.fields['objectiveType'] === 'LEAD_GENERATION')
      throw refused(400, 'leadgenCallToAction is required for LEAD_GENERATION')
    return
  }
  const { destination, label } = recordOf(call)
  if (idIn(destination, 'adForm') === undefined || !callsToAction.includes(textOf(label)))
    throw refused(400, 'leadgenCallToAction has a form as destination and one of the labels')
}

/** Whether the post may be shown in the campaign. */
export function checkPost(campaign: Entity, post: Post): void {
  const { associatedEntity, format, objectiveType } = campaign.fields
  if (associatedEntity !== post.author)
    throw refused(
      400,
      `The author of the post, ${post.author}, is not the associatedEntity of the campaign, ${textOf(associatedEntity)}`,
    )
  if (post.account !== null && post.account !== campaign.account)
    throw refused(400, 'The post is a direct sponsored post of another account')
  if (post.fields['lifecycleState'] !== 'PUBLISHED') throw refused(400, 'The post is not published')
  const formats = formatsOfKind[post.kind]
  if (formats.length === 0) throw refused(400, 'Such a post cannot be sponsored')
  if (format === undefined ? !formats.some((each) => openFormats.includes(each)) : !formats.includes(textOf(format)))
    throw refused(
      400,
      `The content of the post does not go with the format of the campaign, ${textOf(format ?? 'none')}`,
    )
  const needsPage = objectiveType === 'WEBSITE_VISIT' && post.kind !== 'ARTICLE' && post.kind !== 'CAROUSEL'
  if (needsPage && post.account !== null && post.fields['contentLandingPage'] === undefined)
    throw refused(400, 'contentLandingPage is required for WEBSITE_VISIT')
}

/** The format that the first creative gives to a campaign. */
export function formatOf({ kind }: Post): string {
  return required(formatsOfKind[kind][0], 'format')
}

export function checkRoom({ world }: ApiCall, campaign: Entity, isActive: boolean): void {
  const live = world.creatives.lookup('campaign', campaign.id).filter(({ fields }) => !isGone(fields['intendedStatus']))
  if (world.creatives.count('account', campaign.account) >= maxCreatives)
    throw refused(400, `The account has ${maxCreatives} creatives already`)
  if (live.length >= maxInCampaign) throw refused(400, `The campaign has ${maxInCampaign} creatives already`)
  checkActiveRoom(live, isActive)
}

function checkActiveRoom(live: Entity[], isActive: boolean): void {
  const active = live.filter(({ fields }) => fields['intendedStatus'] === 'ACTIVE').length
  if (isActive && active >= maxActiveInCampaign)
    throw refused(400, `The campaign has ${maxActiveInCampaign} active creatives already`)
}

/** The same for one that is switched on. */
export function checkSwitchedOn({ world }: ApiCall, creative: Entity): void {
  const campaign = idIn(creative.fields['campaign'], 'sponsoredCampaign') ?? ''
  checkActiveRoom(
    world.creatives.lookup('campaign', campaign).filter(({ id }) => id !== creative.id),
    true,
  )
}
