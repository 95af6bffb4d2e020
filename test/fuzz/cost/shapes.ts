import type { Random } from '../../../sandbox/core/figures/random.ts'

/** Something that can grow, made of little: what a body, a field, a query or a header is filled with. */
export interface Shape {
  kind: Kind
  /** How many of what it is made of. */
  count: number
  /** What is in it; a word where nothing is said. */
  of?: Shape
  /** Texts: what they repeat, as it stands in JSON. */
  letter?: string
}

const holders = ['list', 'fields', 'same field', 'known fields', 'deep lists', 'deep objects'] as const
const leaves = ['text', 'digits', 'word', 'as it was'] as const

type Kind = (typeof holders)[number] | (typeof leaves)[number]

const letters = [
  ...['x', 'ä', '😀', ' ', ',', '.', '-', '/', '0', 'a,', 'a b ', '%41', '<', '@', '{{', '[', '\\n', '\\\\', '\\"'],
  ...['\\u0041', '\\u0000', '\\ud800', '\\u2028', 'A', '_a', 'http://a.b/', 'İ', 'e\u0301'],
]
const words = ['1', 'null', '""', '{}', '[]', 'true', '-1.5e300', '{"a":1}', '[[]]', '"1"']

/** What the place that a shape stands in knows: names of fields, and what stood there. */
export interface Surroundings {
  names: string[]
  before: string
}

export function randomShape(random: Random, depth = 0): Shape {
  const isLeaf = depth >= 3 || random.next() < (depth === 0 ? 0.3 : 0.5)
  const count = Math.round(10 ** (random.next() * (depth === 0 ? 5 : 3)))
  if (!isLeaf) return { kind: random.pick(holders), count, of: randomShape(random, depth + 1) }
  const kind = random.pick(leaves)
  const letter = kind === 'text' ? random.pick(letters) : kind === 'word' ? random.pick(words) : undefined
  return { kind, count, ...(letter === undefined ? {} : { letter }) }
}

/** Bigger, smaller, in something else, with something else in it. */
export function mutateShape(shape: Shape, random: Random): Shape {
  const chance = random.next()
  if (shape.of && chance < 0.4) return { ...shape, of: mutateShape(shape.of, random) }
  if (chance < 0.7)
    return { ...shape, count: Math.max(1, Math.round(shape.count * random.pick([0.3, 0.7, 1.5, 3, 10]))) }
  if (chance < 0.8) return { kind: random.pick(holders), count: random.pick([2, 30, 400]), of: shape }
  if (chance < 0.85 && shape.of) return shape.of
  if (chance < 0.93 && shape.of) return { ...shape, kind: random.pick(holders) }
  return randomShape(random)
}

/** The same within so many bytes: what is outermost shrinks first. */
export function fitted(shape: Shape, room: number, around: Surroundings): Shape {
  const min = { ...shape, count: 1 }
  if (shape.of && lengthOf(min, around) > room) return { ...min, of: fitted(shape.of, Math.max(1, room - 8), around) }
  const each = Math.max(1, (lengthOf({ ...shape, count: 101 }, around) - lengthOf(min, around)) / 100)
  const max = Math.max(1, Math.floor((room - lengthOf(min, around)) / each))
  return shape.count > max ? { ...shape, count: max } : shape
}

function lengthOf({ kind, count, of, letter }: Shape, around: Surroundings): number {
  const inner = of ? lengthOf(of, around) : 1
  if (kind === 'list') return 2 + count * (inner + 1)
  if (kind === 'fields') return 2 + count * (inner + 10)
  if (kind === 'same field') return 2 + count * (inner + 5)
  if (kind === 'known fields') return 2 + count * (inner + 16)
  if (kind === 'deep lists') return inner + 2 * count
  if (kind === 'deep objects') return inner + 6 * count
  if (kind === 'text') return 2 + count * Buffer.byteLength(letter ?? 'x')
  if (kind === 'digits') return count
  return kind === 'word' ? (letter?.length ?? 1) : around.before.length
}

/** The shape as JSON. */
export function jsonOf(shape: Shape, around: Surroundings): string {
  const { kind, count, of, letter } = shape
  const inner = () => (of ? jsonOf(of, around) : '1')
  const fields = (name: (at: number) => string) => {
    const value = inner()
    return `{${Array.from({ length: count }, (_, at) => `"${name(at)}":${value}`).join(',')}}`
  }
  if (kind === 'list') return `[${Array<string>(count).fill(inner()).join(',')}]`
  if (kind === 'fields') return fields((at) => `k${at}`)
  if (kind === 'same field') return fields(() => around.names[0] ?? 'k')
  if (kind === 'known fields') return fields((at) => oneOf(around.names, at))
  if (kind === 'deep lists') return `${'['.repeat(count)}${inner()}${']'.repeat(count)}`
  if (kind === 'deep objects') return `${'{"a":'.repeat(count)}${inner()}${'}'.repeat(count)}`
  if (kind === 'text') return `"${(letter ?? 'x').repeat(count)}"`
  if (kind === 'digits') return '9'.repeat(count)
  return kind === 'word' ? (letter ?? '1') : around.before
}

/** Every known name first, then each of them in ways that may pass for it. */
function oneOf(names: string[], at: number): string {
  if (names.length === 0) return `k${at}`
  const name = names[at % names.length]!
  const round = Math.floor(at / names.length)
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [name, snake, name.toUpperCase(), `${name}s`, `_${name}`][round] ?? `${snake}${round}`
}

/** In a word or two, and the same for shapes that differ in numbers alone. */
export function skeletonOf({ kind, of, letter }: Shape): string {
  const own = kind === 'text' || kind === 'word' ? `${kind} ${letter}` : kind
  return of ? `${own} of ${skeletonOf(of)}` : own
}

export function describeShape({ kind, count, of, letter }: Shape): string {
  const own = kind === 'text' ? `text of ${count} times "${letter}"` : kind === 'word' ? letter : `${count} ${kind}`
  return of ? `${own} of ${describeShape(of)}` : (own ?? kind)
}
