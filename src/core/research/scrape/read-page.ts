import { entryOf } from '../../../lookup.ts'
import { cut, decode, readTags } from './html.ts'
import type { Tag } from './html.ts'
import { readDescribed } from './json-ld.ts'
import type { Described } from './json-ld.ts'

export const mediaSources = ['head', 'description', 'picture', 'video'] as const

interface FoundMedia {
  type: 'image' | 'video'
  url: string
  /** Where on the page it stands. */
  source: (typeof mediaSources)[number]
  alt: string | null
  width: number | null
  height: number | null
}

/** What was found on a page. */
export interface PageFacts {
  page: {
    url: string
    title: string | null
    description: string | null
    siteName: string | null
    language: string | null
    canonicalUrl: string | null
    imageUrl: string | null
  }
  ads: Described[]
  media: FoundMedia[]
  metaTags: { name: string; content: string }[]
  isComplete: boolean
}

/** How much is kept of what a page has. */
export const maxFound = { ads: 100, media: 200, metaTags: 200 }
const maxScripts = 20
const maxLengths = { word: 200, text: 2_000, address: 2_048 }

interface Draft {
  title: string | null
  language: string | null
  canonical: string | null
  base: string
  tags: Map<string, string>
  media: FoundMedia[]
  scripts: string[]
}

/** What the head of a page says about itself, its pictures and films, and what it describes for machines. */
export function readPage(html: string, url: string): PageFacts {
  const draft: Draft = {
    title: null,
    language: null,
    canonical: null,
    base: url,
    tags: new Map(),
    media: [],
    scripts: [],
  }
  const isComplete = readTags(html.replaceAll('\0', '\ufffd').toWellFormed(), (tag) => note(draft, tag))
  const { tags } = draft
  const absolute = (address: string | null | undefined) => absoluteUrl(address, draft.base)
  const ads = draft.scripts.flatMap(readDescribed).slice(0, maxFound.ads)
  const found = [...fromHead(tags), ...ads.flatMap(fromDescription), ...draft.media]
  return {
    page: {
      url,
      title: draft.title ?? tags.get('og:title') ?? null,
      description: tags.get('description') ?? tags.get('og:description') ?? null,
      siteName: tags.get('og:site_name') ?? null,
      language: draft.language,
      canonicalUrl: absolute(draft.canonical ?? tags.get('og:url')),
      imageUrl: absolute(tags.get('og:image') ?? tags.get('twitter:image')),
    },
    ads: ads.map((ad) => ({
      ...ad,
      link: absolute(ad.link),
      mediaUrls: ad.mediaUrls.map(absolute).filter((address) => address !== null),
    })),
    media: eachOnce(found, draft.base),
    metaTags: [...tags].map(([name, content]) => ({ name, content })),
    isComplete,
  }
}

function note(draft: Draft, { name, attributes, text }: Tag): void {
  if (name === 'html') draft.language ??= cut(attributes.lang ?? '', maxLengths.word) || null
  else if (name === 'title') draft.title ??= cut(decode(text).trim(), maxLengths.text) || null
  else if (name === 'base') draft.base = absoluteUrl(attributes.href, draft.base) ?? draft.base
  else if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') draft.canonical ??= attributes.href ?? null
  else if (`<${name}` === '<meta') noteWords(draft, attributes)
  else if (name === 'script' && /^application\/ld\+json\b/i.test(attributes.type ?? '')) {
    if (draft.scripts.length < maxScripts) draft.scripts.push(text)
  } else if (draft.media.length < maxFound.media * 2) draft.media.push(...mediaOf(name, attributes))
}

function noteWords({ tags }: Draft, attributes: Record<string, string>): void {
  const name = cut((attributes.property ?? attributes.name ?? '').trim().toLowerCase(), maxLengths.word)
  const content = cut((attributes.content ?? '').trim(), maxLengths.text)
  if (!name || !content || tags.has(name) || tags.size >= maxFound.metaTags) return
  tags.set(name, content)
}

function mediaOf(name: string, attributes: Record<string, string>): FoundMedia[] {
  const { src, poster, alt } = attributes
  const size = { width: pixels(attributes.width), height: pixels(attributes.height) }
  const picture = (url: string | undefined): FoundMedia[] =>
    url ? [{ type: 'image', url, source: 'picture', alt: cut(alt ?? '', maxLengths.text) || null, ...size }] : []
  const film: FoundMedia[] = src ? [{ type: 'video', url: src, source: 'video', alt: null, ...size }] : []
  if (name === 'img') return picture(src || attributes['data-src'])
  if (name === 'video') return [...film, ...picture(poster)]
  return name === 'source' && /^video\//i.test(attributes.type ?? '') ? film : []
}

function pixels(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null
}

const bare = { alt: null, width: null, height: null }

function fromHead(tags: Map<string, string>): FoundMedia[] {
  const image = (name: string): FoundMedia[] =>
    tags.has(name) ? [{ type: 'image', url: entryOf(tags, name, 'address'), source: 'head', ...bare }] : []
  const video = (name: string): FoundMedia[] =>
    tags.has(name) ? [{ type: 'video', url: entryOf(tags, name, 'address'), source: 'head', ...bare }] : []
  return [...image('og:image'), ...image('twitter:image'), ...video('og:video'), ...video('og:video:url')]
}

function fromDescription({ mediaUrls }: Described): FoundMedia[] {
  return mediaUrls.map((url) => ({
    type: /\.(?:mp4|mov|webm|avi)(?:[?#]|$)/i.test(url) ? 'video' : 'image',
    url,
    source: 'description',
    ...bare,
  }))
}

function eachOnce(found: FoundMedia[], base: string): FoundMedia[] {
  const known = new Map<string, FoundMedia>()
  for (const each of found) {
    const url = absoluteUrl(each.url, base)
    if (url === null) continue
    const earlier = known.get(url)
    // What stands on the page itself says most about it.
    if (!earlier || (earlier.width === null && each.width !== null)) known.set(url, { ...each, url })
    if (known.size >= maxFound.media) break
  }
  return [...known.values()]
}

function absoluteUrl(address: string | null | undefined, base: string): string | null {
  if (!address || address.length > maxLengths.address) return null
  const url = URL.parse(address.trim(), base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}
