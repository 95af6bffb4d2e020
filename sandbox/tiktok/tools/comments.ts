import { advertiserOf, oneOf, optionalList, parseStamp, requiredText, stamp, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Ad, Comment } from '../objects/objects.ts'

const said = ['Where can I see one of these?', 'Looks lovely.']
const maxText = 150
const maxDays = 30
const day = 86_400_000

function itemOf(ad: Ad): string {
  return textOf(ad.creative['tiktok_item_id']) || `73${ad.id.slice(2)}`
}

/** What people said under every ad, and what was answered. */
function commentsOf({ world }: Call, ad: Ad): Comment[] {
  const made = said.map((text, index) => ({
    ...{ id: `72${ad.id.slice(3)}${index}`, advertiser: ad.advertiser, ad: ad.id, replyTo: null, text },
    ...{ created: ad.created + index * 3_600_000, updated: ad.created },
  }))
  return [...made, ...world.comments.lookup('ad', ad.id)]
}

function fieldOf(field: string, ad: Ad): string {
  return { AD_ID: ad.id, ADGROUP_ID: ad.adgroup, CAMPAIGN_ID: ad.campaign, TIKTOK_ITEM_ID: itemOf(ad) }[field] ?? ''
}

export function getComments(call: Call): object {
  const { id } = advertiserOf(call)
  const { world, params } = call
  const from = readDay(requiredText(params, 'start_time'), 'start_time')
  const to = readDay(requiredText(params, 'end_time'), 'end_time') + day
  if (to <= from) throw invalid('end_time: Must not be before start_time.')
  if (to - from > maxDays * day) throw invalid(`end_time: The range must not be longer than ${maxDays} days.`)
  requiredText(params, 'search_field')
  const field = oneOf(params, 'search_field', ['AD_ID', 'ADGROUP_ID', 'CAMPAIGN_ID', 'TIKTOK_ITEM_ID'], '')
  const value = requiredText(params, 'search_value')
  const types = optionalList(params, 'comment_type') ?? ['ALL']
  const ads = world.ads.lookup('advertiser', id).filter((ad) => fieldOf(field, ad) === value)
  const rows = ads.flatMap((ad) =>
    commentsOf(call, ad)
      .filter(({ created }) => created >= from && created < to)
      .filter(({ replyTo }) => types.includes('ALL') || types.includes(replyTo === null ? 'COMMENT' : 'REPLY'))
      .map((comment) => render(ad, comment)),
  )
  const { list, page_info } = pageOf(call, rows, { max: 100 })
  return { comments: list, page_info }
}

function readDay(text: string, field: string): number {
  const time = parseStamp(`${text.slice(0, 10)} 00:00:00`)
  if (Number.isNaN(time)) throw invalid(`${field}: Must be like 2026-01-31.`)
  return time
}

function render(ad: Ad, { id, replyTo, text, created }: Comment): object {
  return {
    ...{
      comment_id: id,
      comment_type: replyTo === null ? 'COMMENT' : 'REPLY',
      comment_status: 'PUBLIC',
      content: text,
    },
    ...{ ad_id: ad.id, ad_name: ad.name, adgroup_id: ad.adgroup, campaign_id: ad.campaign, tiktok_item_id: itemOf(ad) },
    ...{ create_time: stamp(created), likes: 0, replies: 0, pin_status: 'UNPINNED' },
    ...(replyTo === null ? {} : { replied_comment_id: replyTo }),
  }
}

/** An answer to a comment, in the name of who speaks in the ad. */
export function postComment(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const { world, params } = call
  const ad = world.ads.get(requiredText(params, 'ad_id'))
  if (ad?.advertiser !== advertiser) throw invalid('ad_id: The ad does not exist.')
  if (requiredText(params, 'tiktok_item_id') !== itemOf(ad)) throw invalid('tiktok_item_id: Not that of the ad.')
  requiredText(params, 'comment_type')
  oneOf(params, 'comment_type', ['REPLY'], '')
  const replyTo = requiredText(params, 'comment_id')
  if (!commentsOf(call, ad).some(({ id }) => id === replyTo)) throw invalid('comment_id: The comment does not exist.')
  const identity = world.identities.get(requiredText(params, 'identity_id'))
  if (identity?.advertiser !== advertiser || identity.type !== requiredText(params, 'identity_type'))
    throw invalid('identity_id: The identity does not exist.')
  const text = requiredText(params, 'text')
  if (text.length > maxText) throw invalid(`text: Longer than maximum length ${maxText}.`)
  const id = world.newId()
  world.comments.put(id, { id, advertiser, ad: ad.id, replyTo, text, created: world.now(), updated: world.now() })
  return { comment_id: id }
}
