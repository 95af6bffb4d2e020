import { z } from 'zod'
import { readRange } from '../core/media/byte-range.ts'
import type { Db } from '../db/connect.ts'
import { AppError, notFound } from '../errors.ts'
import { Answer, fileReply, operation } from '../call/operation.ts'
import { contentTypeOfKey } from '../files/probe/formats.ts'
import { MissingObjectError } from '../files/store/store.ts'
import { required } from '../lookup.ts'
import { sampleKey, sampleStore } from './media/sample.ts'
import type { ByteRange, MediaStore, StoredObject } from '../files/store/store.ts'
import { CachedTag } from './cached-tag.ts'

const conditions = {
  'if-none-match': 'knownTag',
  'if-modified-since': 'knownSince',
  'if-range': 'onlyIf',
  range: 'range',
}

const Input = z.object({
  '*': z.string().meta({ description: 'The rest of the address that an upload was answered with.' }),
  knownTag: CachedTag,
  knownSince: z.string().optional().meta({ description: 'The Last-Modified of what the caller has already.' }),
  onlyIf: z.string().optional().meta({ description: 'The ETag or the date of the file that the range is a part of.' }),
  range: z.string().optional().meta({ description: 'Which part of the file, as in "bytes=0-499".' }),
})

type Source = Pick<MediaStore, 'open' | 'stat'>
type MediaRequest = z.output<typeof Input>

export const media = operation({
  name: 'read_media_file',
  rest: { method: 'GET', path: '/media/...', headers: conditions },
  section: 'Open',
  summary: 'A stored media file.',
  description:
    'Ranges (206, 416), If-None-Match and If-Modified-Since are understood. What lies under an address never changes, ' +
    'so it may be cached for ever.',
  scope: null,
  effect: 'reads',
  input: Input,
  example: { '*': sampleKey },
  reply: fileReply('*/*'),
  async handle({ media, db, config }, _call, asked) {
    const key = asked['*']
    const store = key === sampleKey ? sampleStore : media.store
    const type = contentTypeOfKey(key)
    const object = type ? await store.stat(key) : null
    if (!type || !object) {
      // A bucket is the same for all: what it does not have is gone.
      const isElsewhere = type !== null && config.s3 === null && (await isStored(db, key))
      throw isElsewhere ? notHere(key) : notFound('stored file', key)
    }
    return serve(store, object, { ...headersOf(key, object), 'content-type': type }, asked)
  },
})

async function isStored(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('media_objects').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** It was uploaded, and our storage does not have it. */
function notHere(key: string): AppError {
  const text = `The file ${key} was uploaded, but it is not in the storage of this machine, and no other one could be asked for it. Its machine needs an address (INTERNAL_URL), or all of them a folder or a bucket (S3_BUCKET) that they share.`
  return new AppError('service_unavailable', text, undefined, { 'retry-after': '60' })
}

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
  store: Source,
  object: StoredObject,
  headers: Record<string, string>,
  asked: MediaRequest,
): Promise<Answer> {
  const key = asked['*']
  const etag = required(headers.etag, 'etag')
  if (isKnown(asked, etag, object)) return new Answer(304, '', headers)
  const range = mayUseRange(asked, etag, object) ? readRange(asked.range, object.size) : null
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

async function open(store: Source, key: string, range?: ByteRange) {
  try {
    return await store.open(key, range)
  } catch (error) {
    // It was removed since we asked for its size.
    throw error instanceof MissingObjectError ? notFound('stored file', key) : error
  }
}

function isKnown(asked: MediaRequest, etag: string, object: StoredObject): boolean {
  const tags = asked.knownTag
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(asked.knownSince ?? '')
  return !Number.isNaN(since) && wholeSeconds(object.lastModified) <= since
}

/** A client that holds the start of some other file must get this one whole. */
function mayUseRange(asked: MediaRequest, etag: string, object: StoredObject): boolean {
  const condition = asked.onlyIf
  return condition === undefined || condition === etag || Date.parse(condition) === wholeSeconds(object.lastModified)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}
