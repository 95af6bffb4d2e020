import { createHash } from 'node:crypto'
import type { DocsFacts } from './words.ts'
import { Answer } from '../../call/operation.ts'
import { pathIn } from '../../config/address.ts'

/** A page runs and shows only what this service sends. */
export const pageHeaders = {
  'content-security-policy': policyWith({}),
  'referrer-policy': 'no-referrer',
}

/** What a page may do, and what one page may do besides. */
export function policyWith(more: Record<string, string>): string {
  const usual = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  const all = Object.entries({ ...usual, ...more })
  return all.map((rule) => rule.join(' ')).join('; ')
}

/** A text or file with a tag of its content, or the news that the caller has it already. */
export function answerCached(
  body: string | Buffer,
  type: string,
  knownTag: string | undefined,
  more: Record<string, string> = {},
): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag,
    ...more,
  }
  return knows(knownTag, etag) ? new Answer(304, '', headers) : new Answer(200, body, headers)
}

function knows(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** Behind a proxy we may live below a path; addresses start there, so that /docs and /docs/ both work. */
export function rootOf({ publicUrl }: Pick<DocsFacts, 'publicUrl'>): string {
  return escape(pathIn(publicUrl))
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
