import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

export interface Received {
  path: string
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> } & Record<string, unknown>
}

/** How a receiver answers; by default it takes what comes. */
type Answer = (received: Received, reply: ServerResponse) => void

export interface Receiver {
  url: string
  host: string
  all: Received[]
  answer: Answer
  /** Resolves when what came so far is enough. */
  until(isEnough: (all: Received[]) => boolean): Promise<Received[]>
  close(): Promise<void>
}

/** Something that takes webhooks. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { headers, url: path = '' } = request
      const id = String(headers['webhook-id'] ?? '')
      const received = { path, id, headers, text, body: JSON.parse(text) as Received['body'] }
      receiver.all.push(received)
      receiver.answer(received, reply)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    host,
    url: `http://${host}`,
    all: [],
    answer: (_received, reply) => void reply.end('ok'),
    until: (isEnough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isEnough(receiver.all)) return
          waiting.delete(look)
          resolve(receiver.all)
        }
        waiting.add(look)
        look()
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** For a test file: it ends with the file. */
export async function testReceiver(): Promise<Receiver> {
  const receiver = await startReceiver()
  after(() => receiver.close())
  return receiver
}

/** Whether the signature is one that the secret makes. */
export function isSigned({ text, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
