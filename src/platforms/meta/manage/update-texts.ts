import type { Issue } from '../../../errors.ts'
import type { AdChange, Spec } from '../../contract/manage.ts'
import { maxTexts, variationsOf } from '../launch/creative/feed.ts'
import { isObject } from '../create/targeting-location.ts'

/** The two texts of an ad that may have several of them: what they are called here, and where they stand in a feed. */
const kinds = [
  { one: 'title', all: 'headlineVariations', list: 'titles', many: 'headlines' },
  { one: 'description', all: 'bodyVariations', list: 'bodies', many: 'primary texts' },
] as const

/** The texts of an ad are exchanged one for one, or all for all: none of several is thrown away unasked. */
export function textIssues(feed: unknown, change: AdChange): Issue[] {
  return kinds.flatMap(({ one, all, list, many }): Issue[] => {
    const before = isObject(feed) && Array.isArray(feed[list]) ? (feed[list] as unknown[]) : null
    const had = new Set(before?.map(textOf))
    const given = change[all]
    if (given === undefined) {
      if (change[one] === undefined || had.size < 2) return []
      const message = `would replace ${had.size} ${many}: name all that the ad is to have in ${all}`
      return [{ path: one, message }]
    }
    const texts = variationsOf(given)
    const wrong = (message: string) => [{ path: all, message }]
    if (texts.length === 0) return wrong('needs at least one text')
    if (texts.length > maxTexts) return wrong(`holds ${texts.length} different texts; at most ${maxTexts} are possible`)
    if (!before) return wrong(`cannot be changed: the ad has one of its ${many}; give ${one}`)
    if (texts.length > 1 && before.some(isLabelled))
      return wrong(`must be one text: those of this ad are shown in different places`)
    return []
  })
}

function textOf(entry: unknown): unknown {
  return isObject(entry) ? entry.text : entry
}

function isLabelled(entry: unknown): boolean {
  return isObject(entry) && Array.isArray(entry.adlabels) && entry.adlabels.length > 0
}

/** Beside its feed an ad has a story, which says the first of its texts. */
export function withFirstTexts(change: AdChange): AdChange {
  const title = change.title ?? variationsOf(change.headlineVariations)[0]
  const description = change.description ?? variationsOf(change.bodyVariations)[0]
  return { ...change, ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

export function changeFeed(feed: Spec, change: AdChange): Spec {
  const { cta, link } = change
  const texts = kinds.flatMap(({ one, all, list }) => {
    const before = feed[list]
    const own = change[one]
    const wanted = variationsOf(change[all] ?? (own === undefined ? [] : [own]))
    return Array.isArray(before) && wanted.length > 0 ? [[list, textsAfter(before, wanted)] as const] : []
  })
  return {
    ...feed,
    ...Object.fromEntries(texts),
    ...(cta === undefined || !Array.isArray(feed.call_to_action_types) ? {} : { call_to_action_types: [cta] }),
    ...(link === undefined || !Array.isArray(feed.link_urls)
      ? {}
      : { link_urls: feed.link_urls.filter(isObject).map((target) => ({ ...target, website_url: link })) }),
  }
}

/** One text takes over all labels of those before it, so that the rules that name them still find one. */
function textsAfter(before: unknown[], wanted: string[]): Spec[] {
  const labels = before.flatMap((entry): unknown[] =>
    isObject(entry) && Array.isArray(entry.adlabels) ? entry.adlabels : [],
  )
  return wanted.map((text) => ({ text, ...(labels.length > 0 ? { adlabels: labels } : {}) }))
}
