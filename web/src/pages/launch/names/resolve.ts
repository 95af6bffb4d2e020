import { splitList } from '../../../../../client/src/sheet/values.ts'
import { kin, match } from './matching.ts'
import type { Choice, Match } from './matching.ts'
import { isFileName } from './open-names.ts'
import type { OpenName } from './open-names.ts'

/** Where names are looked up. */
export type Directory = (name: OpenName) => Promise<Choice[]>

/** In which campaign an ad set lay that was called so; null: none ever was. */
export type Past = (name: OpenName) => Promise<string | null>

/** What came of looking a name up. */
export interface Found {
  /** What stands in the cell instead; null: somebody has to say, or nobody knows yet. */
  value: string | null
  match: Match
  /** Everything that could be meant. */
  all: Choice[]
  /** The part of the cell that it is about, where that is not all of it. */
  about?: string
  /** It was an ad set of this campaign, and is not there any more. */
  goneFrom?: string
}

const nothing: Found = { value: null, match: { exact: [], near: [] }, all: [] }
/** It is being looked up. */
export const isAsked: Found = { ...nothing }
/** It could not be looked up. */
export const isOver: Found = { ...nothing }

export async function resolve(name: OpenName, directory: Directory, past: Past): Promise<Found> {
  if (name.column === 'media') return files(name, directory)
  const all = await directory(name)
  const whole = match(name.text, all, name.campaign)
  const only = whole.exact.length === 1 ? whole.exact[0] : undefined
  if (only) return { value: only.value, match: whole, all }
  if (whole.exact.length > 0 || name.column !== 'ad set') return { value: null, match: whole, all }
  const parts = partsOf(name, all)
  return parts === null ? gone(name, { all, whole, past }) : { value: parts, match: whole, all }
}

interface Missing {
  all: Choice[]
  whole: Match
  past: Past
}

/** Of an ad set that was deleted those are proposed that lie where it lay. */
async function gone(name: OpenName, { all, whole, past }: Missing): Promise<Found> {
  const goneFrom = await past(name).catch(() => null)
  if (goneFrom === null) return { value: null, match: whole, all }
  return { value: null, match: { exact: [], near: kin(name.text, all, goneFrom) }, all, goneFrom }
}

/** Several ad sets in one cell, where each part is the name of one. */
function partsOf({ text, campaign }: OpenName, all: Choice[]): string | null {
  for (const between of ['\n', '|', ';', ',']) {
    const parts = text.split(between).flatMap((part) => part.trim() || [])
    const found = parts.map((part) => match(part, all, campaign).exact)
    if (parts.length > 1 && found.every(({ length }) => length === 1))
      return found.flatMap(([one]) => one?.value ?? []).join(' | ')
  }
  return null
}

/** Files of the library by their names; of one that is not there those are proposed that are called almost so. */
async function files(name: OpenName, directory: Directory): Promise<Found> {
  const parts = splitList(name.text)
  const found = await Promise.all(
    parts.map(async (text) => {
      if (!isFileName(text)) return text
      const choices = await directory({ ...name, text })
      // The same content is stored once: of several that are called so the newest is meant.
      return match(text, choices).exact[0]?.value ?? text
    }),
  )
  const value = found.join(' | ')
  return value === parts.join(' | ') ? nearFiles(name, parts, directory) : { ...nothing, value }
}

/** What the first file is called like that nobody finds. */
async function nearFiles(name: OpenName, parts: string[], directory: Directory): Promise<Found> {
  const at = parts.findIndex(isFileName)
  const missing = parts[at]
  if (missing === undefined) return nothing
  const lists = await Promise.all([wordIn(missing), ''].map((text) => directory({ ...name, text })))
  const { near } = match(missing, lists.flat())
  const each = new Map(near.map((choice) => [choice.value, choice]))
  const all = [...each.values()].map((choice) => ({ ...choice, value: parts.with(at, choice.value).join(' | ') }))
  return { value: null, match: { exact: [], near: all }, all, about: missing }
}

/** The word of a file's name that tells most. */
function wordIn(file: string): string {
  const stem = file.replace(/\.\w+$/, '')
  return stem.split(/[^\p{L}\p{N}]+/u).toSorted((one, other) => other.length - one.length)[0] ?? stem
}
