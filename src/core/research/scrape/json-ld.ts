import { isObject } from '../../../lookup.ts'
import { scanJson } from '../../../scan-json.ts'
import { cleanAnswer } from '../../../platforms/kit/clean-text.ts'
import { cut } from './html.ts'

/** Something that a page describes for machines and that an ad could be made of. */
export interface Described {
  type: string
  title: string | null
  text: string | null
  link: string | null
  brand: string | null
  mediaUrls: string[]
}

const max = { depth: 32, values: 20_000, things: 100, media: 20, textLength: 2_000 }

/** What pages advertise, by the words of schema.org. */
const wanted = new Set([
  'Product',
  'ProductGroup',
  'Offer',
  'Service',
  'Event',
  'VideoObject',
  'ImageObject',
  'SocialMediaPosting',
  'AdvertiserContentArticle',
])

/** What is described in a script of JSON for linked data; nothing where it cannot be read. */
export function readDescribed(script: string): Described[] {
  const text = cleanAnswer(script.trim())
  const scan = scanJson(text, max)
  if (scan.depth > max.depth || scan.values > max.values) return []
  const found: Described[] = []
  // What waits to be looked at grows while it is walked, instead of functions that call themselves.
  const waiting: unknown[] = [parse(text)]
  for (const next of waiting) {
    if (found.length === max.things) break
    if (Array.isArray(next)) waiting.push(...(next as unknown[]))
    else if (isObject(next)) {
      const type = [next['@type']].flat().find((word) => typeof word === 'string' && wanted.has(word))
      if (typeof type === 'string') found.push(describe(type, next))
      else waiting.push(...Object.values(next))
    }
  }
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function describe(type: string, thing: Record<string, unknown>): Described {
  const { brand } = thing
  return {
    type,
    title: firstText(thing.headline, thing.name),
    text: firstText(thing.description, thing.text, thing.articleBody),
    link: firstText(thing.url, thing['@id']),
    brand: isObject(brand) ? firstText(brand.name) : firstText(brand),
    mediaUrls: [thing.image, thing.video, thing.contentUrl, thing.thumbnailUrl]
      .flatMap(addressesIn)
      .slice(0, max.media),
  }
}

/** An address, a list of them, or objects that have one. */
function addressesIn(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value.slice(0, max.media) : [value]
  return parts.flatMap((part) => {
    const address = isObject(part) ? firstText(part.contentUrl, part.url) : firstText(part)
    return address === null ? [] : [address]
  })
}

function firstText(...values: unknown[]): string | null {
  const text = values.find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? cut(text.trim(), max.textLength) : null
}
