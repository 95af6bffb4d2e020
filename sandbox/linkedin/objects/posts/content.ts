import type { ApiCall } from '../../call.ts'
import { refused } from '../../errors.ts'
import { statusOf } from '../../media/media.ts'
import { checkRequired, misfit } from '../../restli/shape.ts'
import type { Shape } from '../../restli/shape.ts'
import { listOf, recordOf, textOf } from '../objects.ts'
import type { ContentKind, Fields, MediaKind } from '../objects.ts'

const media: Shape = { id: 'text', title: 'text', altText: 'text' }

export const contentShape: Shape = {
  media,
  article: { source: 'text', title: 'text', description: 'text', thumbnail: 'text', thumbnailAltText: 'text' },
  carousel: { cards: [{ media, landingPage: 'text' }] },
  multiImage: { images: [{ id: 'text', altText: 'text' }], altText: 'text' },
}

const cards = { min: 2, max: 10 }
const images = { min: 2, max: 20 }

/** The kind of a file by its name, if the organization may show it now. */
function checkedMedia(call: ApiCall, value: unknown, author: string, place: string): MediaKind {
  const id = textOf(value)
  const found = call.world.media.get(id)
  if (found?.tenant !== call.tenant) throw refused(400, `${place}: there is no media ${id}`)
  if (found.owner !== author) throw refused(400, `${place}: ${id} does not belong to the author`)
  const status = statusOf(call.world, found)
  if (status !== 'AVAILABLE') throw refused(400, `${place}: ${id} is not available: its status is ${status}`)
  return found.kind
}

function checkedImage(call: ApiCall, value: unknown, author: string, place: string): void {
  if (checkedMedia(call, value, author, place) !== 'image') throw refused(400, `${place}: not an image`)
}

export function checkAddress(value: unknown, place: string): void {
  const address = URL.parse(textOf(value))
  if (!address || !/^https?:$/.test(address.protocol)) throw misfit(place, 'is not a web address')
}

const kindOfMedia: Record<MediaKind, ContentKind> = { image: 'IMAGE', video: 'VIDEO', document: 'DOCUMENT' }

/** Which kind of content a post has; refuses what cannot be shown. */
export function checkContent(call: ApiCall, post: Fields, isDark: boolean): ContentKind {
  if (post['content'] === undefined) return 'NONE'
  const content = recordOf(post['content'])
  const author = textOf(post['author'])
  const [kind, ...others] = Object.keys(content)
  if (kind === undefined || others.length > 0) throw misfit('/content', 'content is exactly one of its kinds')
  const place = `/content/${kind}`
  const inner = recordOf(content[kind])
  if (kind === 'media') {
    checkRequired(inner, ['id'], place)
    const type = checkedMedia(call, inner['id'], author, place)
    if (type === 'document') checkRequired(inner, ['title'], place)
    return kindOfMedia[type]
  }
  if (kind === 'article') {
    checkRequired(inner, ['source', 'title'], place)
    checkAddress(inner['source'], `${place}/source`)
    if (inner['thumbnail'] !== undefined) checkedImage(call, inner['thumbnail'], author, `${place}/thumbnail`)
    return 'ARTICLE'
  }
  if (kind === 'carousel') {
    if (!isDark) throw refused(400, 'A carousel can only be sponsored: adContext is required')
    checkCards(call, listOf(inner['cards']), author)
    return 'CAROUSEL'
  }
  if (isDark) throw refused(400, 'Several images cannot be sponsored')
  const shown = listOf(inner['images'])
  checkCount(shown.length, images, place)
  shown.forEach((image, index) => checkedImage(call, recordOf(image)['id'], author, `${place}/images/${index}`))
  return 'MULTI_IMAGE'
}

function checkCards(call: ApiCall, shown: unknown[], author: string): void {
  checkCount(shown.length, cards, '/content/carousel/cards')
  shown.forEach((card, index) => {
    const place = `/content/carousel/cards/${index}`
    checkRequired(recordOf(card), ['media', 'landingPage'], place)
    const { media: file, landingPage } = recordOf(card)
    checkRequired(recordOf(file), ['id', 'title'], `${place}/media`)
    checkedImage(call, recordOf(file)['id'], author, place)
    checkAddress(landingPage, `${place}/landingPage`)
  })
}

function checkCount(count: number, { min, max }: { min: number; max: number }, place: string): void {
  if (count < min || count > max) throw misfit(place, `has ${count}, and takes from ${min} to ${max}`)
}
