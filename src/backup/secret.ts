import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupProblem } from './manifest.ts'
import type { Manifest } from './manifest.ts'

type Sealed = NonNullable<Manifest['secret']>

/** About a third of a second and 128 MB for every guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 }
export const shortestPassphrase = 12

const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: typeof cost,
) => Promise<Buffer>

/** The secret key, for whoever knows the passphrase alone. */
export async function sealSecret(secretKey: Buffer, passphrase: string): Promise<Sealed> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, 32, cost), nonce)
  const text = Buffer.concat([cipher.update(secretKey), cipher.final()])
  const inBase64 = (bytes: Buffer) => bytes.toString('base64')
  return { salt: inBase64(salt), nonce: inBase64(nonce), tag: inBase64(cipher.getAuthTag()), text: inBase64(text) }
}

export async function openSecret(sealed: Sealed, passphrase: string): Promise<Buffer> {
  const [salt, nonce, tag, text] = [sealed.salt, sealed.nonce, sealed.tag, sealed.text].map((each) =>
    Buffer.from(each, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const key = await derive(passphrase, salt, 32, cost)
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(tag)
    return Buffer.concat([cipher.update(text), cipher.final()])
  } catch {
    throw new BackupProblem('The passphrase is not the one that the secret key was sealed with.')
  }
}
