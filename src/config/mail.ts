import { isIP } from 'node:net'
import { z } from 'zod'
import { ConfigError } from './error.ts'

export const mailSettings = {
  SMTP_URL: {
    default: 'none',
    about:
      'the mail server, as smtp://USER:PASSWORD@HOST:587 or smtps://...; TLS is required unless it is on this machine or ?tls=off says otherwise; needs MAIL_FROM',
  },
  MAIL_FROM: { default: 'none', about: 'from whom mails come, such as Flightdeck <flightdeck@example.com>' },
} as const

const wrong = 'must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ and :PORT where needed'
const wrongFrom = 'must be an address, or a name and an address: Flightdeck <flightdeck@example.com>'

/** Where mails are handed over, and from whom they come. */
export interface MailConfig {
  host: string
  port: number
  /** TLS from the first byte; otherwise it is asked for. */
  secure: boolean
  /** Nothing is sent before the connection is encrypted. */
  needsTls: boolean
  /** Encryption is not even tried. */
  plain: boolean
  auth: { user: string; pass: string } | null
  from: { name: string; address: string }
}

export const mailEnvironment = {
  SMTP_URL: z
    .string()
    .refine((text) => serverOf(text) !== null, wrong)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => senderOf(text) !== null, wrongFrom)
    .optional(),
}

export function readMail(env: { SMTP_URL?: string; MAIL_FROM?: string }): MailConfig | null {
  const { SMTP_URL: url, MAIL_FROM: sender } = env
  if (url === undefined && sender === undefined) return null
  const server = serverOf(url ?? '')
  const from = senderOf(sender ?? '')
  if (server && from) return { ...server, from }
  throw new ConfigError('Wrong setting. SMTP_URL and MAIL_FROM go together.')
}

function serverOf(text: string): Omit<MailConfig, 'from'> | null {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) return null
  const tls = url.searchParams.get('tls')
  if ([...url.searchParams.keys()].some((name) => name !== 'tls') || (tls !== null && tls !== 'off')) return null
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === null || pass === null || (user === '') !== (pass === '')) return null
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    needsTls: !secure && tls !== 'off' && !isThisMachine(host),
    plain: tls === 'off',
    auth: user === '' ? null : { user, pass },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function senderOf(text: string): MailConfig['from'] | null {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>|)\s*$/u.exec(text) ?? []
  const parsed = z.email().safeParse(address === '' ? text.trim() : address)
  return parsed.success ? { name: name.trim(), address: parsed.data } : null
}
