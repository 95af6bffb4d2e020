import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'

/** What arrives of a body, taken piece by piece by somebody who looks for marks in it. */
export interface Pieces {
  /** What has come and was not taken. */
  held(): Buffer
  take(length: number): Buffer
  /** Waits until more has come; false: nothing will, whether the body ended or was broken off. */
  more(): Promise<boolean>
  /** Everything before the mark, which is taken too; a last null where the body ends without it. */
  until(mark: Buffer): AsyncGenerator<Buffer | null>
}

/** `first` stands before what arrives. Through a pipe, because whoever drains the rest of a body unpipes it. */
export function createPieces(body: Readable, first: Buffer): Pieces {
  const inlet = new PassThrough()
  body.on('error', () => inlet.destroy())
  body.once('close', () => inlet.writableEnded || inlet.destroy())
  if (body.destroyed && !body.readableEnded) inlet.destroy()
  body.pipe(inlet)
  const chunks = inlet[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held = first

  function take(length: number): Buffer {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch(() => ({ done: true as const, value: undefined }))
    if (next.done) return false
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return true
  }

  return {
    held: () => held,
    take,
    more,
    async *until(mark) {
      for (;;) {
        const at = held.indexOf(mark)
        // The beginning of the mark may be the end of what has come so far.
        const length = at >= 0 ? at : Math.max(0, held.length - mark.length + 1)
        if (length > 0) yield take(length)
        if (at >= 0) return void take(mark.length)
        if (!(await more())) return void (yield null)
      }
    },
  }
}
