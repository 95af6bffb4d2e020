import { downgraded } from '../../../core/downgrade.ts'
import { accountOf } from '../../call.ts'
import type { ApiCall } from '../../call.ts'
import { ApiError, refused } from '../../errors.ts'
import { checkRequired, checkShape, misfit } from '../../restli/shape.ts'
import type { Shape } from '../../restli/shape.ts'
import { idIn, recordOf, textOf, urn } from '../objects.ts'
import type { ContentKind, Fields, Post } from '../objects.ts'
import { speakingOrganization } from '../organizations.ts'
import type { World } from '../../world.ts'
import { checkAddress, checkContent, contentShape } from './content.ts'
import { checkedText } from './little-text.ts'

const shape: Shape = {
  ...{ author: 'text', commentary: 'text', visibility: 'text', lifecycleState: 'text' },
  distribution: { feedDistribution: 'text', targetEntities: ['any'], thirdPartyDistributionChannels: ['any'] },
  content: contentShape,
  adContext: {
    ...{ dscAdAccount: 'text', dscStatus: 'text', dscName: 'text', dscAdType: 'readOnly', isDsc: 'readOnly' },
  },
  isReshareDisabledByAuthor: 'flag',
  contentLandingPage: 'text',
  contentCallToActionLabel: 'text',
  ...{ id: 'readOnly', createdAt: 'readOnly', lastModifiedAt: 'readOnly', publishedAt: 'readOnly' },
  lifecycleStateInfo: 'readOnly',
}

export const callsToAction = [
  ...['APPLY', 'DOWNLOAD', 'VIEW_QUOTE', 'LEARN_MORE', 'SIGN_UP', 'SUBSCRIBE', 'REGISTER', 'JOIN', 'ATTEND'],
  ...['REQUEST_DEMO', 'UNLOCK_FULL_DOCUMENT'],
]
const maxCommentary = 3000

/** What the platform calls the ad of each kind. */
export const adTypes: Record<ContentKind, string> = {
  NONE: 'STANDARD',
  IMAGE: 'STANDARD',
  ARTICLE: 'STANDARD',
  MULTI_IMAGE: 'STANDARD',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL',
  DOCUMENT: 'NATIVE_DOCUMENT',
}

/** Checks a post in every way and makes it, without keeping it. `isInline`: it comes with its creative. */
export function makePost(call: ApiCall, fields: Fields, isInline: boolean): Post {
  const { world, tenant } = call
  checkShape(fields, shape)
  checkRequired(fields, ['author', 'commentary', 'visibility', 'lifecycleState'])
  if (!isInline) checkRequired(fields, ['distribution'])
  speakingOrganization(call, fields['author'])
  checkWords(fields)
  const account = darkAccount(call, fields, isInline)
  const commentary = checkCommentary(world, fields)
  checkLanding(fields)
  const kind = checkContent(call, fields, account !== null)
  if (kind === 'NONE' && account !== null) throw refused(400, 'A direct sponsored post has content')
  const likeness = likenessOf(fields)
  refuseDuplicate(world, likeness)
  const id = urn(kind === 'IMAGE' || kind === 'ARTICLE' || kind === 'NONE' ? 'share' : 'ugcPost', world.newId())
  const now = world.now()
  const kept = downgraded({ ...fields, commentary }, call.request.effects.downgradeFields)
  return {
    id,
    tenant,
    created: now,
    updated: now,
    author: textOf(fields['author']),
    account,
    kind,
    likeness,
    fields: kept,
  }
}

function checkWords({ visibility, lifecycleState, contentCallToActionLabel: label }: Fields): void {
  if (!['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'].includes(textOf(visibility)))
    throw misfit('/visibility', `"${textOf(visibility)}" is not an enum symbol`)
  if (lifecycleState !== 'PUBLISHED' && lifecycleState !== 'DRAFT')
    throw misfit('/lifecycleState', `"${textOf(lifecycleState)}" is not an enum symbol`)
  if (label !== undefined && !callsToAction.includes(textOf(label)))
    throw misfit('/contentCallToActionLabel', `"${textOf(label)}" is not an enum symbol`)
}

/** The number of the ad account that a dark post is for; null for a post in the feed. */
function darkAccount(call: ApiCall, fields: Fields, isInline: boolean): string | null {
  const context = fields['adContext']
  const { feedDistribution } = recordOf(fields['distribution'])
  const isHidden = feedDistribution === 'NONE'
  if (feedDistribution !== undefined && !isHidden && feedDistribution !== 'MAIN_FEED')
    throw misfit('/distribution/feedDistribution', `"${textOf(feedDistribution)}" is not an enum symbol`)
  if (context === undefined) {
    if (isHidden || isInline) throw refused(400, 'adContext is required for a post that is not in the feed')
    return null
  }
  const { dscAdAccount, dscStatus } = recordOf(context)
  checkRequired(recordOf(context), ['dscAdAccount'], '/adContext')
  if (feedDistribution === 'MAIN_FEED') throw refused(400, 'A direct sponsored post has feedDistribution NONE')
  if (dscStatus !== undefined && dscStatus !== 'ACTIVE' && dscStatus !== 'DRAFT')
    throw misfit('/adContext/dscStatus', `"${textOf(dscStatus)}" is not an enum symbol`)
  return accountOf(call, idIn(dscAdAccount, 'sponsoredAccount') ?? '').id
}

function checkCommentary(world: World, fields: Fields): string {
  const text = textOf(fields['commentary'])
  if (text.length > maxCommentary)
    throw misfit('/commentary', `length of ${text.length} is over the maximum of ${maxCommentary}`)
  return checkedText(text, world.settings().bareSigns, '/commentary')
}

function checkLanding(fields: Fields): void {
  const { contentLandingPage: page, contentCallToActionLabel: label } = fields
  if (label !== undefined && page === undefined)
    throw refused(400, 'contentLandingPage is required when contentCallToActionLabel is set')
  if (page !== undefined) checkAddress(page, '/contentLandingPage')
}

/** Names, dates and where it links to make no difference: the same text with the same content is the same post. */
function likenessOf({ author, commentary, content }: Fields): string {
  return JSON.stringify([author, commentary, content ?? null])
}

function refuseDuplicate(world: World, likeness: string): void {
  if (world.settings().duplicatePosts === 'accepted') return
  const [other] = world.posts.lookup('likeness', likeness)
  if (other)
    throw new ApiError(422, {
      serviceErrorCode: 105,
      code: 'DUPLICATE_POST',
      message: `Content is a duplicate of ${other.id}`,
    })
}
