import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PreparedMedia } from '../media.ts'

export interface Multipart {
  headers: Record<string, string>
  body: Readable
}

/** A form whose last part is the file, streamed: the store that takes it ignores whatever comes after the file. */
export function uploadForm(fields: Record<string, string>, media: PreparedMedia): Multipart {
  const boundary = `flightdeck-${randomUUID()}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const filename = media.filename.replaceAll(/["\r\n\\]/g, '_')
  const fileHead =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n` +
    `content-type: ${media.contentType}\r\n\r\n`
  const head = Buffer.from(texts.join('') + fileHead)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts() {
    yield head
    yield* media.open() as AsyncIterable<Buffer>
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + media.size + tail.length),
    },
    body: Readable.from(parts(), { objectMode: false }),
  }
}
