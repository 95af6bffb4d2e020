import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

/** A mail as a real server took it. */
interface ReceivedMail {
  to: string[]
  raw: string
  headers: string
  text: string
  html: string
  /** Where its button leads. */
  link: string
}

export interface MailServer {
  /** What the service is set to. */
  settings: { SMTP_URL: string; MAIL_FROM: string }
  mails: ReceivedMail[]
  /** Waits until somebody was sent so many mails, and answers the latest. */
  latestTo(address: string, count?: number): Promise<ReceivedMail>
  /** Resolves when the next mail has come. */
  nextMail(): Promise<unknown>
  /** How often somebody has connected. */
  connections(): number
  close(): Promise<void>
}

/** A real SMTP server on this machine. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const arrivals = new EventEmitter()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections++
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push(received(to, Buffer.concat(chunks).toString('utf8')))
        done()
        arrivals.emit('mail')
      })
    },
    ...options,
  })
  // A client that hangs up is no failure of the server.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  after(close)
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Flightdeck <flightdeck@example.com>' },
    mails,
    nextMail: () => once(arrivals, 'mail'),
    connections: () => connections,
    close,
    async latestTo(address, count = 1) {
      const own = () => mails.filter(({ to }) => to.includes(address))
      while (own().length < count) await once(arrivals, 'mail')
      return own().at(-1)!
    },
  }
}

function received(to: string[], raw: string): ReceivedMail {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const [text, html] = [partOf(raw, 'text/plain'), partOf(raw, 'text/html')]
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  return { to, raw, headers, text, html, link }
}

/** What one part says, as its reader sees it. */
function partOf(raw: string, type: string): string {
  const [, head = '', body = ''] =
    new RegExp(`(Content-Type: ${type}[\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(raw) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
