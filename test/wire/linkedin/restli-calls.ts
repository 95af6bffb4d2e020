import { utils } from 'linkedin-api-client'
import type { Recorded } from '../../support/platforms/recording-proxy.ts'

/**
 * Calls of the Rest.li protocol as plain ones: which operation is meant stands in a header and in the query, so it is put at the end of
 * the path (`/adAccounts/FINDER-search`); a query that came through a tunnel is a query again; lists and records in it are JSON. The
 * official client reads them, not ours.
 */
export function plainCalls(calls: Recorded[]): Recorded[] {
  return calls.map(plainCall)
}

const inferred: Record<string, string> = { GET: 'GET', POST: 'CREATE', DELETE: 'DELETE' }

function plainCall(call: Recorded): Recorded {
  const [path = '', inAddress = ''] = call.url.split('?')
  const override = call.requestHeaders['x-http-method-override']
  const method = override === undefined ? call.method : String(override)
  const raw = override === undefined ? inAddress : call.requestBody.toString()
  const { q, action, fields, ...params } = utils.paramDecode(raw)
  const named = String(call.requestHeaders['x-restli-method'] ?? inferred[method]).toUpperCase()
  const operation = [named, textIn(q ?? action)].filter(Boolean).join('-')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    query.set(name, typeof value === 'string' && !mayBeEither.includes(name) ? value : JSON.stringify(value))
  if (fields !== undefined) query.set('fields', textIn(fields))
  return {
    ...call,
    method,
    url: `${path}/${operation}?${query.toString()}`,
    ...(override === undefined ? {} : { requestBody: Buffer.alloc(0) }),
  }
}

/** Parameters that are a text in some calls and a record in others. */
const mayBeEither = ['timeGranularity']

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
