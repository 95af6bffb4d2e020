/** Requests of which every byte is the test's own. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  status: number
  text: string
  body: Record<string, unknown> | null
}

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends the bytes, and reads until one whole answer is there or the connection is closed. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(url)
  socket.write(bytes)
  const text = await readAnswer(socket)
  socket.destroy()
  return parseAnswer(text)
}

export async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (isWhole(text)) resolve()
  }
  socket.on('data', hear)
  socket.once('close', () => resolve())
  if (socket.destroyed) resolve()
  await promise
  socket.off('data', hear)
  return text
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0 || text.startsWith('HTTP/1.1 100')) return false
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  return length !== undefined && text.length >= end + 4 + Number(length)
}

export function parseAnswer(text: string): RawAnswer {
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0)
  const content = text.slice(text.indexOf('\r\n\r\n') + 4)
  let body: RawAnswer['body'] = null
  try {
    body = JSON.parse(Buffer.from(content, 'latin1').toString()) as RawAnswer['body']
  } catch {
    // Not every answer is JSON.
  }
  return { status, text, body }
}
