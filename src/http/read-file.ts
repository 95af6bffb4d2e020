import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fileTooLarge } from '../files/media-error.ts'
import { isPlainText } from '../call/text.ts'
import { required } from '../lookup.ts'
import { badForm, createPartReader } from './form-parts.ts'
import type { FormPart } from './form-parts.ts'

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
const partLimits = { parts: 25, headerBytes: 16_384, otherBytes: formOverheadBytes }

/**
 * Hands out the files of a form one after the other, as streams. Anything but files in the field "file" that is wrong
 * with the form is FILE_REQUIRED; text fields are passed over.
 */
export function createFileReader(request: FastifyRequest, limits: FormLimits): () => Promise<FormFile | null> {
  let next: (() => Promise<FormPart | null>) | null = null
  return async () => {
    if (!isForm(request)) throw badForm('Send the file as multipart/form-data, in the field "file".', 'no_form')
    refuseHugeBody(request, limits.maxFileBytes)
    next ??= createPartReader(request.raw, required(request.headers['content-type'], 'content type'), partLimits)
    for (;;) {
      const part = await withinTime(next(), limits.idleTimeoutMs)
      if (part === null) return null
      if (part.isFile) return toFormFile(part)
    }
  }
}

export function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')
}

/** A body that is too large by its own word is not worth receiving. */
function refuseHugeBody(request: FastifyRequest, maxFileBytes: number): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxFileBytes + formOverheadBytes) throw fileTooLarge(declared, maxFileBytes)
}

async function withinTime(part: Promise<FormPart | null>, idleTimeoutMs: number): Promise<FormPart | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(badForm('The form stopped arriving before its end.', 'timeout')),
    idleTimeoutMs,
  )
  try {
    return await Promise.race([part, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

function toFormFile({ name, content, filename }: FormPart): FormFile {
  if (name !== 'file') throw badForm('Send the file in the field "file".', 'wrong_field')
  if (filename !== undefined && !isPlainText(filename))
    throw badForm('The name of the file holds a character that cannot be stored.', 'bad_name')
  return { stream: content, filename }
}
