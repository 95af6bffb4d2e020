import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

/** A file, or a piece of one, on its way to the platform. */
export interface FilePart {
  field: string
  filename: string
  contentType: string
  size: number
  open(): Readable
}

export interface Multipart {
  headers: Record<string, string>
  body: Readable
}

/** A form with one file, streamed: whatever the size of the file, little of it is in memory. */
export function multipart(fields: URLSearchParams, file: FilePart): Multipart {
  const boundary = `flightdeck-${randomUUID()}`
  const texts = [...fields].map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const disposition = `form-data; name="${file.field}"; filename="${file.filename.replaceAll(/["\r\n\\]/g, '_')}"`
  const fileHead = `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${file.contentType}\r\n\r\n`
  const head = Buffer.from(texts.join('') + fileHead)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts() {
    yield head
    yield* file.open() as AsyncIterable<Buffer>
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    body: Readable.from(parts(), { objectMode: false }),
  }
}
