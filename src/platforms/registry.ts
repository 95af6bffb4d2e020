import { lookUp } from '../lookup.ts'
import type { Platform, Verb } from './contract/platform.ts'
import { mergeFields } from './merge-fields.ts'
import type { MergedFields } from './merge-fields.ts'

/** A platform that callers may already name although there is no driver for it yet. */
export interface PlannedPlatform {
  name: string
  aliases: string[]
}

/** The platforms that a service works with. Made once at its start and handed down, so that no list stands anywhere else. */
export interface Platforms {
  /** In the order in which lists show them. */
  all: readonly Platform[]
  names: readonly string[]
  /** Every word by which callers may name a platform. */
  words: readonly string[]
  /** The platform's name for any of its words, or null. */
  named(word: string): string | null
  driver(name: string): Platform | undefined
  /** What an ad can be described by, on all of them together. */
  fields: MergedFields
  /** The names of those that can do this. */
  able(verb: Verb): string[]
}

export function createPlatforms(all: readonly Platform[], planned: readonly PlannedPlatform[] = []): Platforms {
  const words: Record<string, string> = {}
  for (const { name, aliases } of [...all, ...planned]) {
    for (const word of [name, ...aliases]) {
      if (lookUp(words, word) !== undefined) throw new Error(`Two platforms are called "${word}".`)
      words[word] = name
    }
  }
  return {
    all,
    names: all.map(({ name }) => name),
    words: Object.keys(words),
    named: (word) => lookUp(words, word.toLowerCase()) ?? null,
    driver: (name) => all.find((platform) => platform.name === name),
    fields: mergeFields(all),
    able: (verb) => all.filter(({ verbs }) => verbs.includes(verb)).map(({ name }) => name),
  }
}
