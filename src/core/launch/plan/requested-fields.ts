import { lookUp } from '../../../lookup.ts'
import type { Decided, LaunchAd } from '../../../platforms/contract/launch.ts'
import type { SentField } from '../../../platforms/contract/launch-fields.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { valueAt } from '../../../platforms/kit/enhancements.ts'
import type { MergedField } from '../../../platforms/merge-fields.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { differencesBetween } from '../batch/value-differences.ts'
import { reasonOf } from './decided.ts'
import type { EnhancementFate } from './enhancements.ts'
import { isGiven, unusedFields } from './unused-fields.ts'

/** as_asked: the ad has it. changed: the ad has something else, by whom `by` names. unused: the ad is made without. decided: something that exists decides. */
export const fieldOutcomes = ['as_asked', 'changed', 'unused', 'decided'] as const

/** What becomes of one field of an ad, in the caller's words. */
export interface FieldFate {
  field: string
  outcome: (typeof fieldOutcomes)[number]
  /** Both only where they differ. */
  asked?: unknown
  has?: unknown
  by?: string
  reason?: string
}

/** What was sent and what is stored, once the ad is there. */
interface Sent {
  asked: object
  stored: object
  fields?: Readonly<Record<string, SentField>>
}

export interface RequestedFields {
  /** What became of the platform's own changes, once the ad is there. */
  enhancements?: readonly EnhancementFate[]
  platforms: Platforms
  driver: Platform
  /** As it is made, launch defaults filled in. */
  ad: LaunchAd
  /** As the caller gave it. */
  given: Readonly<Record<string, unknown>>
  decided: readonly Decided[]
  sent?: Sent
}

/** What core alone makes use of: which ad is meant, and where it goes. */
const ofCore = ['adAccountId', 'adAccountType', 'workspaceId', 'clientRef', 'adSets', 'status']

/** Every field that the caller gave or a default filled in, and what becomes of it. */
export function fatesOf(asked: RequestedFields): FieldFate[] {
  const { driver, ad, given } = asked
  const unused = new Set(unusedFields(asked.platforms, driver, ad).map(({ path }) => path))
  const core = ofCore.filter((name) => isSaid(given[name])).map((field) => ({ field, outcome: 'as_asked' as const }))
  const { media, ...own } = ad
  const known = driver.sentFields?.(ad)
  const ofAd = Object.entries(own).flatMap(([field, value]) =>
    isSaid(value) && field !== 'enhancements'
      ? fateOf(asked, { field, value, merged: asked.platforms.fields.ad.get(field), how: known?.ad[field], unused })
      : [],
  )
  const ofMedia = media.flatMap((medium, index) =>
    Object.entries(medium).flatMap(([name, value]) => {
      if (!isSaid(value)) return []
      const how = known?.media[name] && numbered(known.media[name], index)
      const merged = asked.platforms.fields.media.get(name)
      return fateOf(asked, { field: `media.${index}.${name}`, value, merged, how, unused })
    }),
  )
  return [...core, ...renamed(asked), ...ofAd, ...enhancementsFate(asked), ...ofMedia]
}

function enhancementsFate({
  driver,
  ad: { enhancements: asked },
  enhancements: fates = [],
}: RequestedFields): FieldFate[] {
  const field = 'enhancements'
  if (asked === undefined) return []
  const none = Object.keys(driver.enhancements ?? {}).length === 0
  if (none) return [{ field, outcome: 'unused', asked, reason: `an ad on ${driver.name} has none to choose` }]
  const isKept = (each: EnhancementFate) => each.asked === 'platform' || each.asked === (each.stored ?? 'off')
  const others = fates.filter((each) => !isKept(each))
  if (others.length === 0) return [{ field, outcome: 'as_asked' }]
  const has = Object.fromEntries(others.map(({ name, stored }) => [name, stored]))
  return [{ field, outcome: 'changed', asked, has, by: driver.title, reason: 'these are not as asked' }]
}

/** A false says something, an empty text nothing. */
function isSaid(value: unknown): boolean {
  return value === false || value === null || isGiven(value)
}

/** A word that only other platforms have for a field: here it is that field. */
function renamed({ platforms, driver, ad, given }: RequestedFields): FieldFate[] {
  const values = ad as unknown as Record<string, unknown>
  return [...platforms.fields.ad.values()].flatMap(({ name, otherwise, platforms: takers }) => {
    if (!otherwise || takers.includes(driver.name) || !isGiven(given[name]) || isGiven(values[name])) return []
    return [{ field: name, outcome: 'as_asked' as const, reason: `sent as the ${otherwise}` }]
  })
}

export function numbered({ at, ...rest }: SentField, index: number): SentField {
  return { ...rest, at: at.map((place) => place.replace('*', String(index))) }
}

interface Given {
  field: string
  value: unknown
  merged: MergedField | undefined
  how: SentField | null | undefined
  unused: ReadonlySet<string>
}

function fateOf(
  { driver, ad, decided, sent }: RequestedFields,
  { field, value, merged, how, unused }: Given,
): FieldFate[] {
  const decision = decided.find((each) => each.field === field)
  if (decision) return [decidedFate(decision, value)]
  const isPreview = driver.showsExisting?.(ad) === true && /^media\.\d+\.(url|type|thumbnail)$/.test(field)
  if (isPreview) return [{ field, outcome: 'unused', asked: value, reason: 'a preview of what exists already' }]
  if (unused.has(field) || how === null || isForOthers(merged, driver))
    return [{ field, outcome: 'unused', asked: value, reason: `not used in this ad on ${driver.name}` }]
  const special = sent && lookUp(sent.fields ?? {}, field)
  return [sentFate(driver, { field, value }, special ?? how ?? { at: [] }, sent)]
}

function isForOthers(merged: MergedField | undefined, { name }: Platform): boolean {
  return merged !== undefined && merged.platforms.length > 0 && !merged.platforms.includes(name)
}

function decidedFate({ field, isAsked, ...decision }: Decided, asked: unknown): FieldFate {
  if (isAsked) return { field, outcome: 'as_asked', by: decision.by }
  return { field, outcome: 'decided', asked, has: decision.value ?? null, by: decision.by, reason: reasonOf(decision) }
}

function sentFate(
  { title }: Platform,
  { field, value }: Pick<Given, 'field' | 'value'>,
  { at, as: word, depends }: SentField,
  sent: Sent | undefined,
): FieldFate {
  const isOtherWord = word !== undefined && String(word ?? '').trim() !== String(value).trim()
  const ours = isOtherWord
    ? { outcome: 'changed' as const, asked: value, has: word, by: 'flightdeck', reason: `the word of ${title} for it` }
    : null
  if (!sent && depends !== undefined) return { field, outcome: 'as_asked', reason: depends }
  if (!sent || at.length === 0) return { field, ...(ours ?? { outcome: 'as_asked' }) }
  const places = at.filter((place) => valueAt(sent.asked, place) !== undefined)
  if (places.length === 0 && value !== false && value !== null)
    return { field, outcome: 'unused', asked: value, reason: 'not sent in an ad like this' }
  const other = places.find((place) => {
    return differencesBetween(valueAt(sent.asked, place), valueAt(sent.stored, place)).length > 0
  })
  if (other === undefined) return { field, ...(ours ?? { outcome: 'as_asked' }) }
  const has = valueAt(sent.stored, other) ?? null
  return { field, outcome: 'changed', asked: value, has, by: title, reason: `stored otherwise in ${other}` }
}
