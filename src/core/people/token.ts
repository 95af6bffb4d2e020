import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, told once; only their digest is kept. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string | Buffer): Buffer {
  return createHash('sha256').update(token).digest()
}
