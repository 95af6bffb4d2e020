import type { SentField } from '../../../platforms/contract/launch-fields.ts'
import { valueAt } from '../../../platforms/kit/enhancements.ts'
import { taggedLink } from '../../../platforms/kit/tagged-link.ts'
import { numbered } from './requested-fields.ts'
import type { RequestedFields } from './requested-fields.ts'
import { usedBy } from './unused-fields.ts'

/** Where a click really leads. */
export interface Destination {
  /** "ad", or one of its cards: "media.0". */
  of: string
  /** With its tags; null: it is not known, or there is none. */
  url: string | null
  /** Who decides. */
  by: string
}

const byAd = 'the ad'

/** Before the ad is made as far as it can be known; afterwards by what the platform has stored. */
export function destinationsOf(asked: RequestedFields): Destination[] {
  const { driver, ad, decided } = asked
  const decision = decided.find(({ field }) => field === 'link')
  if (decision) return [{ of: 'ad', url: decision.value ?? null, by: decision.by }]
  const known = driver.sentFields?.(ad)
  const used = usedBy(driver, ad)
  const cardLink = known?.media.carouselLink
  if (ad.media.length > 1 && cardLink && used.has('carouselLink')) {
    return ad.media.flatMap((medium, index) => {
      const own = (medium as { carouselLink?: string }).carouselLink
      const url = urlOf(asked, numbered(cardLink, index), own || ad.link)
      return url === undefined ? [] : [{ of: `media.${index}`, url, by: byAd }]
    })
  }
  const url = known?.ad.link && used.has('link') ? urlOf(asked, known.ad.link, ad.link) : undefined
  return url === undefined ? [] : [{ of: 'ad', url, by: byAd }]
}

function urlOf({ driver, ad, sent }: RequestedFields, how: SentField, link: string | undefined): string | undefined {
  if (!sent) return how.depends === undefined ? taggedLink({ link, urlTags: ad.urlTags }) : undefined
  const tags = driver.sentFields?.(ad).ad.urlTags?.at ?? []
  for (const place of how.at) {
    const stored = valueAt(sent.stored, place)
    if (typeof stored !== 'string') continue
    const urlTags = tags.some((each) => how.at.includes(each)) ? undefined : firstText(sent.stored, tags)
    return taggedLink({ link: stored, urlTags })
  }
  return undefined
}

function firstText(stored: object, places: readonly string[]): string | undefined {
  return places.map((place) => valueAt(stored, place)).find((value) => typeof value === 'string')
}
