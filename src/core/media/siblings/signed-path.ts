import type { Seal } from '../../secrets/seal.ts'

/** Where processes on one database ask each other for media. It stands in no document. */
export const siblingRoot = '/internal/media/'

/** Clocks of machines may differ by less than this. */
const validSeconds = 120
const use = 'media between machines'

type Signer = Pick<Seal, 'sign' | 'isSigned'>

/** A path that whoever has the same secret key answers, for a short time. */
export function signedPath(seal: Signer, key: string, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + validSeconds)
  const signature = seal.sign(textOf(key, expires), use).toString('hex')
  return `${siblingRoot}${key}?expires=${expires}&signature=${signature}`
}

export interface SignedQuery {
  expires?: unknown
  signature?: unknown
}

/** Whether a path was signed by one of us and still holds. */
export function holds(seal: Signer, key: string, { expires, signature }: SignedQuery, now = Date.now()): boolean {
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now) return false
  if (typeof signature !== 'string' || !/^[0-9a-f]{2,200}$/.test(signature)) return false
  return seal.isSigned(textOf(key, expires), use, Buffer.from(signature, 'hex'))
}

function textOf(key: string, expires: string): string {
  return `GET\n${siblingRoot}${key}\n${expires}`
}
