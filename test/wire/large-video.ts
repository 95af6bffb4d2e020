import assert from 'node:assert/strict'
import type { TestApp } from '../support/harness.ts'

/** A video of so many megabytes, in our own storage. A film may be followed by a box of anything: so it gets as long as needed. */
export async function largeVideo(app: TestApp, megabytes: number): Promise<string> {
  const filler = Buffer.alloc(megabytes * 1024 * 1024)
  filler.writeUInt32BE(filler.length, 0)
  filler.write('free', 4)
  const clip = await (await fetch(`${app.sandboxUrl}/_assets/vertical.mp4`)).arrayBuffer()
  const form = new FormData()
  form.append('file', new Blob([clip, filler], { type: 'video/mp4' }), 'large.mp4')
  const { status, body } = await app.call<{ url: string }>('POST', '/v1/media/upload', { body: form })
  assert.equal(status, 200, JSON.stringify(body))
  return body.url
}
