import { nearest } from '../../../../../client/src/sheet/words.ts'

/** Something that a name may stand for. */
export interface Choice {
  value: string
  label: string
  hint: string
  /** The campaign that it lies in. */
  campaign?: string
}

export interface Match {
  /** Those that are called exactly so. */
  exact: Choice[]
  /** Those that are called almost so. */
  near: Choice[]
}

const maxNear = 5

/** As people compare names: letter for letter, but for case and blanks. */
export const named = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** What may be meant by a name; the campaign, where it is told, decides between things of one name. */
export function match(text: string, choices: readonly Choice[], campaign = ''): Match {
  const wanted = named(text)
  const all = choices.filter(({ value, label }) => named(label) === wanted || value === text.trim())
  const inCase = all.filter(({ label }) => label.trim() === text.trim())
  const exact = inCase.length === 1 ? inCase : all
  const there = exact.filter((choice) => named(choice.campaign ?? '') === named(campaign))
  if (exact.length > 0) return { exact: campaign !== '' && there.length > 0 ? there : exact, near: [] }
  const labels = new Set(
    nearest(
      text,
      choices.map(({ label }) => label),
    ),
  )
  const near = choices.filter(({ label }) => labels.has(label))
  const within = choices.filter(({ label }) => !labels.has(label) && wanted.length > 2 && named(label).includes(wanted))
  const like = [...near, ...within]
  return { exact: [], near: (like.length > 0 ? like : kin(text, choices)).slice(0, maxNear) }
}

const wordsIn = (text: string) => new Set(named(text).match(/[\p{L}\p{N}]+/gu))
/** So many of its words must stand in another name. */
const shared = 0.5

/** What has most words of a name, those of a campaign before all others: there every one of them is meant sooner. */
export function kin(text: string, choices: readonly Choice[], campaign?: string): Choice[] {
  const words = wordsIn(text)
  const ranked = choices.map((choice) => {
    const same = [...wordsIn(choice.label)].filter((word) => words.has(word)).length / Math.max(1, words.size)
    const isInside = campaign !== undefined && named(choice.campaign ?? '') === named(campaign)
    return { choice, same, isInside }
  })
  return ranked
    .filter(({ same, isInside }) => isInside || same >= shared)
    .toSorted((one, other) => Number(other.isInside) - Number(one.isInside) || other.same - one.same)
    .slice(0, maxNear)
    .map(({ choice }) => choice)
}
