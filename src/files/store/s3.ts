import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { isMediaKey, MissingObjectError, requireMediaKey } from './store.ts'
import type { MediaStore, StoredObject } from './store.ts'

export interface S3StoreOptions {
  bucket: string
  endpoint?: string
  region?: string
  accessKeyId?: string
  secretAccessKey?: string
  forcePathStyle?: boolean
}

/** The smallest part S3 takes, two at a time: an upload holds about ten megabytes whatever the size of the file. */
export const partSize = 5 * 1024 * 1024
export const partsAtOnce = 2
const checkTimeoutMs = 5000

export function createS3Store(options: S3StoreOptions): MediaStore & { close(): void } {
  const client = createS3Client(options)
  const { bucket } = options
  const head = (key: string) => headObject(client, bucket, key)
  return {
    async put(path, key, contentType) {
      requireMediaKey(key)
      const [source, present] = [await stat(path), await head(key)]
      if (present?.size === source.size) return
      const params = { Bucket: bucket, Key: key, Body: createReadStream(path), ContentType: contentType }
      await new Upload({ client, params, partSize, queueSize: partsAtOnce }).done()
    },
    async open(key, range) {
      requireMediaKey(key)
      const Range = range && `bytes=${range.start}-${range.end}`
      const object = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
        .catch((error: unknown) => {
          throw isMissing(error) ? new MissingObjectError(key) : error
        })
      if (!(object.Body instanceof Readable)) throw new MissingObjectError(key)
      return object.Body
    },
    stat: async (key) => (isMediaKey(key) ? head(key) : null),
    async remove(key) {
      requireMediaKey(key)
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(checkTimeoutMs) })
    },
    close: () => client.destroy(),
  }
}

export function createS3Client(options: S3StoreOptions): S3Client {
  const { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey, forcePathStyle } = options
  return new S3Client({
    endpoint,
    region,
    // A custom endpoint seldom has a host name for every bucket.
    forcePathStyle: forcePathStyle ?? endpoint !== undefined,
    // Without keys the SDK finds them where the machine keeps them (environment, profile, instance role).
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // By default a connection attempt never gives up.
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
    // Many S3-compatible services do not know the checksums that newer SDKs add by themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function headObject(client: S3Client, bucket: string, key: string): Promise<StoredObject | null> {
  try {
    const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return { size: found.ContentLength ?? 0, lastModified: found.LastModified ?? new Date(0) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}
