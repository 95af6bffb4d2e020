import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A security key in software: makes a passkey for a site and answers with it, without a browser. */
export interface Authenticator {
  /** Answers what POST /v1/passkeys/options asks. */
  register(options: Record<string, unknown>): Record<string, unknown>
  /** Answers what a sign-in by passkey asks. */
  answer(options: Record<string, unknown>): Record<string, unknown>
}

const presentAndVerified = 0x05
const withCredential = 0x40

export function createAuthenticator(origin: string, site = new URL(origin).hostname): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const authData = (flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(Buffer.from(site)), Buffer.from([flags]), count])
  }
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: object) => ({
    ...{ id: base64(id), rawId: base64(id), type: 'public-key', response, clientExtensionResults: {} },
  })

  return {
    register({ challenge }) {
      // Key type EC2, algorithm ES256, curve P-256.
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x!, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y!, 'base64url'))],
      ])
      const made = [
        authData(presentAndVerified | withCredential),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(Buffer.concat(made))],
      ])
      const clientDataJSON = base64(clientData('webauthn.create', challenge))
      return credential({ clientDataJSON, attestationObject: base64(attestation), transports: ['internal'] })
    },
    answer({ challenge }) {
      const client = clientData('webauthn.get', challenge)
      const data = authData(presentAndVerified)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      })
    },
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url')
}

/** The little of CBOR (RFC 8949) that a passkey is written in. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  if (value < 256) return Buffer.from([(kind << 5) | 24, value])
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
