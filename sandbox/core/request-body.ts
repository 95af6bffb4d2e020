import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { boundaryOf, FormError, FormReader } from './form.ts'
import type { RequestBody, SimulatorLimits } from './simulator.ts'

/** Of the files of a form, together. */
const keptBytes = 64 * 1024 * 1024
const maxFields = 10_000

/** The type of a body that is not read before somebody asks for it: files may be larger than memory. */
export const formType = 'multipart/form-data'

export async function readRequestBody(request: FastifyRequest, limits: SimulatorLimits): Promise<RequestBody> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === formType) return readMultipart(request, limits.form)
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (raw.length === 0) return { kind: 'none', fields: {}, files: [], raw }
  if (type === 'application/x-www-form-urlencoded') {
    if (raw.toString('latin1').split('&', maxFields + 1).length > maxFields)
      return { kind: 'form', malformed: true, fields: {}, files: [], raw }
    return { kind: 'form', fields: formFields(raw), files: [], raw }
  }
  if (type === 'application/json' || type.endsWith('+json')) return readJson(raw)
  return { kind: 'other', fields: {}, files: [], raw }
}

export function formFields(raw: Buffer | string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(raw.toString()))
}

export function readJson(raw: Buffer): RequestBody {
  try {
    const json = JSON.parse(raw.toString('utf8')) as unknown
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    return { kind: 'json', json, fields: isObject ? { ...(json as Record<string, unknown>) } : {}, files: [], raw }
  } catch {
    return { kind: 'json', malformed: true, fields: {}, files: [], raw }
  }
}

/** More files, fields and named objects than any platform takes in one call. */
const maxParts = 200

async function readMultipart(request: FastifyRequest, largest: number): Promise<RequestBody> {
  const body: RequestBody = { kind: 'multipart', fields: {}, files: [], raw: Buffer.alloc(0) }
  if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === null) return { ...body, malformed: true }
  const reader = new FormReader(boundary, { parts: maxParts, fieldBytes: keptBytes, keptBytes })
  let seen = 0
  try {
    // What is left of a body that is refused is read for a moment after the answer.
    for await (const bytes of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      seen += bytes.length
      if (seen > largest) throw tooLarge(largest)
      reader.push(bytes)
    }
    return { ...body, ...reader.end() }
  } catch (error) {
    const isTheirs = error instanceof FormError || request.raw.destroyed
    if (!isTheirs) throw error
    return { ...body, malformed: true }
  }
}

function tooLarge(largest: number): Error {
  const text = `A form is at most ${Math.floor(largest / 1024 ** 2)} MB here`
  return Object.assign(new Error(text), { statusCode: 413 })
}

const maxRestBytes = 1024 * 1024
const maxRestMs = 2_000

/** Reads what is left of a body that nobody wants for a moment, so that its sender sees the answer, then hangs up. */
export function drainRest(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  const hangUp = () => raw.socket.destroy()
  const timer = setTimeout(hangUp, maxRestMs)
  timer.unref()
  let seen = 0
  raw.on('data', (bytes: Buffer) => {
    seen += bytes.length
    if (seen > maxRestBytes) hangUp()
  })
  raw.on('error', () => undefined)
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
  // Says at once that somebody reads: a server that thinks otherwise throws the rest away uncounted.
  raw.read(0)
}
