/** Tells whether the pattern is found anywhere in the text. */
export type Pattern = (text: string) => boolean

/** Why a pattern cannot be used; the message goes on after the field's name. */
export class PatternError extends Error {}

export const maxPatternLength = 200
/** What a pattern may grow to when its repeats are written out. */
const maxStates = 300
const maxBuilds = 3000

type Test = (char: string) => boolean

type Node =
  | { kind: 'char'; is: Test }
  | { kind: 'edge'; at: 'start' | 'end' }
  | { kind: 'chain'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }

/**
 * Regular expressions without what needs trying out (backreferences, looking ahead or behind). All ways through the pattern are followed at
 * once, so the time grows with the length of the text alone: there is no pattern that hangs, as there is for JavaScript's own.
 */
export function compilePattern(source: string): Pattern {
  if (source.length > maxPatternLength) throw new PatternError(`has more than ${maxPatternLength} characters`)
  try {
    new RegExp(source)
  } catch {
    throw new PatternError('is not a regular expression')
  }
  const reader = { source, at: 0 }
  const tree = readChoice(reader)
  return createSearch(tree)
}

interface Reader {
  source: string
  at: number
}

function readChoice(reader: Reader): Node {
  const parts = [readChain(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at++
    parts.push(readChain(reader))
  }
  return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
}

function readChain(reader: Reader): Node {
  const parts: Node[] = []
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at]!)) {
    parts.push(readRepeats(reader, readAtom(reader)))
  }
  return { kind: 'chain', parts }
}

function readAtom(reader: Reader): Node {
  const { source } = reader
  const char = source[reader.at]!
  if (char === '(') return readGroup(reader)
  if (char === '[') return readToken(reader, /\[(?:\\.|[^\]\\])*\]/y)
  if (char === '\\') return readEscape(reader)
  reader.at++
  if (char === '^') return { kind: 'edge', at: 'start' }
  if (char === '$') return { kind: 'edge', at: 'end' }
  if (char === '.') return { kind: 'char', is: (other) => !'\n\r\u2028\u2029'.includes(other) }
  return { kind: 'char', is: (other) => other === char }
}

function readGroup(reader: Reader): Node {
  reader.at++
  if (reader.source[reader.at] === '?') {
    if (reader.source[reader.at + 1] !== ':')
      throw new PatternError('looks ahead or behind, or names a group: only (?: ) can be used')
    reader.at += 2
  }
  const inner = readChoice(reader)
  reader.at++
  return inner
}

function readEscape(reader: Reader): Node {
  const next = reader.source[reader.at + 1]!
  if (/[1-9kbBpP]/.test(next)) throw new PatternError(`uses \\${next}, which cannot be used here`)
  return readToken(reader, /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[^])/y)
}

/** A class or an escape stands for one character, and JavaScript knows which. */
function readToken(reader: Reader, shape: RegExp): Node {
  shape.lastIndex = reader.at
  const token = shape.exec(reader.source)![0]
  reader.at += token.length
  const one = new RegExp(`^${token}$`)
  return { kind: 'char', is: (char) => one.test(char) }
}

const repeats = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y

function readRepeats(reader: Reader, part: Node): Node {
  repeats.lastIndex = reader.at
  const found = repeats.exec(reader.source)
  if (!found) return part
  reader.at += found[0].length
  const [, sign, fewest, comma, highest] = found
  if (sign) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
  const min = Number(fewest)
  return { kind: 'repeat', part, min, max: comma ? (highest ? Number(highest) : Infinity) : min }
}

/** A place in the pattern, and where one gets from there: on any character that fits, or at once. */
type State =
  | { kind: 'char'; is: Test; next: number }
  | { kind: 'edge'; at: 'start' | 'end'; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'found' }

function createSearch(tree: Node): Pattern {
  const states: State[] = []
  const add = (state: State): number => {
    if (states.length >= maxStates) throw new PatternError('repeats too much')
    return states.push(state) - 1
  }
  // Counted apart from the states: what stands for nothing makes none, however often it is repeated.
  let built = 0
  const build = (node: Node, next: number): number => {
    if (++built > maxBuilds) throw new PatternError('repeats too much')
    if (node.kind === 'char') return add({ kind: 'char', is: node.is, next })
    if (node.kind === 'edge') return add({ kind: 'edge', at: node.at, next })
    if (node.kind === 'chain') return node.parts.reduceRight((after, part) => build(part, after), next)
    if (node.kind === 'choice') return add({ kind: 'fork', next: node.parts.map((part) => build(part, next)) })
    return buildRepeat(node, next)
  }
  const buildRepeat = ({ part, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number => {
    let start = next
    if (max === Infinity) {
      const fork: { kind: 'fork'; next: number[] } = { kind: 'fork', next: [] }
      start = add(fork)
      fork.next = [build(part, start), next]
    } else {
      for (let n = min; n < max; n++) start = add({ kind: 'fork', next: [build(part, start), next] })
    }
    for (let n = 0; n < min; n++) start = build(part, start)
    return start
  }
  const first = build(tree, add({ kind: 'found' }))
  return (text) => search(states, first, text)
}

function search(states: State[], first: number, text: string): boolean {
  let current = new Set<number>()
  for (let at = 0; at <= text.length; at++) {
    // It may begin anywhere. A set is walked in the order of adding, with what is added on the way.
    current.add(first)
    const following = new Set<number>()
    for (const index of current) {
      const state = states[index]!
      if (state.kind === 'found') return true
      if (state.kind === 'fork') for (const next of state.next) current.add(next)
      else if (state.kind === 'edge' && at === (state.at === 'start' ? 0 : text.length)) current.add(state.next)
      else if (state.kind === 'char' && at < text.length && state.is(text[at]!)) following.add(state.next)
    }
    current = following
  }
  return false
}
