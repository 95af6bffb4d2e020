import { Readable } from 'node:stream'
import { UnreadableMedia } from '../../errors.ts'

/** Which file it is, and how many bytes of it are wanted. */
interface Wanted {
  url: string
  bytes: number
}

/**
 * A stream whose file is opened when somebody reads it. Only what goes wrong with the file itself is an UnreadableMedia: a reader that
 * breaks off, as a client does whose connection was cut, ends the stream with its own error.
 */
export function openLate({ url, bytes }: Wanted, open: () => Promise<Readable>): Readable {
  const ofFile = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw new UnreadableMedia(url, error)
    })
  async function* read(): AsyncGenerator<Buffer> {
    const file = await ofFile(open())
    try {
      const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      let left = bytes
      for (;;) {
        const next = await ofFile(chunks.next())
        if (next.done) break
        left -= next.value.length
        yield next.value
      }
      if (left > 0) throw new UnreadableMedia(url, new Error(`The file ends ${left} bytes too early.`))
    } finally {
      file.destroy()
    }
  }
  return Readable.from(read(), { objectMode: false })
}

export function bytesIn(range: { start: number; end: number } | undefined, size: number): number {
  return range ? Math.min(range.end + 1, size) - range.start : size
}
