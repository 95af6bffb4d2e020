import type { Recorded } from '../support/platforms/recording-proxy.ts'

/** A request's body as its type says. Files of a form are their names. */
export type Body = { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'form'; fields: URLSearchParams }

export async function readBody({ requestHeaders, requestBody }: Recorded): Promise<Body> {
  if (requestBody.length === 0) return { kind: 'none' }
  const type = requestHeaders['content-type'] ?? ''
  if (type.includes('json')) return { kind: 'json', value: JSON.parse(requestBody.toString()) }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { kind: 'form', fields: new URLSearchParams(requestBody.toString()) }
  const fields = new URLSearchParams()
  const form = await new Response(new Uint8Array(requestBody), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) fields.append(name, typeof value === 'string' ? value : value.name)
  return { kind: 'form', fields }
}
