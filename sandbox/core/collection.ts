import { versionOf, withVersion } from './past.ts'
import type { Keeping, Version } from './past.ts'

type KeyOf<T> = (item: T) => string | undefined

interface Index<T> {
  keyOf: KeyOf<T>
  entries: Map<string, Map<string, T>>
}

/** One kind of object, in creation order, with lookups by any derived key. Stored objects are replaced, never changed in place. */
export class Collection<T extends object> {
  readonly #items = new Map<string, T>()
  readonly #indexes = new Map<string, Index<T>>()
  readonly #past = new Map<string, Version[]>()
  #keeping: Keeping | undefined
  readonly #record: (id: string, value: T | null, past: Version[]) => void

  constructor(record: (id: string, value: T | null, past: Version[]) => void) {
    this.#record = record
  }

  get size(): number {
    return this.#items.size
  }

  get(id: string): T | undefined {
    return this.#items.get(id)
  }

  values(): IterableIterator<T> {
    return this.#items.values()
  }

  entries(): IterableIterator<[string, T]> {
    return this.#items.entries()
  }

  /** `past` is for those who make up an object that has one. */
  put(id: string, value: T, past = this.#pastWith(id, value)): T {
    this.restore(id, value, past)
    this.#record(id, value, past)
    return value
  }

  remove(id: string): void {
    if (!this.#items.has(id)) return
    this.restore(id, null)
    this.#record(id, null, [])
  }

  /** Declares a lookup; declaring it again is harmless. */
  indexBy(name: string, keyOf: KeyOf<T>): void {
    if (this.#indexes.has(name)) return
    const index: Index<T> = { keyOf, entries: new Map() }
    this.#indexes.set(name, index)
    for (const [id, item] of this.#items) addTo(index, id, item)
  }

  /** The objects filed under `key`, in creation order. */
  lookup(name: string, key: string): T[] {
    const index = this.#indexes.get(name)
    if (!index) throw new Error(`No index named ${name}`)
    return [...(index.entries.get(key)?.values() ?? [])]
  }

  /** How many objects are filed under `key`, without copying them. */
  count(name: string, key: string): number {
    return this.#indexes.get(name)?.entries.get(key)?.size ?? 0
  }

  /**
   * Declares fields (`reviewed`, or `fields.runSchedule` for one of an object inside) of which it has to be known later what they
   * were: what happened under them stays as it happened. Declaring it again is harmless.
   */
  keepPast(fields: string[], now: () => number): void {
    this.#keeping = { fields, now }
  }

  /** The object with the kept fields as they were at that time. */
  asOf(id: string, time: number): T | undefined {
    const item = this.#items.get(id)
    const version = item && this.pastOf(id).find(({ until }) => time < until)
    return version ? withVersion(item, version) : item
  }

  /** What the kept fields of an object were before they were changed, oldest first. */
  pastOf(id: string): readonly Version[] {
    return this.#past.get(id) ?? []
  }

  #pastWith(id: string, value: T): Version[] {
    const past = [...this.pastOf(id)]
    const before = this.#items.get(id)
    if (!this.#keeping || !before) return past
    const { fields, now } = this.#keeping
    const version = versionOf(before, fields)
    if (JSON.stringify(version) !== JSON.stringify(versionOf(value, fields))) past.push({ until: now(), ...version })
    return past
  }

  /** Applies a change without writing it to the log: for replaying the log itself. */
  restore(id: string, value: T | null, past: Version[] = []): void {
    if (past.length > 0) this.#past.set(id, past)
    else this.#past.delete(id)
    const before = this.#items.get(id)
    for (const index of this.#indexes.values()) refile(index, id, before, value)
    if (value) this.#items.set(id, value)
    else this.#items.delete(id)
  }

  empty(): void {
    this.#items.clear()
    this.#past.clear()
    for (const index of this.#indexes.values()) index.entries.clear()
  }
}

function refile<T>(index: Index<T>, id: string, before: T | undefined, after: T | null): void {
  const oldKey = before && index.keyOf(before)
  const newKey = after ? index.keyOf(after) : undefined
  if (oldKey !== undefined && oldKey !== newKey) index.entries.get(oldKey)?.delete(id)
  if (after) addTo(index, id, after)
}

function addTo<T>(index: Index<T>, id: string, item: T): void {
  const key = index.keyOf(item)
  if (key === undefined) return
  const filed = index.entries.get(key)
  if (filed) filed.set(id, item)
  else index.entries.set(key, new Map([[id, item]]))
}
