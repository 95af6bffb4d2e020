import { readJson } from '../../core/request-body.ts'
import type { RequestBody, SimRequest } from '../../core/simulator.ts'
import { refused } from '../errors.ts'

/** The longest query that is taken in an address. */
const maxQueryLength = 4096

/** A call as it was meant: what came through a tunnel is unpacked. */
export interface PlainCall {
  method: string
  path: string
  rawQuery: string
  body: RequestBody
}

/** A long query may come as the body of a POST that says which method it stands for. */
export function unpack({ method, path, rawQuery = '', headers, body }: SimRequest): PlainCall {
  const override = headers['x-http-method-override']
  if (override === undefined) {
    if (rawQuery.length > maxQueryLength) throw refused(414, 'Request-URI Too Long', 0)
    return { method, path, rawQuery, body }
  }
  if (method !== 'POST') throw refused(400, 'X-HTTP-Method-Override is only taken with POST', 0)
  if (rawQuery !== '') throw refused(400, 'Both a query in the address and one in the body were sent', 0)
  const meant = String(override).toUpperCase()
  if (body.kind === 'form') {
    const empty: RequestBody = { kind: 'none', fields: {}, files: [], raw: Buffer.alloc(0) }
    return { method: meant, path, rawQuery: body.raw.toString('utf8'), body: empty }
  }
  const [, boundary] = /^multipart\/mixed;.*\bboundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '') ?? []
  if (boundary === undefined) throw refused(415, 'Unsupported Content-Type for a tunneled query', 0)
  return { method: meant, path, ...readParts(body.raw.toString('utf8'), boundary) }
}

function readParts(text: string, boundary: string): { rawQuery: string; body: RequestBody } {
  const parts = text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const content = part.slice(end + 4).replace(/\r\n$/, '')
      return { isForm: /application\/x-www-form-urlencoded/i.test(part.slice(0, end)), content, isWhole: end >= 0 }
    })
  const query = parts.find(({ isForm }) => isForm)
  const json = parts.find(({ isForm }) => !isForm)
  if (parts.length !== 2 || !query?.isWhole || !json?.isWhole)
    throw refused(400, 'The tunneled query could not be read', 0)
  return { rawQuery: query.content, body: readJson(Buffer.from(json.content)) }
}
