import { createHash } from 'node:crypto'
import type { UploadedFile } from './simulator.ts'

/** What a form may hold, counted as it arrives. */
export interface FormLimits {
  parts: number
  /** All fields together, which are kept. */
  fieldBytes: number
  /** Files together; what comes after that is measured and thrown away. */
  keptBytes: number
}

export interface Form {
  fields: Record<string, unknown>
  files: UploadedFile[]
}

/** What is no form, ends before its end, or holds more than it may. */
export class FormError extends Error {}

const maxHeaderBytes = 16_384
const lineEnd = '\r\n'
const headEnd = '\r\n\r\n'

interface Part {
  name: string
  /** Undefined: a field. */
  filename: string | undefined
  type: string
}

/** Takes what is in a part, piece by piece. */
interface Taker {
  take(bytes: Buffer): void
  end(): void
}

type ParsePosition = 'before' | 'delimiter' | 'head' | 'content' | 'after'

/** Reads a form piece by piece. It is ours so that nothing goes on by itself: what is wrong is thrown to whoever pushes. */
export class FormReader {
  readonly #limits: FormLimits
  readonly #delimiter: Buffer
  readonly #fields = new Map<string, unknown>()
  readonly #files: UploadedFile[] = []
  #place: ParsePosition = 'before'
  // The first delimiter has no line before it.
  #rest: Buffer = Buffer.from(lineEnd)
  #parts = 0
  #fieldBytes = 0
  #keptBytes = 0
  #taker: Taker | null = null

  constructor(boundary: string, limits: FormLimits) {
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`)
    this.#limits = limits
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (this.#step());
  }

  end(): Form {
    if (this.#place !== 'after') throw new FormError('The form ends before its end')
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  /** False when there is nothing to be done before more arrives. */
  #step(): boolean {
    switch (this.#place) {
      case 'before':
      case 'content':
        return this.#readContent()
      case 'delimiter':
        return this.#readDelimiter()
      case 'head':
        return this.#readHead()
      case 'after':
        this.#rest = Buffer.alloc(0)
        return false
    }
  }

  #readContent(): boolean {
    const at = this.#rest.indexOf(this.#delimiter)
    // The end of what has arrived may be the beginning of a delimiter.
    const taken = at >= 0 ? at : Math.max(0, this.#rest.length - this.#delimiter.length + 1)
    if (taken > 0) this.#taker?.take(this.#rest.subarray(0, taken))
    this.#rest = this.#rest.subarray(at >= 0 ? at + this.#delimiter.length : taken)
    if (at < 0) return false
    this.#taker?.end()
    this.#taker = null
    this.#place = 'delimiter'
    return true
  }

  #readDelimiter(): boolean {
    if (this.#rest.length < 2) return false
    this.#place = this.#rest.subarray(0, 2).toString('latin1') === '--' ? 'after' : 'head'
    return true
  }

  #readHead(): boolean {
    const at = this.#rest.indexOf(headEnd)
    if (at < 0 ? this.#rest.length > maxHeaderBytes : at > maxHeaderBytes)
      throw new FormError('The head of a part is too large')
    if (at < 0) return false
    if (++this.#parts > this.#limits.parts) throw new FormError(`A form has at most ${this.#limits.parts} parts`)
    const [padding, ...lines] = this.#rest.subarray(0, at).toString('utf8').split(lineEnd)
    if (padding!.trim() !== '') throw new FormError('A delimiter does not end its line')
    this.#rest = this.#rest.subarray(at + headEnd.length)
    const part = partOf(lines)
    if (part) this.#taker = part.filename === undefined ? this.#fieldTaker(part) : this.#fileTaker(part)
    this.#place = 'content'
    return true
  }

  #fieldTaker({ name, type }: Part): Taker {
    const pieces: Buffer[] = []
    return {
      take: (bytes) => {
        this.#fieldBytes += bytes.length
        if (this.#fieldBytes > this.#limits.fieldBytes) throw new FormError('The fields are too large')
        pieces.push(Buffer.from(bytes))
      },
      end: () => void this.#fields.set(name, valueOf(Buffer.concat(pieces).toString('utf8'), type)),
    }
  }

  #fileTaker({ name, filename = '', type }: Part): Taker {
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    const pieces: Buffer[] = []
    let size = 0
    let isKept = true
    return {
      take: (bytes) => {
        md5.update(bytes)
        sha256.update(bytes)
        size += bytes.length
        isKept &&= this.#keptBytes + bytes.length <= this.#limits.keptBytes
        if (!isKept) return
        this.#keptBytes += bytes.length
        pieces.push(Buffer.from(bytes))
      },
      end: () => {
        const sums = { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
        this.#files.push({ field: name, filename, contentType: type, size, ...sums, bytes: Buffer.concat(pieces) })
      },
    }
  }
}

/** The boundary that a content type names, or null where it names none that can be used. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  return boundary !== '' && boundary.length <= 200 ? boundary : null
}

/** Null for a part that is none of a form, and is passed over. */
function partOf(lines: string[]): Part | null {
  const head = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim().toLowerCase(), value.join(':').trim()]
    }),
  )
  const disposition = head.get('content-disposition') ?? ''
  const name = paramOf(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) return null
  const type = (head.get('content-type') ?? 'text/plain').split(';')[0]!.trim().toLowerCase()
  const filename = paramOf(disposition, 'filename')?.split(/[\\/]/).at(-1)
  return { name, filename: type === 'application/octet-stream' ? (filename ?? '') : filename, type }
}

function paramOf(disposition: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? []
  return quoted?.replace(/\\(["\\])/g, '$1') ?? plain
}

function valueOf(text: string, type: string): unknown {
  if (type !== 'application/json') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new FormError('A field is not the JSON that it says it is')
  }
}
