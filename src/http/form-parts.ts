import { Readable } from 'node:stream'
import { MediaError } from '../files/media-error.ts'
import { createPieces } from './pieces.ts'
import type { Pieces } from './pieces.ts'

/** One part of a form. Whoever wants the next one has read this one, or does not care about it. */
export interface FormPart {
  name: string | undefined
  filename: string | undefined
  isFile: boolean
  /** What it holds. Breaks where the form does, with an error that says so. */
  content: Readable
}

export interface PartLimits {
  /** Of whatever kind, named or not. */
  parts: number
  /** The headers of one part. */
  headerBytes: number
  /** All that is no content of a file: what comes before the first part, headers, text fields. */
  otherBytes: number
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const closing = Buffer.from('--')

/**
 * The parts of multipart/form-data one after the other, as they arrive. Parts and bytes are counted before anything is
 * made of them, and whatever is wrong is thrown where somebody waits for it: nothing here can fail behind our backs.
 */
export function createPartReader(
  body: Readable,
  contentType: string,
  limits: PartLimits,
): () => Promise<FormPart | null> {
  const boundary = boundaryIn(contentType)
  const delimiter = Buffer.from(`\r\n--${boundary ?? ''}`)
  // The first boundary has no line before it that would end.
  const bytes = createPieces(body, lineEnd)
  let parts = 0
  let otherBytes = 0
  /** What is left of the part before; at first, what nobody reads: it stands before the first part. */
  let current: AsyncGenerator<Buffer> | null = null

  function countOther(length: number): void {
    otherBytes += length
    if (otherBytes > limits.otherBytes)
      throw badForm(`Beside its file, a form takes at most ${limits.otherBytes} bytes.`, 'too_large')
  }

  async function* untilDelimiter(isFile: boolean): AsyncGenerator<Buffer> {
    for await (const piece of bytes.until(delimiter)) {
      if (piece === null) throw isFile ? badForm('The file ended before the form said so.', 'incomplete') : notWhole()
      if (!isFile) countOther(piece.length)
      yield piece
    }
  }

  return async () => {
    if (boundary === null) throw badForm('The header Content-Type names no boundary.', 'bad_form')
    current ??= untilDelimiter(false)
    for (let step = await current.next(); !step.done; step = await current.next());
    if (await isLast(bytes)) return null
    if (++parts > limits.parts) throw badForm(`A form has at most ${limits.parts} parts.`, 'too_many_parts')
    const head = await readHead(bytes, limits.headerBytes)
    countOther(head.length)
    const part = describe(head)
    const rest = untilDelimiter(part.isFile)
    current = rest
    return { ...part, content: readable(rest) }
  }
}

/** Whether the delimiter that was just taken is the one behind the last part. */
async function isLast(bytes: Pieces): Promise<boolean> {
  while (bytes.held().length < closing.length) if (!(await bytes.more())) throw notWhole()
  return bytes.held().subarray(0, closing.length).equals(closing)
}

async function readHead(bytes: Pieces, maxBytes: number): Promise<string> {
  for (;;) {
    const at = bytes.held().indexOf(headEnd)
    if (at > maxBytes || (at < 0 && bytes.held().length > maxBytes))
      throw badForm(`The headers of a part take at most ${maxBytes} bytes.`, 'too_large')
    if (at >= 0) return withoutFirstLine(bytes.take(at + headEnd.length).subarray(0, at))
    if (!(await bytes.more())) throw notWhole()
  }
}

/** Behind a boundary nothing but space stands on its line. */
function withoutFirstLine(head: Buffer): string {
  const end = head.indexOf(lineEnd)
  const line = end < 0 ? head : head.subarray(0, end)
  if (line.some((byte) => byte !== 32 && byte !== 9)) throw notWhole()
  return end < 0 ? '' : head.subarray(end + lineEnd.length).toString()
}

function readable(pieces: AsyncGenerator<Buffer>): Readable {
  const content = new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => content.push(done ? null : value),
        (error: unknown) => content.destroy(error as Error),
      )
    },
  })
  // Whoever reads it hears of it too; nobody need.
  content.on('error', () => undefined)
  return content
}

function notWhole(): MediaError {
  return badForm('The form is not complete multipart/form-data.', 'bad_form')
}

/** Whatever is wrong with a form, its sender can mend it. */
export function badForm(message: string, reason: string): MediaError {
  return new MediaError('FILE_REQUIRED', message, { field: 'file', reason })
}

/** At most 70 characters, says RFC 2046. */
function boundaryIn(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70})(?=[\s;]|$))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

function describe(head: string): Omit<FormPart, 'content'> {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const words = parametersIn(headers.get('content-disposition') ?? '')
  const filename = extended(words.get('filename*')) ?? words.get('filename')
  const isBinary = headers.get('content-type')?.toLowerCase() === 'application/octet-stream'
  return { name: words.get('name'), filename, isFile: filename !== undefined || isBinary }
}

/** `form-data; name="file"; filename="a \"b\".png"`. */
function parametersIn(header: string): Map<string, string> {
  const words = new Map<string, string>()
  for (const [, given = '', quoted, bare = ''] of header.matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g)) {
    // A path of Windows is full of backslashes that escape nothing.
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim()
    const name = given.toLowerCase()
    if (!words.has(name)) words.set(name, value)
  }
  return words
}

/** UTF-8''a%20picture.png (RFC 5987). */
function extended(value: string | undefined): string | undefined {
  const text = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1]
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
