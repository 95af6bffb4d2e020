import type { Content } from './source.ts'

/** A form with one file in it, written as the file is read: it is never whole in memory. */
export function multipartOf(
  content: Content,
  boundary: string,
  onSent: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(content.filename)}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const parts = formParts(content, { head, tail: `\r\n--${boundary}--\r\n` }, onSent)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return()
    },
  })
}

async function* formParts(content: Content, around: { head: string; tail: string }, onSent: (bytes: number) => void) {
  const encoder = new TextEncoder()
  yield encoder.encode(around.head)
  let sent = 0
  for await (const chunk of content.chunks()) {
    yield chunk
    // Asked for more: what was given is on its way.
    sent += chunk.byteLength
    onSent(sent)
  }
  yield encoder.encode(around.tail)
}

/** As browsers write it. */
function escaped(filename: string): string {
  return filename.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
