import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { leftoverName } from './clean.ts'
import type { ConvertedFile } from '../probe/convert-webp.ts'
import { detectFormat, headBytes } from '../probe/detect.ts'
import { contentTypeOf } from '../probe/formats.ts'
import type { Format } from '../probe/formats.ts'
import { fileTooLarge, invalidFormat, MediaError } from '../media-error.ts'
import type { Dimensions } from '../probe/probe.ts'

export interface ReceiveOptions {
  tempDir: string
  maxBytes: number
  /** The size of the file alone, when the sender stated it. It is never trusted to be small enough. */
  declaredSize?: number | null
  /** How long the sender may stay silent. */
  idleTimeoutMs?: number
  signal?: AbortSignal
  /** Makes a WebP picture one that can be used; absent: WebP is refused. */
  convert?(path: string): Promise<ConvertedFile>
  /** Documents pass too; absent: they are refused. */
  takesDocuments?: boolean
  /** Checks that the file is whole and sound, and measures it. */
  probe(path: string, format: Format): Promise<Dimensions>
}

export interface Received {
  tempPath: string
  size: number
  sha256: string
  format: Format
  contentType: string
  dimensions: Dimensions
}

/**
 * Writes a stream to a temporary file as it arrives, and answers what it is. Whatever goes wrong, the stream is
 * destroyed and no file remains; on success the caller stores the file and then calls `discard`.
 */
export async function receiveFile(stream: Readable, options: ReceiveOptions): Promise<Received> {
  const { tempDir, maxBytes, declaredSize } = options
  // A sender that goes away before the pipeline listens would otherwise end the process.
  stream.on('error', () => undefined)
  if (declaredSize && declaredSize > maxBytes) {
    stream.destroy()
    throw fileTooLarge(declaredSize, maxBytes)
  }
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const tempPath = join(tempDir, leftoverName())
  try {
    const { format, size, sha256 } = await receiveUsable(stream, tempPath, options)
    if (size > maxBytes) throw fileTooLarge(size, maxBytes)
    const dimensions = await probeKept(tempPath, format, options)
    return { tempPath, size, sha256, format, contentType: contentTypeOf(format), dimensions }
  } catch (error) {
    await rm(tempPath, { force: true })
    throw error
  }
}

/** A file that was removed while it was looked at seems damaged: nothing is wrong with it, so its sender is not told so. */
async function probeKept(tempPath: string, format: Format, options: ReceiveOptions): Promise<Dimensions> {
  try {
    return await options.probe(tempPath, format)
  } catch (error) {
    // Fails when it is gone.
    await stat(tempPath)
    throw error
  }
}

async function receiveUsable(stream: Readable, tempPath: string, options: ReceiveOptions): Promise<ConvertedFile> {
  const { format, ...rest } = await writeStream(stream, tempPath, options)
  return format === 'webp' ? options.convert!(tempPath) : { format, ...rest }
}

export async function discard(received: Pick<Received, 'tempPath'>): Promise<void> {
  await rm(received.tempPath, { force: true })
}

async function writeStream(stream: Readable, tempPath: string, options: ReceiveOptions) {
  const hash = createHash('sha256')
  const head = createHead({ webp: options.convert !== undefined, pdf: options.takesDocuments === true })
  let size = 0
  async function* check(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      silence.refresh()
      size += chunk.length
      if (size > options.maxBytes) throw fileTooLarge(size, options.maxBytes)
      head.add(chunk)
      hash.update(chunk)
      yield chunk
    }
  }
  const silence = setTimeout(() => stream.destroy(stoppedArriving()), options.idleTimeoutMs ?? 60_000)
  // The mode keeps other users of the machine from reading a file that nobody has checked yet.
  const file = createWriteStream(tempPath, { flags: 'wx', mode: 0o600 })
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  try {
    await pipeline(stream, check, file, { signal: options.signal })
  } finally {
    clearTimeout(silence)
    // A file that is given up while it is still being opened appears after all: only once it is closed can it be removed.
    await closed
  }
  return { format: head.end(), size, sha256: hash.digest('hex') }
}

/** Decides on the format as soon as enough bytes are there, so that a wrong file is refused early. */
function createHead(takes: { webp: boolean; pdf: boolean }) {
  let bytes = Buffer.alloc(0)
  let format: Format | 'webp' | undefined
  function decide(): Format | 'webp' {
    const found = detectFormat(bytes)
    if (typeof found !== 'object') return found
    const { detectedFormat } = found
    if ((detectedFormat === 'webp' || detectedFormat === 'pdf') && takes[detectedFormat]) return detectedFormat
    throw invalidFormat(detectedFormat, 'unsupported_format')
  }
  return {
    add(chunk: Buffer): void {
      if (format) return
      bytes = Buffer.concat([bytes, chunk.subarray(0, headBytes - bytes.length)])
      if (bytes.length === headBytes) format = decide()
    },
    end: (): Format | 'webp' => format ?? decide(),
  }
}

function stoppedArriving(): MediaError {
  return new MediaError('FILE_REQUIRED', 'The file stopped arriving before its end.', { reason: 'timeout' })
}
