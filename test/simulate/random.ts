/** Numbers that follow from a seed alone. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** From 0 up to below `end`. */
  int(end: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of its own, for another purpose: how much one of them is asked does not change the other. */
  fork(purpose: string): Random
}

/** xoshiro128**, begun with splitmix32. */
export function createRandom(seed: number, purpose = ''): Random {
  let mix = seed >>> 0
  for (const letter of `${Math.floor(seed / 2 ** 32)} ${purpose}`)
    mix = Math.imul(mix ^ letter.codePointAt(0)!, 0x5bd1e995) >>> 0
  const part = () => {
    mix = (mix + 0x9e3779b9) >>> 0
    let z = mix
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
  let [a, b, c, d] = [part(), part(), part(), part() | 1]
  const turned = (value: number, by: number) => (value << by) | (value >>> (32 - by))
  const bits = () => {
    const result = Math.imul(turned(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = turned(d, 11)
    return result
  }
  const next = () => bits() / 2 ** 32
  const int = (end: number) => Math.floor(next() * end)
  return {
    next,
    int,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (from) => from[int(from.length)]!,
    fork: (name) => createRandom(seed, `${purpose}/${name}`),
  }
}
