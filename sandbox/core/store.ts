import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Collection } from './collection.ts'
import type { Version } from './past.ts'

type LogLine = { c: string; i: string; v: object | null; p?: Version[] } | { q: string; n: number } | { clear: true }

/**
 * The state of every simulator. With a folder, each change is in an append-only log before the answer leaves:
 * whoever got an answer finds the change again, even after SIGKILL.
 */
export class Store {
  readonly #collections = new Map<string, Collection<object>>()
  readonly #sequences = new Map<string, number>()
  readonly #file: string | undefined
  #log: number | undefined
  #pending: string[] = []

  constructor(dataDir?: string) {
    if (!dataDir) return
    mkdirSync(dataDir, { recursive: true })
    this.#file = join(dataDir, 'sandbox.log')
    if (existsSync(this.#file)) this.#replay(readFileSync(this.#file, 'utf8'))
    this.#compact()
  }

  collection<T extends object>(name: string): Collection<T> {
    let found = this.#collections.get(name)
    if (!found) {
      found = new Collection<object>((id, value, past) => this.#append(lineOf(name, id, value, past)))
      this.#collections.set(name, found)
    }
    return found as unknown as Collection<T>
  }

  /** 1, 2, 3, ... per name. */
  nextNumber(sequence: string): number {
    const next = (this.#sequences.get(sequence) ?? 0) + 1
    this.#sequences.set(sequence, next)
    this.#append({ q: sequence, n: next })
    return next
  }

  /** Forgets everything; lookups stay declared. */
  clear(): void {
    this.#append({ clear: true })
    this.#forget()
  }

  /** Hands what changed to the operating system. Call it before any answer that tells of the change. */
  flush(): void {
    if (this.#pending.length === 0 || this.#log === undefined) return
    const bytes = Buffer.from(this.#pending.join(''))
    this.#pending = []
    let written = 0
    while (written < bytes.length) written += writeSync(this.#log, bytes, written)
  }

  close(): void {
    this.flush()
    if (this.#log !== undefined) closeSync(this.#log)
    this.#log = undefined
  }

  #append(line: LogLine): void {
    if (this.#file) this.#pending.push(`${JSON.stringify(line)}\n`)
  }

  #forget(): void {
    for (const collection of this.#collections.values()) collection.empty()
    this.#sequences.clear()
  }

  #replay(text: string): void {
    // A kill in the middle of a write leaves an unfinished last line: nobody was answered for it.
    const finished = text.slice(0, text.lastIndexOf('\n') + 1)
    for (const line of finished.split('\n')) if (line) this.#apply(JSON.parse(line) as LogLine)
  }

  #apply(line: LogLine): void {
    if ('clear' in line) this.#forget()
    else if ('q' in line) this.#sequences.set(line.q, line.n)
    else this.collection(line.c).restore(line.i, line.v, line.p)
  }

  /** Rewrites the log as what is true now, and opens it for appending. */
  #compact(): void {
    const file = this.#file ?? ''
    const fresh = `${file}.new`
    this.#log = openSync(fresh, 'w')
    for (const [sequence, n] of this.#sequences) this.#append({ q: sequence, n })
    for (const [name, collection] of this.#collections)
      for (const [id, value] of collection.entries()) this.#append(lineOf(name, id, value, [...collection.pastOf(id)]))
    this.flush()
    fsyncSync(this.#log)
    renameSync(fresh, file)
  }
}

function lineOf(c: string, i: string, v: object | null, past: Version[]): LogLine {
  return past.length > 0 ? { c, i, v, p: past } : { c, i, v }
}
