import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decodeSecretKey } from '../config.ts'

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

/** The key from the settings, or from a file of the data folder that only we can read, made on first start. */
export async function loadSecretKey(given: Buffer | null, dataDir: string): Promise<Buffer> {
  if (given) return given
  const path = join(dataDir, 'secret-key')
  const found = await readFile(path, 'utf8').catch(() => null)
  if (found !== null) {
    const key = decodeSecretKey(found.trim())
    if (!key) throw new Error(`${path} does not hold a key of 32 bytes.`)
    return key
  }
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  // Whoever links first decides: two processes never end up with two keys.
  await link(aside, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error as unknown as Error
  })
  await rm(aside)
  return loadSecretKey(null, dataDir)
}

/** Sealed credentials open only for the company and platform they were given for. */
export function sealPurpose(companyId: number, platform: string): string {
  return `connection ${companyId} ${platform}`
}
