import { z } from 'zod'
import { lookUp } from '../lookup.ts'

/** Different names for the same thing: whichever of a group the operation documents, the others are understood too. */
const sameThing: string[][] = [
  ['accountId', 'businessId', 'adAccountId'],
  ['accountIds', 'accountId', 'businessId', 'adAccountId'],
  ['cursor', 'after'],
  ['startDate', 'dateFrom', 'from', 'since'],
  ['endDate', 'dateTo', 'to', 'until'],
]

/** Names that older clients use for a documented one. They are read, never written. */
const brandWords: Record<string, string[]> = {
  secondary: ['insta', 'instagram'],
  secondaryName: ['instaName', 'instagramName'],
  primaryName: ['facebookName', 'fbName'],
  existingPrimaryAd: ['existingFacebookAd', 'existingFbAd'],
  isAutomatedCampaign: ['isAdvantageCampaign'],
  isAppNetworkAttribution: ['isSkadnetworkAttribution'],
  identityId: ['selectedTikTokUserAccount'],
  adSetId: ['adsetId'],
  adSetIds: ['adsetIds'],
  adSets: ['adsets'],
  urlTags: ['utmTags'],
}

/** The names under which a documented field may arrive, best first: its own in camelCase and in snake_case, then its aliases. */
export function namesFor(field: string): string[] {
  const groups = sameThing.filter((group) => group[0] === field || (group.includes(field) && group[0] !== 'accountIds'))
  const words = [field, ...groups.flat(), ...(lookUp(brandWords, field) ?? [])]
  return [...new Set(words.flatMap((word) => [toCamel(word), word, toSnake(word)]))]
}

function toCamel(word: string): string {
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function toSnake(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A list that is longer than it may be. It is found before anything looks at what is in it. */
export interface LongList {
  path: string[]
  list: z.ZodArray
  value: unknown[]
}

/** The longest list where its schema names no bound of its own. */
export const maxListLength = 10_000

/**
 * Gives every field of a body its documented name, following the schema: objects that the schema leaves open
 * (a platform's own targeting, say) are passed on as they came, and so are lists that are too long. A null for what may
 * be left out, and has no null, is left out.
 */
export function fold(schema: z.ZodType, value: unknown, tooLong: LongList[] = [], path: string[] = []): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject && isPlainObject(value)) {
    // Most come with documented names alone, and then nothing need be looked for under another one.
    const hasOthers = Object.keys(value).some((name) => !Object.hasOwn(inner.shape, name))
    if (!hasOthers && Object.values(value).every(isWord)) return value
    const folded: Record<string, unknown> = { ...value }
    for (const [field, fieldSchema] of Object.entries(inner.shape)) {
      const names = hasOthers ? namesFor(field) : [field]
      const part = fieldSchema as z.ZodType
      const name = names.find((candidate) => isGiven(part, valueOf(value, candidate)))
      if (name !== undefined) folded[field] = fold(part, value[name], tooLong, [...path, field])
      else if (valueOf(value, field) === null) delete folded[field]
    }
    return folded
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    if (value.length > longest(inner)) {
      tooLong.push({ path, list: inner, value })
      return value
    }
    return value.map((item, at) => fold(inner.element as z.ZodType, item, tooLong, [...path, String(at)]))
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options as z.ZodType[]
    const match = options.find((option) => accepts(unwrap(option), value))
    return match ? fold(match, value, tooLong, path) : value
  }
  return value
}

/** Many clients send null for what they do not set. Where null has no meaning of its own, it is not given. */
function isGiven(schema: z.ZodType, value: unknown): boolean {
  if (value !== null) return value !== undefined
  return schema.safeParse(null).success || !schema.safeParse(undefined).success
}

function longest(list: z.ZodArray): number {
  return (list._zod.bag as { maximum?: number }).maximum ?? maxListLength
}

/** Nothing is in it that could be called by another name. */
function isWord(value: unknown): boolean {
  return typeof value !== 'object' && value !== undefined
}

/** A field of the value's own, never of its prototype. */
function valueOf(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodObject) return isPlainObject(value)
  if (schema instanceof z.ZodArray) return Array.isArray(value)
  return false
}

/** What a schema is behind what may be left out, null, or read differently. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodPipe) {
    // A preprocessing pipe holds its real schema on the way out, a transforming one on the way in.
    const input = schema.in as z.ZodType
    return unwrap(input instanceof z.ZodTransform ? (schema.out as z.ZodType) : input)
  }
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap() as z.ZodType)
  return schema
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
