import type { TypeBook } from './nodes.ts'

/** One name in a list of wanted fields, with those wanted of what it holds. */
interface Wanted {
  name: string
  inner: Wanted[]
}

/** Reads `id,campaign{id,name},ads.limit(1).summary(total_count){id}`. */
export function parseFields(text: string): Wanted[] {
  const { wanted, rest } = parseList(text)
  if (rest !== '') throw new Error(`cannot read the rest of these fields: ${rest}`)
  return wanted
}

function parseList(text: string): { wanted: Wanted[]; rest: string } {
  const wanted: Wanted[] = []
  let rest = text
  for (;;) {
    const [whole, name] = /^(\w+)(?:\.\w+\(\w+\))*/.exec(rest) ?? []
    if (whole === undefined || name === undefined) throw new Error(`a field is missing before: ${rest}`)
    rest = rest.slice(whole.length)
    let inner: Wanted[] = []
    if (rest.startsWith('{')) {
      const list = parseList(rest.slice(1))
      if (!list.rest.startsWith('}')) throw new Error(`a brace is missing before: ${list.rest}`)
      inner = list.wanted
      rest = list.rest.slice(1)
    }
    wanted.push({ name, inner })
    if (!rest.startsWith(',')) return { wanted, rest }
    rest = rest.slice(1)
  }
}

/** Fields that were asked for and that objects of this type do not have. */
export function unknownFields(book: TypeBook, type: string, wanted: Wanted[]): string[] {
  return wanted.flatMap(({ name, inner }) => {
    if (!book.has(type, name)) return [`${type} has no field ${name}`]
    const held = book.insideOf(type, name)
    return held === undefined ? [] : unknownFields(book, held, inner)
  })
}
