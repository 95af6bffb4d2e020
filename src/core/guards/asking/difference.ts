import type { Meaning } from './write-preview.ts'

/** As many differences as anybody reads. */
const maxDescribed = 8

const partWords: Record<keyof Meaning, string> = {
  asked: 'what was asked for',
  changes: 'what it would add',
  state: 'what it is about',
  guards: 'the spend guards',
}

/** A larger meaning is not kept: then nobody can tell what is different, only that something is. */
const maxMeaningChars = 200_000

/** As it is stored, to tell later what is different. */
export function keptMeaning(meaning: object): string | null {
  const text = JSON.stringify(meaning)
  return text.length > maxMeaningChars ? null : text
}

/** What is different now, in lines such as "what it is about, dailyBudget: was 50, is 80". */
export function differencesBetween(before: object | null, now: Meaning): string[] {
  if (before === null) return []
  const [old, later] = [leavesOf(before), leavesOf(now)]
  const paths = new Set([...old.keys(), ...later.keys()])
  const changed = [...paths].filter((path) => old.get(path) !== later.get(path))
  const described = changed.slice(0, maxDescribed).map((path) => {
    const [part, ...rest] = path.split('.')
    const where = [partWords[part as keyof Meaning], rest.join('.')].filter(Boolean).join(', ')
    return `${where}: was ${old.get(path) ?? 'absent'}, is ${later.get(path) ?? 'absent'}`
  })
  const more = changed.length - described.length
  return more > 0 ? [...described, `and ${more} more`] : described
}

/** Every value that is no object, as JSON by its path. */
function leavesOf(value: unknown, path = ''): Map<string, string> {
  const plain = path === '' ? (JSON.parse(JSON.stringify(value)) as unknown) : value
  if (typeof plain !== 'object' || plain === null) return new Map([[path, JSON.stringify(plain)]])
  return new Map(
    Object.entries(plain).flatMap(([name, inner]) => [...leavesOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}
