/** There is no such key. */
export const nowhere = -1

/**
 * Keys by their places. Keys were mostly given one after the other, and rows ask for one after the other: what was asked last
 * tells where to look first.
 */
export class Places {
  readonly #keys: number[] = []
  readonly #places = new Map<number, number>()
  #last = 0

  constructor(keys: Iterable<number>) {
    for (const key of keys) this.add(key)
  }

  get size(): number {
    return this.#keys.length
  }

  of(key: number): number {
    const keys = this.#keys
    const last = this.#last
    if (last < keys.length) {
      const near = last + key - keys[last]!
      if (near >= 0 && near < keys.length && keys[near] === key) return (this.#last = near)
      if (last + 1 < keys.length && keys[last + 1] === key) return (this.#last = last + 1)
    }
    const place = this.#places.get(key) ?? nowhere
    if (place !== nowhere) this.#last = place
    return place
  }

  /** The same; a new key comes last. */
  add(key: number): number {
    const known = this.of(key)
    if (known !== nowhere) return known
    this.#last = this.#keys.push(key) - 1
    this.#places.set(key, this.#last)
    return this.#last
  }
}
