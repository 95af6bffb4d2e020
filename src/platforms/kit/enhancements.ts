import { nearest } from '../../closed-words.ts'
import type { Issue } from '../../errors.ts'
import type { RequestedEnhancements, Enhancement, Enhancements } from '../contract/enhancements.ts'
import type { Platform } from '../contract/platform.ts'

/** Whether an ad asks for one; undefined: the platform decides. */
export function isOn(asked: RequestedEnhancements | undefined, name: string): boolean | undefined {
  if (asked === 'platform') return undefined
  return typeof asked === 'object' && Object.hasOwn(asked, name) && asked[name] === true
}

/** The platform's word for what an ad asks of one; undefined: nothing is sent. */
export function wordFor(
  enhancements: Enhancements,
  name: string,
  asked: RequestedEnhancements | undefined,
): string | boolean | undefined {
  const choice = isOn(asked, name)
  const enhancement = enhancements[name]
  return choice === undefined ? undefined : choice ? enhancement?.on : enhancement?.off
}

/** What an ad asks for of those that share a list, in the platform's words; undefined: nothing is sent. */
export function wordsOn(enhancements: Enhancements, asked: RequestedEnhancements | undefined): string[] | undefined {
  if (asked === 'platform') return undefined
  return Object.entries(enhancements).flatMap(([name, { on }]) => (isOn(asked, name) ? [String(on)] : []))
}

/** Whether one is on in what is sent or stored; null: nothing is said of it. */
export function stateIn(value: unknown, { place, on, off }: Enhancement): boolean | null {
  const said = valueAt(value, place)
  if (off === undefined) return Array.isArray(said) ? said.includes(on) : null
  return said === on ? true : said === off ? false : null
}

/** What stands in a place of something, with dots between its parts. */
export function valueAt(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((inner, key) => (isOpen(inner) ? inner[key] : undefined), value)
}

function isOpen(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Names that none of the platforms has; one issue for all of them, because it lists those that there are. */
export function enhancementIssues(
  platforms: readonly Pick<Platform, 'title' | 'enhancements'>[],
  asked: RequestedEnhancements | null | undefined,
  path: string,
): Issue[] {
  if (typeof asked !== 'object' || asked === null) return []
  const known = new Set(platforms.flatMap(({ enhancements = {} }) => Object.keys(enhancements)))
  const unknown = Object.keys(asked).filter((name) => !known.has(name))
  if (unknown.length === 0) return []
  const who = platforms.map(({ title }) => title).join(', ')
  const words = known.size > 0 ? `names of ${[...known].sort().join(', ')}` : 'no names, for it has none'
  const meant = new Set(unknown.flatMap((name) => nearest([...known], name) ?? []))
  const guess = meant.size > 0 ? `Did you mean ${[...meant].join(', ')}? ` : ''
  const message = `names what ${who} does not have: ${unknown.join(', ')}. ${guess}Give off, platform, or ${words}`
  return [{ path, message }]
}
