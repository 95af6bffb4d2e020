import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { CompanyId } from '../../db/company-id.ts'
import { isPublicAddress } from '../../files/fetch/address.ts'
import type { Seal } from '../secrets/seal.ts'

export const webhookKinds = ['standard', 'slack', 'discord', 'telegram'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** Where a webhook goes and what it is signed with: sealed as one. */
export interface Target {
  url: string
  /** The first is the one of today; an earlier one signs as well until its time is over. */
  secrets: { secret: string; until: string | null }[]
}

/** After a secret was replaced, both sign for so long. */
export const bothSignHours = 24

const prefix = 'whsec_'
export const secretBytes = { min: 24, max: 64 }

export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Whether it is a secret as Standard Webhooks has them: whsec_ and 24 to 64 bytes in base64. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  return (
    bytes.toString('base64').replace(/=+$/, '') === text.slice(prefix.length).replace(/=+$/, '') &&
    bytes.length >= secretBytes.min &&
    bytes.length <= secretBytes.max
  )
}

/** Replaces the secret; the one before goes on for a while. */
export function rotated({ url, secrets }: Target, secret: string, now: Date): Target {
  const until = new Date(now.getTime() + bothSignHours * 3_600_000).toISOString()
  const before = secrets[0] ? [{ secret: secrets[0].secret, until }] : []
  return { url, secrets: [{ secret, until: null }, ...before] }
}

export function validSecrets({ secrets }: Target, now: Date): string[] {
  return secrets.filter(({ until }) => until === null || new Date(until) > now).map(({ secret }) => secret)
}

const purpose = (companyId: CompanyId) => `webhook ${companyId}`

export function sealTarget(seal: Seal, companyId: CompanyId, target: Target): Buffer {
  return seal.seal(JSON.stringify(target), purpose(companyId))
}

export function openTarget(seal: Seal, companyId: CompanyId, sealed: Buffer): Target {
  return JSON.parse(seal.open(sealed, purpose(companyId))) as Target
}

/** Why nothing may be sent there; null: it may. Names are looked up, and checked, whenever something is sent. */
export function addressProblem(text: string, kind: WebhookKind, isAllowed: (url: URL) => boolean): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an https address'
  if (url.username || url.password) return 'must not hold a name or a password'
  if (kind === 'telegram' && !url.searchParams.get('chat_id')) return 'must name the chat: ...?chat_id=...'
  if (isAllowed(url)) return null
  if (url.protocol !== 'https:') return 'must be an https address'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOurs = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && !isPublicAddress(host))
  return isOurs ? 'is not on the public internet' : null
}

/** Enough to recognise it by. What stands in a chat's address, or behind a question mark, may open something. */
export function shownAddress(text: string, kind: WebhookKind): string {
  const { origin, pathname, search } = new URL(text)
  if (kind !== 'standard') return `${origin}/…`
  return `${origin}${pathname}${search ? '?…' : ''}`
}
