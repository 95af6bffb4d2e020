import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { SecretKeys } from './keys.ts'

/** Seals secrets at rest with AES-256-GCM; what it is for is sealed in, so that one secret cannot stand in for another. */
export interface Seal {
  seal(secret: string, purpose: string): Buffer
  open(sealed: Buffer, purpose: string): string
  /** How everything begins that is sealed with the key of now. */
  mark(): Buffer
  /** A key of its own for some other use, made from the key of now. */
  derive(use: string): Buffer
  /** What only whoever has this key can say of a text: the key's id and a digest, by a key of its own for this use. */
  sign(text: string, use: string): Buffer
  /** Whether any key at hand signed this text for this use. */
  isSigned(text: string, use: string, signature: Buffer): boolean
}

/** The first byte: of what was sealed before keys had ids, and of what is sealed now. */
const [withoutId, withId] = [1, 2]
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
/** How soon keys are looked for again. */
const readAgainMs = 1000

/** A few bytes by which a key is known, and nothing else. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('flightdeck key id').update(key).digest().subarray(0, idBytes)
}

interface NamedKey {
  id: Buffer
  key: Buffer
}

/**
 * `readAgain`: where keys may be changed while we run. Who meets a secret that was sealed with a key that is not at hand looks there, and
 * seals with that key from then on.
 */
export function createSeal(given: Buffer | SecretKeys, readAgain?: () => SecretKeys | null): Seal {
  let keys = namedKeys(given)
  let readAt = -Infinity
  const keyWith = (id: Buffer): Buffer => {
    const find = () => keys.find((each) => each.id.equals(id))
    const known = find()
    if (known) return known.key
    // Strangers may bring what nobody sealed, as often as they like.
    const fresh = performance.now() - readAt > readAgainMs ? readAgain?.() : null
    if (fresh) {
      keys = namedKeys(fresh)
      readAt = performance.now()
    }
    const found = find()
    if (!found) throw new Error(`This secret was sealed with the key ${id.toString('hex')}, which is not here.`)
    return found.key
  }
  return {
    seal(secret, purpose) {
      const [{ id, key }] = keys
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([withId]), id, nonce, cipher.getAuthTag(), text])
    },
    open(sealed, purpose) {
      if (sealed[0] === withoutId) return openWithAny(keys, sealed.subarray(1), purpose)
      if (sealed[0] !== withId) throw new Error('This secret was sealed by a newer version.')
      return openWith(keyWith(sealed.subarray(1, 1 + idBytes)), sealed.subarray(1 + idBytes), purpose)
    },
    mark: () => Buffer.concat([Buffer.from([withId]), keys[0].id]),
    derive: (use) => derived(keys[0].key, use),
    sign: (text, use) => Buffer.concat([keys[0].id, digestOf(keys[0].key, text, use)]),
    isSigned(text, use, signature) {
      const key = tried(() => keyWith(signature.subarray(0, idBytes)))
      const digest = signature.subarray(idBytes)
      return key !== null && digest.length === digestBytes && timingSafeEqual(digest, digestOf(key, text, use))
    },
  }
}

function derived(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, 32))
}

const digestBytes = 32

function digestOf(key: Buffer, text: string, use: string): Buffer {
  return createHmac('sha256', derived(key, use)).update(text).digest()
}

function tried<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function namedKeys(given: Buffer | SecretKeys): [NamedKey, ...NamedKey[]] {
  const named = (key: Buffer): NamedKey => ({ id: keyIdOf(key), key })
  if (Buffer.isBuffer(given)) return [named(given)]
  return [named(given.current), ...given.previous.map(named)]
}

function openWith(key: Buffer, parts: Buffer, purpose: string): string {
  const [nonce, rest] = [parts.subarray(0, nonceBytes), parts.subarray(nonceBytes)]
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(purpose))
  cipher.setAuthTag(rest.subarray(0, tagBytes))
  return cipher.update(rest.subarray(tagBytes), undefined, 'utf8') + cipher.final('utf8')
}

function openWithAny(keys: readonly NamedKey[], parts: Buffer, purpose: string): string {
  for (const [place, { key }] of keys.entries()) {
    try {
      return openWith(key, parts, purpose)
    } catch (error) {
      if (place === keys.length - 1) throw error
    }
  }
  throw new Error('There is no key.')
}

/** Sealed credentials open only for the company and platform they were given for. */
export function sealPurpose(companyId: CompanyId | null, platform: string): string {
  return `connection ${companyId} ${platform}`
}

/** Of an app that a company has registered at a platform; null: the installation's. */
export function appPurpose(companyId: CompanyId | null, platform: string): string {
  return `oauth app ${companyId ?? 'of all'} ${platform}`
}
