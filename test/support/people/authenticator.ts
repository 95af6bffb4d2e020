import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Browser } from './browser.ts'

/** A passkey of software: it answers what a browser is asked, as a real one would. */
export interface Authenticator {
  /** The answer to options for a new passkey. */
  register(options: Record<string, unknown>): Record<string, unknown>
  /** The answer to options for a sign-in. */
  answer(options: Record<string, unknown>): Record<string, unknown>
}

/** For a service at this address, called by the name that passkeys belong to. */
export function createAuthenticator(url: string): Authenticator {
  const origin = `http://localhost:${new URL(url).port}`
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const forSite = createHash('sha256').update('localhost').digest()
  let counter = 0

  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(++counter, 1)
    return Buffer.concat([forSite, rest])
  }
  const reply = (response: Record<string, unknown>) => {
    const name = id.toString('base64url')
    return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} }
  }

  return {
    register({ challenge }) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = coseKey(Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url'))
      const authData = Buffer.concat([head(0x45), Buffer.alloc(16), length, id, key])
      return reply({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      })
    },
    answer({ challenge }) {
      const data = clientData('webauthn.get', challenge)
      const authenticatorData = head(0x05)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
      return reply({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

/** CBOR of an ES256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const fields = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')]
  return Buffer.concat([Buffer.from([0xa3]), ...fields, Buffer.from([0x59]), length, authData])
}

/** Makes a passkey in a browser that is signed in; answers how that was taken. */
export async function makePasskey(browser: Browser, key: Authenticator) {
  const asked = await browser.call('POST', '/v1/passkeys/options', { body: {} })
  if (asked.status !== 200) return asked
  const response = key.register(asked.body.options as Record<string, unknown>)
  return browser.call('POST', '/v1/passkeys', { body: { name: 'A passkey', response } })
}

/** What a passkey answers to a service that asks for one. */
export async function passkeyAnswer(browser: Browser, key: Authenticator): Promise<Record<string, unknown>> {
  const asked = await browser.call('POST', '/v1/session/passkey/options', { body: {} })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  return key.answer(asked.body.options as Record<string, unknown>)
}

export async function signInWithPasskey(browser: Browser, key: Authenticator, company?: string) {
  const response = await passkeyAnswer(browser, key)
  return browser.call('POST', '/v1/session/passkey', { body: { response, ...(company ? { company } : {}) } })
}
