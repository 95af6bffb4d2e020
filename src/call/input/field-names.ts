import type { z } from 'zod'
import { lookUp } from '../../lookup.ts'

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

export function toCamel(word: string): string {
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function toSnake(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The fields of an object by each name under which they may arrive. */
export interface FieldNames {
  /** Those that a name may stand for; absent: it stands for none. */
  fieldsCalled(schema: z.ZodObject, name: string): readonly string[] | undefined
  namesOf(field: string): readonly string[]
}

/** Remembers what it has found out, for as long as one input is read: a thousand ads have the same fields. */
export function createFieldNames(): FieldNames {
  const byField = new Map<string, string[]>()
  const byName = new Map<z.ZodObject, Map<string, string[]>>()

  function namesOf(field: string): string[] {
    const known = byField.get(field) ?? namesFor(field)
    byField.set(field, known)
    return known
  }

  function tableOf(schema: z.ZodObject): Map<string, string[]> {
    const table = new Map<string, string[]>()
    for (const field of Object.keys(schema.shape)) {
      for (const name of namesOf(field)) table.set(name, [...(table.get(name) ?? []), field])
    }
    byName.set(schema, table)
    return table
  }

  return {
    namesOf,
    fieldsCalled: (schema, name) => (byName.get(schema) ?? tableOf(schema)).get(name),
  }
}
