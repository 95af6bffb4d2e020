/** Sends files as clients do, and looks at what is left behind. Used by tests only. */
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { markName } from '../../../src/core/media/shared-folder.ts'
import type { Socket } from 'node:net'
import type { Reply, TestApp } from '../harness.ts'

export interface Uploaded {
  success: boolean
  id: number
  url: string
  filename: string
  originalName: string
  wasRenamed: boolean
  dimensions: Record<string, unknown>
  size: number
  sizeFormatted: string
}

export interface Refused {
  success: boolean
  error: string
  message: string
  details: Record<string, unknown>
}

export function formWith(bytes: Uint8Array, name: string, field = 'file'): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

export function send<T = Uploaded>(
  app: TestApp,
  bytes: Uint8Array,
  name = 'file.bin',
  options: { path?: string; key?: string; headers?: Record<string, string> } = {},
): Promise<Reply<T>> {
  const { path = '/upload', ...rest } = options
  return app.call<T>('POST', path, { body: formWith(bytes, name), ...rest })
}

/** Everything below the folder of stored media, unfinished files included. */
export async function filesIn(app: TestApp): Promise<string[]> {
  const found = await readdir(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile() && entry.name !== markName).map((entry) => entry.name)
}

export async function rowsIn(app: TestApp): Promise<{ media: number; objects: number; loose: number }> {
  const { db } = app.app.services
  const [media, objects, loose] = await Promise.all(
    (['media', 'media_objects', 'media_loose'] as const).map((table) => db.selectFrom(table).selectAll().execute()),
  )
  return { media: media!.length, objects: objects!.length, loose: loose!.length }
}

export interface RawUpload {
  socket: Socket
  /** Everything the server says until it hangs up or has said the given text. */
  answer(until?: string): Promise<string>
}

export const boundary = 'flightdeck-boundary'

export function partHead(name = 'file.png', field = 'file'): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
}

export const formEnd = `\r\n--${boundary}--\r\n`

/** A connection on which every byte is the test's own. */
export async function rawUpload(app: TestApp, headers: Record<string, string> = {}): Promise<RawUpload> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = {
    host: 'x',
    authorization: `Bearer ${app.key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /upload HTTP/1.1\r\n${head.join('')}\r\n`)
  return { socket, answer: (until) => answerOn(socket, until) }
}

async function answerOn(socket: Socket, until: string | undefined): Promise<string> {
  let heard = ''
  for await (const chunk of socket) {
    heard += String(chunk)
    if (until !== undefined && heard.includes(until)) break
  }
  return heard
}
