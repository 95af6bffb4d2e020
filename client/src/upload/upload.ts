import { call, keyOf, readJson } from '../call/call.ts'
import { send } from '../call/connection.ts'
import type { Connection, Request } from '../call/connection.ts'
import { operations } from '../generated/operations.gen.ts'
import type { UploadMediaReply } from '../generated/types.gen.ts'
import type { CallOptions } from '../operation-types.ts'
import { browserRequest, fetchReporting } from './browser-fetch.ts'
import { multipartOf } from './multipart.ts'
import { contentOf, isAddress } from './source.ts'
import type { Content, UploadSource } from './source.ts'

export interface UploadProgress {
  sentBytes: number
  /** null: the length of a stream is not known before its end. */
  totalBytes: number | null
}

export interface UploadOptions extends CallOptions {
  /** The name of the file; left out: its own. */
  filename?: string
  /** Told as the file is sent. A try that broke off begins again at 0. */
  onProgress?: (progress: UploadProgress) => void
}

/** Puts a file into the library. A stream can be sent once, so that it is not tried again; everything else is. */
export async function upload(
  connection: Connection,
  source: UploadSource,
  { filename, onProgress, ...options }: UploadOptions = {},
): Promise<UploadMediaReply> {
  if (isAddress(source)) {
    const reply = await call(connection, operations.uploadMediaFromUrl, { url: String(source) }, options)
    return reply as UploadMediaReply
  }
  const content = await contentOf(source, filename)
  // Browsers count what stands around the file too.
  const report = (sent: number) =>
    onProgress?.({ sentBytes: Math.min(sent, content.size ?? sent), totalBytes: content.size })
  const key = keyOf(options)
  const { method, path } = operations.uploadMedia
  const headers = { ...connection.headers, 'idempotency-key': key }
  const request: Request = { method, path, headers, repeatable: content.repeatable }
  // A file takes as long as it takes.
  const how: CallOptions = { timeoutSeconds: 0, ...options }
  const Sender = browserRequest()
  const sending = Sender
    ? {
        from: onProgress ? { ...connection, fetch: fetchReporting(Sender, report) } : connection,
        request: await asForm(request, content),
      }
    : { from: connection, request: asStream(request, content, key, report) }
  return send(sending.from, sending.request, how, (response) => readJson(response) as Promise<UploadMediaReply>)
}

/** Browsers send forms with all the file in them, and cannot send streams everywhere. */
async function asForm(request: Request, content: Content): Promise<Request> {
  const form = new FormData()
  form.append('file', content.blob ?? (await collected(content)), content.filename)
  return { ...request, body: () => form }
}

async function collected(content: Content): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of content.chunks()) parts.push(new Uint8Array(chunk))
  return new Blob(parts)
}

function asStream(request: Request, content: Content, key: string, report: (bytes: number) => void): Request {
  // Nobody can write a file that has it inside before the key was made.
  const boundary = `flightdeck-${key.replace(/[^A-Za-z0-9]/g, '').slice(0, 40)}`
  const headers = { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { ...request, headers, body: () => multipartOf(content, boundary, report) }
}
