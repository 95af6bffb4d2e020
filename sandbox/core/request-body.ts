import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { RequestBody, UploadedFile } from './simulator.ts'

const keptBytesPerFile = 64 * 1024 * 1024

export async function readRequestBody(request: FastifyRequest): Promise<RequestBody> {
  if (request.isMultipart()) return readMultipart(request)
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (raw.length === 0) return { kind: 'none', fields: {}, files: [], raw }
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return { kind: 'form', fields: formFields(raw), files: [], raw }
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

async function readMultipart(request: FastifyRequest): Promise<RequestBody> {
  const body: RequestBody = { kind: 'multipart', fields: {}, files: [], raw: Buffer.alloc(0) }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') body.fields[part.fieldname] = part.value
      else body.files.push(await readFilePart(part))
    }
  } catch {
    body.malformed = true
  }
  return body
}

interface FilePart {
  fieldname: string
  filename: string
  mimetype: string
  file: AsyncIterable<Buffer>
}

async function readFilePart(part: FilePart): Promise<UploadedFile> {
  const md5 = createHash('md5')
  const sha256 = createHash('sha256')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file) {
    md5.update(chunk)
    sha256.update(chunk)
    if (size + chunk.length <= keptBytesPerFile) chunks.push(chunk)
    size += chunk.length
  }
  return {
    field: part.fieldname,
    filename: part.filename ?? '',
    contentType: part.mimetype,
    size,
    md5: md5.digest('hex'),
    sha256: sha256.digest('hex'),
    bytes: Buffer.concat(chunks),
  }
}
