import { z } from 'zod'
import { readRange } from '../core/media/byte-range.ts'
import { notFound } from '../errors.ts'
import { Answer, defineEndpoint } from '../call/endpoint.ts'
import { contentTypeOfKey } from '../files/probe/formats.ts'
import { MissingObjectError } from '../files/store/store.ts'
import type { ByteRange, MediaStore, StoredObject } from '../files/store/store.ts'

type Headers = Record<string, string | string[] | undefined>

export const media = defineEndpoint({
  method: 'GET',
  path: '/media/...',
  section: 'Open',
  summary: 'A stored media file.',
  description:
    'Ranges (206, 416), If-None-Match and If-Modified-Since are understood. What lies under an address never changes, ' +
    'so it may be cached for ever.',
  scope: null,
  params: z.object({
    '*': z.string().meta({ description: 'The rest of the address that an upload was answered with.' }),
  }),
  replyType: '*/*',
  reply: z.unknown(),
  async handle({ params, headers, services }) {
    const key = params['*']
    const { store } = services.media
    const type = contentTypeOfKey(key)
    const object = type ? await store.stat(key) : null
    if (!type || !object) throw notFound('stored file', key)
    return serve(store, key, object, { ...headersOf(key, object), 'content-type': type }, headers)
  },
})

function headersOf(key: string, object: StoredObject): Record<string, string> {
  return {
    etag: etagOf(key),
    'last-modified': object.lastModified.toUTCString(),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // A picture that is also a page for some browser may run nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** Keys are never used for anything else, so they say whether a copy is still good. */
function etagOf(key: string): string {
  return `"${key.slice(key.lastIndexOf('/') + 1)}"`
}

async function serve(
  store: MediaStore,
  key: string,
  object: StoredObject,
  headers: Record<string, string>,
  asked: Headers,
): Promise<Answer> {
  if (isKnown(asked, headers.etag!, object)) return new Answer(304, '', headers)
  const range = mayUseRange(asked, headers.etag!, object) ? readRange(text(asked.range), object.size) : null
  if (range === 'unsatisfiable') {
    // The error envelope would not be readable as a part of the file anyway; the header says all there is to say.
    return new Answer(416, '', { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${object.size}` })
  }
  if (!range) return new Answer(200, await open(store, key), { ...headers, 'content-length': String(object.size) })
  return new Answer(206, await open(store, key, range), {
    ...headers,
    'content-length': String(range.end - range.start + 1),
    'content-range': `bytes ${range.start}-${range.end}/${object.size}`,
  })
}

async function open(store: MediaStore, key: string, range?: ByteRange) {
  try {
    return await store.open(key, range)
  } catch (error) {
    // It was removed since we asked for its size.
    throw error instanceof MissingObjectError ? notFound('stored file', key) : error
  }
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

function isKnown(asked: Headers, etag: string, object: StoredObject): boolean {
  const tags = text(asked['if-none-match'])
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(text(asked['if-modified-since']) ?? '')
  return !Number.isNaN(since) && wholeSeconds(object.lastModified) <= since
}

/** A client that holds the start of some other file must get this one whole. */
function mayUseRange(asked: Headers, etag: string, object: StoredObject): boolean {
  const condition = text(asked['if-range'])
  return condition === undefined || condition === etag || Date.parse(condition) === wholeSeconds(object.lastModified)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}
