import { createHash } from 'node:crypto'
import pTimeout from 'p-timeout'
import type { MailConfig } from '../../config/mail.ts'
import { renderMail } from '../people/invites/mail/message.ts'
import type { MailMessage } from '../people/invites/mail/message.ts'
import type { HeldMail, MailAttempt } from '../people/invites/mail/outbox.ts'

/** A server that accepts a connection and says nothing is given up after so long. */
const silenceMs = 15_000
/** However it behaves: the longest time one mail may take. */
const attemptMs = 60_000

/** Hands mails over to the mail server. */
export interface Mailer {
  send(mail: Pick<HeldMail, 'id' | 'createdAt'> & { message: MailMessage }): Promise<MailAttempt>
  /** Whether the server lets us in; the reason where it does not. */
  check(): Promise<string | null>
}

/** Mail is rare: what it takes is loaded when the first one is sent. */
const library = () => import('nodemailer')

export function createMailer(config: MailConfig, waits = { silenceMs, attemptMs }): Mailer {
  const open = async () => {
    const { createTransport } = await library()
    const { host, port, secure, needsTls, plain, auth } = config
    return createTransport({
      ...{ host, port, secure, requireTLS: needsTls, ignoreTLS: plain },
      ...(auth ? { auth } : {}),
      ...{ connectionTimeout: waits.silenceMs, greetingTimeout: waits.silenceMs, socketTimeout: waits.silenceMs },
      ...{ dnsTimeout: waits.silenceMs, disableFileAccess: true, disableUrlAccess: true },
    })
  }
  async function within<T>(work: (transport: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    const transport = await open()
    try {
      return await pTimeout(work(transport), {
        milliseconds: waits.attemptMs,
        message: 'The mail server takes too long.',
      })
    } finally {
      transport.close()
    }
  }
  return {
    async send({ id, createdAt, message: { to, words } }) {
      if (/[\s\p{Cc}<>,;:"()[\]\\]/u.test(to))
        return { state: 'refused', problem: 'no mail server takes such an address' }
      const { from } = config
      const message = {
        ...{ from, to: { name: '', address: to }, envelope: { from: from.address, to: [to] } },
        ...renderMail(words),
        messageId: messageIdOf(id, createdAt, from.address),
        date: createdAt,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      }
      try {
        await within((transport) => transport.sendMail(message))
        return { state: 'sent' }
      } catch (error) {
        return failureOf(error)
      }
    },
    async check() {
      try {
        await within((transport) => transport.verify())
        return null
      } catch (error) {
        const failure = failureOf(error)
        return failure.problem
      }
    },
  }
}

/** The same for every attempt: whoever gets a mail twice sees one. */
function messageIdOf(id: number, createdAt: Date, from: string): string {
  const name = createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 32)
  return `<${name}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Refusals of this one mail: the same mail again would be refused again. Of a wrong password, or a sender that it does not know, all are. */
const aboutTheMail = ['RCPT TO', 'DATA']

/** Of what the server says, its codes alone: the rest may hold addresses. */
function failureOf(error: unknown): Exclude<MailAttempt, { state: 'sent' }> {
  const { code, command, responseCode, response = '' } = error as SmtpFailure
  if (responseCode !== undefined) {
    const [enhanced] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? []
    const codes = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`
    const isFinal = responseCode >= 500 && aboutTheMail.includes(command ?? '')
    if (isFinal) return { state: 'refused', problem: `refused by the mail server (${codes})` }
    return { state: 'later', problem: `the mail server does not take it now (${codes})` }
  }
  if (code === 'EENVELOPE') return { state: 'refused', problem: 'no mail server takes such an address' }
  return { state: 'later', problem: problems[code ?? ''] ?? 'the mail server is not reached' }
}

const problems: Record<string, string> = {
  EAUTH: 'the mail server does not take the user and password',
  ETLS: 'the mail server offers no encryption that can be trusted',
  ETIMEDOUT: 'the mail server accepts and says nothing',
  EDNS: 'the mail server has no address',
}
