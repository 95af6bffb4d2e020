import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { requireImage } from './images.ts'
import { isObject, objectOf, objectsOf, textOf } from '../graph/params.ts'
import { callToActionTypes } from '../report/tables.ts'
import { requireReadyVideo } from './videos.ts'
import type { RuleContext } from './rule-context.ts'

type Spec = Record<string, unknown>

export function checkPage({ call, account }: RuleContext, pageId: string | undefined): void {
  if (!pageId) throw missingParameter('object_story_spec[page_id]')
  const page = call.world.pages.get(pageId)
  if (page?.tenant === account.tenant && page.tasks.includes('ADVERTISE')) return
  throw refusal(
    1487202,
    'No permission for the Page',
    `You may not create ads for Page ${pageId}.`,
    'object_story_spec',
    'page_id',
  )
}

export function checkInstagram({ call, account }: RuleContext, id: string | undefined): void {
  if (!id || call.world.instagrams.get(id)?.tenant === account.tenant) return
  throw refusal(
    1815199,
    'No access to the Instagram account',
    `This ad account may not use the Instagram account ${id}.`,
    'instagram_user_id',
  )
}

export function refuseDeadActor(params: Spec, spec: Spec | undefined): void {
  if (params['instagram_actor_id'] === undefined && spec?.['instagram_actor_id'] === undefined) return
  const both = params['instagram_user_id'] !== undefined || spec?.['instagram_user_id'] !== undefined
  throw refusal(
    both ? 2446149 : undefined,
    'instagram_actor_id is gone',
    'Use instagram_user_id instead of instagram_actor_id.',
    'instagram_actor_id',
  )
}

export function checkStory(context: RuleContext, spec: Spec, hasFeed: boolean): void {
  const link = objectOf(spec['link_data'])
  const video = objectOf(spec['video_data'])
  const photo = objectOf(spec['photo_data'])
  const others = ['template_data', 'text_data', 'product_data'].some((key) => isObject(spec[key]))
  if ([link, video, photo].filter(Boolean).length > 1)
    throw badParameter(
      'object_story_spec may hold only one of link_data, video_data and photo_data',
      'object_story_spec',
    )
  if (link) checkLink(context, link)
  if (video) checkVideo(context, video)
  if (photo) checkPhoto(context, photo)
  if (!link && !video && !photo && !others && !hasFeed) throw missingParameter('object_story_spec[link_data]')
}

function checkLink(context: RuleContext, data: Spec): void {
  const path = ['object_story_spec', 'link_data']
  const link = textOf(data['link'])
  if (!link) throw missingParameter('object_story_spec[link_data][link]')
  checkUrl(link, ...path, 'link')
  checkCallToAction(data['call_to_action'], link, path)
  if (data['child_attachments'] !== undefined) checkCards(context, data['child_attachments'])
  else checkPicture(context, data, path)
}

function checkPicture({ call, account }: RuleContext, data: Spec, path: string[]): void {
  const hash = textOf(data['image_hash'])
  if (hash) requireImage(call.world, account, hash, ...path, 'image_hash')
  if (isObject(data['image_crops']) && data['image_crops']['191x100'] !== undefined)
    throw refusal(
      2490085,
      'Crop is no longer supported',
      'The crop key 191x100 cannot be used any more.',
      ...path,
      'image_crops',
    )
}

function checkCards(context: RuleContext, cards: unknown): void {
  const path = ['object_story_spec', 'link_data', 'child_attachments']
  const list = objectsOf(cards)
  if (!Array.isArray(cards) || list.length !== cards.length || list.length < 2 || list.length > 10)
    throw refusal(undefined, 'Wrong number of cards', 'A carousel has from 2 to 10 cards.', ...path)
  list.forEach((card, index) => {
    const cardPath = [...path, String(index)]
    const link = textOf(card['link'])
    if (!link) throw missingParameter(`child_attachments[${index}][link]`)
    checkUrl(link, ...cardPath, 'link')
    checkCallToAction(card['call_to_action'], link, cardPath)
    checkPicture(context, card, cardPath)
    const videoId = textOf(card['video_id'])
    if (!videoId) return
    requireReadyVideo(context.call.world, context.account, videoId, ...cardPath, 'video_id')
    if (!card['image_hash'] && !card['picture']) throw missingThumbnail(cardPath)
  })
}

function checkVideo(context: RuleContext, data: Spec): void {
  const path = ['object_story_spec', 'video_data']
  const id = textOf(data['video_id'])
  if (!id) throw missingParameter('object_story_spec[video_data][video_id]')
  requireReadyVideo(context.call.world, context.account, id, ...path, 'video_id')
  if (data['description'] !== undefined)
    throw refusal(
      1443050,
      'Description is not allowed',
      'Video ads have no description; use link_description.',
      ...path,
      'description',
    )
  if (data['link'] !== undefined)
    throw badParameter('video_data has no link: the destination belongs in its call_to_action', ...path, 'link')
  if (!data['image_hash'] && !data['image_url']) throw missingThumbnail(path)
  checkPicture(context, data, path)
  checkCallToAction(data['call_to_action'], undefined, path)
}

function missingThumbnail(path: string[]) {
  return refusal(
    1443226,
    'Thumbnail missing',
    'A video needs an image_hash or image_url for its thumbnail.',
    ...path,
    'image_hash',
  )
}

function checkPhoto({ call, account }: RuleContext, data: Spec): void {
  const hash = textOf(data['image_hash'])
  if (!hash && !data['url']) throw missingParameter('object_story_spec[photo_data][image_hash]')
  if (hash) requireImage(call.world, account, hash, 'object_story_spec', 'photo_data', 'image_hash')
}

/** The button: a known type, and the same destination as the link it stands under. */
export function checkCallToAction(value: unknown, link: string | undefined, path: string[]): void {
  if (value === undefined || value === null) return
  if (!isObject(value)) throw badParameter('Param call_to_action must be an object', ...path, 'call_to_action')
  const type = textOf(value['type'])
  if (!type || !callToActionTypes.has(type)) throw notOneOf('call_to_action[type]', callToActionTypes)
  const target = textOf(objectOf(value['value'])?.['link'])
  if (target) checkUrl(target, ...path, 'call_to_action')
  if (link && target && link !== target)
    throw refusal(
      undefined,
      'Links differ',
      'The link of the call to action must be the link of the ad.',
      ...path,
      'call_to_action',
    )
}

export function checkUrl(link: string, ...blame: string[]): void {
  if (/^https?:\/\/[^\s]+$/.test(link) && URL.canParse(link)) return
  throw badParameter(`Param ${blame.at(-1)} must be a valid URL`, ...blame)
}
