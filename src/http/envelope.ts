import type { Surface } from '../call/operation.ts'
import { errorStatus } from '../errors.ts'
import type { AppError } from '../errors.ts'
import type { MediaError } from '../files/media-error.ts'

/** A good answer in the words of its surface. A list goes out as it is: it has no place for more. */
export function wrapAnswer(surface: Surface, value: object): object {
  return surface === 'older' || Array.isArray(value) ? value : { success: true, ...value }
}

/** A failure in the words of its surface. */
export function wrapError(surface: Surface, error: AppError, requestId: string, publicUrl: string): object {
  const { code, message, details } = error
  if (surface === 'older') return { error: { code, message, doc_url: `${publicUrl}/docs#errors-${code}` } }
  if (surface === 'upload') {
    return { success: false, error: code.toUpperCase(), message, details: { ...details, requestId } }
  }
  return { success: false, message, error: { code, message, requestId, ...(details ? { details } : {}) } }
}

/** A refused file. Uploads have an envelope of their own; elsewhere it is an ordinary failure that names the file's error. */
export function wrapMediaError(surface: Surface, error: MediaError, requestId: string): object {
  if (surface === 'upload') {
    return { success: false, error: error.code, message: error.message, details: error.details }
  }
  const code = codeForStatus(error.status)
  const details = { ...error.details, error: error.code }
  return { success: false, message: error.message, error: { code, message: error.message, requestId, details } }
}

function codeForStatus(status: number): string {
  return Object.entries(errorStatus).find(([, value]) => value === status)?.[0] ?? 'unprocessable_entity'
}

/** Which envelope a path without an endpoint answers in. */
export function surfaceOfPath(path: string): Surface {
  if (path === '/api' || path.startsWith('/api/')) return 'older'
  if (path === '/upload' || path.startsWith('/upload/')) return 'upload'
  return 'v1'
}
