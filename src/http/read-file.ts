import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTooLarge, MediaError } from '../files/media-error.ts'
import { isPlainText } from '../call/text.ts'

export interface FormFile {
  stream: Readable
  filename: string | undefined
}

export interface FormLimits {
  maxFileBytes: number
  /** How long the sender may stay silent between two parts of the form. */
  idleTimeoutMs: number
}

/** Far more than the names and other fields of a form take. */
const formOverheadBytes = 1_048_576

/**
 * Hands out the files of a form one after the other, as streams. Anything but files in the field "file" that is wrong
 * with the form is FILE_REQUIRED; text fields are passed over.
 */
export function createFileReader(request: FastifyRequest, limits: FormLimits): () => Promise<FormFile | null> {
  let parts: AsyncIterator<Multipart> | null = null
  return async () => {
    if (!request.isMultipart()) throw badForm('Send the file as multipart/form-data, in the field "file".', 'no_form')
    refuseHugeBody(request, limits.maxFileBytes)
    parts ??= request.parts()[Symbol.asyncIterator]()
    for (;;) {
      const part = await nextPart(parts, limits.idleTimeoutMs)
      if (part === null) return null
      if (part.type === 'file') return toFormFile(part)
    }
  }
}

/** A body that is too large by its own word is not worth receiving. */
function refuseHugeBody(request: FastifyRequest, maxFileBytes: number): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxFileBytes + formOverheadBytes) throw fileTooLarge(declared, maxFileBytes)
}

async function nextPart(parts: AsyncIterator<Multipart>, idleTimeoutMs: number): Promise<Multipart | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(badForm('The form stopped arriving before its end.', 'timeout')),
    idleTimeoutMs,
  )
  try {
    const next = await Promise.race([parts.next(), silence.promise])
    return next.done ? null : next.value
  } catch (error) {
    // Whatever the reader of the form complains about (no boundary, no end, too many parts), the sender can mend it.
    throw error instanceof MediaError
      ? error
      : badForm('The form is not complete multipart/form-data.', 'bad_form', error)
  } finally {
    clearTimeout(timer)
  }
}

function toFormFile({ fieldname, file, filename }: MultipartFile): FormFile {
  if (fieldname !== 'file') {
    file.on('error', () => undefined).destroy()
    throw badForm('Send the file in the field "file".', 'wrong_field')
  }
  if (filename !== undefined && !isPlainText(filename)) {
    file.on('error', () => undefined).destroy()
    throw badForm('The name of the file holds a character that cannot be stored.', 'bad_name')
  }
  const stream = new PassThrough()
  // A form that ends within the file breaks its stream, maybe before we listen, with an error that nobody else could tell
  // from our own.
  const breakOff = (error?: unknown) =>
    stream.destroy(badForm('The file ended before the form said so.', 'incomplete', error))
  file.on('error', breakOff).once('close', () => file.readableEnded || breakOff())
  stream.on('error', () => undefined).once('close', () => file.destroy())
  if (file.destroyed) breakOff(file.errored)
  return { stream: file.pipe(stream), filename }
}

function badForm(message: string, reason: string, cause?: unknown): MediaError {
  return new MediaError('FILE_REQUIRED', message, { field: 'file', reason }, cause)
}
