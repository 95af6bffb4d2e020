import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/** The most that is read at once. */
export const windowSize = 64 * 1024

/** Reads small pieces of a file through one window, so that a walk over its structure costs few system calls. */
export interface FileReader {
  size: number
  /** The bytes at an offset; fewer than asked for when the file ends before. */
  read(offset: number, length: number): Promise<Buffer>
  /** Called for every frame, box or chunk that a walk comes by. Throws TooManyParts where a sound file would have ended long ago. */
  countPart(): void
}

/** A file of very many tiny parts is made to keep its readers busy. */
export class TooManyParts extends Error {}

export async function withFileReader<T>(
  path: string,
  maxParts: number,
  use: (reader: FileReader) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    return await use(createReader(handle, size, maxParts))
  } finally {
    await handle.close()
  }
}

function createReader(handle: FileHandle, size: number, maxParts: number): FileReader {
  const window = Buffer.allocUnsafe(windowSize)
  let start = 0
  let filled = 0
  let parts = 0
  async function read(offset: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, windowSize, Math.max(0, size - offset))
    if (offset < start || offset + wanted > start + filled) {
      const { bytesRead } = await handle.read(window, 0, windowSize, offset)
      start = offset
      filled = bytesRead
    }
    return window.subarray(offset - start, Math.min(offset - start + wanted, filled))
  }
  return {
    size,
    read,
    countPart() {
      if (++parts > maxParts) throw new TooManyParts()
    },
  }
}
