/** An S3-compatible storage on loopback. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The part of the test server that is used here; it comes without types. */
interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
type S3ServerClass = new (options: object) => S3Server

const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass

export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** With one bucket, called media. */
export async function startS3(): Promise<{ endpoint: string; dir: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 's3-test-'))
  const options = { port: 0, address: '127.0.0.1', silent: true, configureBuckets: [{ name: 'media' }] }
  const server = new S3rver({ ...options, directory: dir })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    dir,
    async close() {
      await server.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
