import { z } from 'zod'
import type { Decided, PlatformFacts } from '../contract/launch.ts'

/** What a post has of its own; null: nothing. */
interface PostsOwn {
  cta: string | null
  link: string | null
}

interface DecisionQuery {
  cta?: string | undefined
  link?: string | undefined
}

/**
 * The button and the link of an ad that shows a post are the post's, whatever the caller says. `wordFor` gives the platform's word
 * for a button; undefined: there is none. A post of which nothing is known could not be read.
 */
export function decidedByPost(
  { cta, link }: DecisionQuery,
  post: PostsOwn | undefined,
  wordFor: (cta: string) => string | undefined,
): Decided[] {
  const by = 'the post'
  const decided: Decided[] = []
  if (cta !== undefined)
    decided.push({ field: 'cta', by, value: post?.cta, isAsked: post?.cta === (wordFor(cta) ?? null) })
  // Where a click leads is told whether somebody asked for it or not.
  const isAsked = link === undefined || (post !== undefined && isSame(link, post.link))
  decided.push({ field: 'link', by, value: post?.link, isAsked })
  return decided
}

/** Addresses that lead to the same place may be written differently. */
function isSame(asked: string, own: string | null): boolean {
  return own !== null && (URL.parse(asked)?.href ?? asked) === (URL.parse(own)?.href ?? own)
}

const Kept = z.array(z.object({ field: z.string(), by: z.string(), value: z.string().nullish(), isAsked: z.boolean() }))

/** As facts of an item, so that its receipt can tell later what was decided elsewhere when it was made. */
export function decidedFacts(decided: Decided[]): PlatformFacts {
  return decided.length === 0 ? {} : { decided: JSON.stringify(decided) }
}

export function decidedIn({ decided }: PlatformFacts): Decided[] {
  return decided === undefined ? [] : Kept.parse(JSON.parse(decided)).map((each) => ({ ...each, value: each.value }))
}
