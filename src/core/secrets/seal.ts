import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CompanyId } from '../../db/company-id.ts'
import { decodeSecretKey } from '../../config.ts'
import type { Config } from '../../config.ts'

/** Seals secrets at rest with AES-256-GCM; what it is for is sealed in, so that one secret cannot stand in for another. */
export interface Seal {
  seal(secret: string, purpose: string): Buffer
  open(sealed: Buffer, purpose: string): string
}

export function createSeal(key: Buffer): Seal {
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, purpose) {
      if (sealed[0] !== 1) throw new Error('This secret was sealed by a newer version.')
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(Buffer.from(purpose))
      cipher.setAuthTag(sealed.subarray(13, 29))
      return cipher.update(sealed.subarray(29), undefined, 'utf8') + cipher.final('utf8')
    },
  }
}

/** The key from the settings, or from a file of the data folder that only we can read. null: there is none. */
export async function readSecretKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer | null> {
  if (secretKey) return secretKey
  const path = keyFile(dataDir)
  const found = await readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error as unknown as Error
    return null
  })
  if (found === null) return null
  const key = decodeSecretKey(found.trim())
  if (!key) throw new Error(`${path} does not hold a key of 32 bytes.`)
  return key
}

/** On the first start, where none is set. */
export async function makeSecretKey(dataDir: string): Promise<Buffer> {
  return writeSecretKey(dataDir, randomBytes(32))
}

/** Leaves the key in the data folder, unless there is one. */
export async function writeSecretKey(dataDir: string, key: Buffer): Promise<Buffer> {
  const path = keyFile(dataDir)
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(aside, `${key.toString('base64')}\n`, { mode: 0o600 })
  // Whoever links first decides: two processes never end up with two keys.
  await link(aside, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error as unknown as Error
  })
  await rm(aside)
  return (await readSecretKey({ secretKey: null, dataDir }))!
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

/** Sealed credentials open only for the company and platform they were given for. */
export function sealPurpose(companyId: CompanyId, platform: string): string {
  return `connection ${companyId} ${platform}`
}
