import { z } from 'zod'

/** Different names for the same thing: whichever of a group the endpoint documents, the others are understood too. */
const sameThing: string[][] = [
  ['accountId', 'businessId', 'adAccountId'],
  ['accountIds', 'accountId', 'businessId', 'adAccountId'],
  ['startDate', 'dateFrom'],
  ['endDate', 'dateTo'],
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
  adSets: ['adsets'],
}

const namesByField = new Map<string, string[]>()

/** The names under which a documented field may arrive, best first: its own, its snake_case, then its aliases. */
export function namesFor(field: string): string[] {
  const known = namesByField.get(field) ?? findNames(field)
  namesByField.set(field, known)
  return known
}

function findNames(field: string): string[] {
  const groups = sameThing.filter((group) => group[0] === field || (group.includes(field) && group[0] !== 'accountIds'))
  const words = [field, ...groups.flat(), ...(brandWords[field] ?? [])]
  return [...new Set(words.flatMap((word) => [word, toSnake(word)]))]
}

function toSnake(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Gives every field of a body its documented name, following the schema: objects that the schema leaves open
 * (a platform's own targeting, say) are passed on as they came.
 */
export function fold(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject && isPlainObject(value)) return foldObject(inner, value)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => fold(inner.element as z.ZodType, item))
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options as z.ZodType[]
    const match = options.find((option) => accepts(unwrap(option), value))
    return match ? fold(match, value) : value
  }
  return value
}

function foldObject(schema: z.ZodObject, value: Record<string, unknown>): Record<string, unknown> {
  const folded: Record<string, unknown> = { ...value }
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const name = namesFor(field).find((candidate) => value[candidate] !== undefined)
    if (name !== undefined) folded[field] = fold(fieldSchema as z.ZodType, value[name])
  }
  return folded
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodObject) return isPlainObject(value)
  if (schema instanceof z.ZodArray) return Array.isArray(value)
  return false
}

function unwrap(schema: z.ZodType): z.ZodType {
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

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
