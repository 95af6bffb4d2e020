import type { CompanyEvent } from './generated/types.gen.ts'

type GivenHeaders = Headers | Record<string, string | string[] | undefined>

export interface WebhookOptions {
  /** How far its time may be from now. */
  toleranceSeconds?: number
  /** What the time is, in milliseconds. */
  now?: () => number
}

export type WebhookRefusal = 'missing_header' | 'wrong_time' | 'wrong_signature' | 'wrong_secret' | 'wrong_body'

/** What came in is not from Flightdeck, or is not as it was sent. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly reason: WebhookRefusal

  constructor(reason: WebhookRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

const usualToleranceSeconds = 300

/**
 * The event in a webhook's request, once it is sure that it comes from who holds the secret and is not an old one sent again. `body` is the
 * body as it came, before anything parsed it. Keep the ids that you have seen: an event can arrive twice.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secret: string | string[],
  { toleranceSeconds = usualToleranceSeconds, now = Date.now }: WebhookOptions = {},
): Promise<CompanyEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN
  if (!(Math.abs(now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookRefused('wrong_time', `webhook-timestamp is more than ${toleranceSeconds} s from now.`)
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const each of [secret].flat()) if (await isSigned(signed, given, each)) return eventIn(text, id)
  throw new WebhookRefused('wrong_signature', 'No signature of the webhook was made with this secret.')
}

function headerOf(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (value) return value
  throw new WebhookRefused('missing_header', `The header ${name} is missing.`)
}

function valueIn(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(entry) ? entry.join(' ') : entry
}

/** While a secret is being changed there are two signatures; one that holds is enough. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secret: string): Promise<boolean> {
  const bytes = bytesIn(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new WebhookRefused('wrong_secret', 'The secret is not one of a webhook: whsec_ and base64.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const part of header.split(' ')) {
    const [version, signature] = part.split(',', 2)
    const claimed = version === 'v1' ? bytesIn(signature ?? '') : null
    if (claimed && (await crypto.subtle.verify('HMAC', key, claimed, signed))) return true
  }
  return false
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

function eventIn(text: string, id: string): CompanyEvent {
  try {
    return { ...(JSON.parse(text) as Omit<CompanyEvent, 'id'>), id }
  } catch {
    throw new WebhookRefused('wrong_body', 'The body is signed, and no JSON.')
  }
}
