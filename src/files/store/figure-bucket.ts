import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createS3Client, isMissing, partsAtOnce, partSize } from './s3.ts'
import type { S3StoreOptions } from './s3.ts'

/** A bucket that others read: what is in it is a copy. */
export interface FigureBucket {
  /** null: there is no such object. */
  read(key: string): Promise<string | null>
  /** The object is there whole, or as it was before. */
  write(key: string, body: Readable | string, contentType: string): Promise<void>
  remove(key: string): Promise<void>
  close(): void
}

export function openFigureBucket(options: S3StoreOptions): FigureBucket {
  const client = createS3Client(options)
  const { bucket: Bucket } = options
  return {
    async read(Key) {
      const object = await client.send(new GetObjectCommand({ Bucket, Key })).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return (await object?.Body?.transformToString()) ?? null
    },
    async write(Key, Body, ContentType) {
      const params = { Bucket, Key, Body, ContentType }
      await new Upload({ client, params, partSize, queueSize: partsAtOnce }).done()
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    close: () => client.destroy(),
  }
}
