import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { isObject } from '../lookup.ts'
import { canAskPerson } from './ask-person.ts'

type Fields = Record<string, unknown>

/** A call of a tool in which nothing is out of the ordinary. */
export interface PlainCall {
  id: string | number
  name: string
  given: Fields
  isModern: boolean
  /** Its client can ask the person a question. */
  canAsk: boolean
}

const known = ['name', 'arguments', '_meta']

/**
 * Nearly every request is a plain call of a tool, and the library takes about as long for one as the call itself. Whatever has anything
 * odd about it is null, and left to the library: it knows all the ways in which a request can be wrong.
 */
export function readPlainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call' || !isObject(body.params)) return null
  const { id, params } = body
  const { name, arguments: given = {}, _meta: about } = params
  const isNamed = typeof id === 'string' || Number.isSafeInteger(id)
  if (!isNamed || typeof name !== 'string' || !isObject(given) || Object.keys(body).length !== 4) return null
  if (!Object.keys(params).every((key) => known.includes(key)) || !acceptsAll(headers)) return null
  const isModern = eraOf(headers, name, about)
  if (isModern === null || (isObject(about) && about.progressToken !== undefined)) return null
  const canAsk = isModern && isObject(about) && canAskPerson(about[CLIENT_CAPABILITIES_META_KEY])
  return { id: id as string | number, name, given, isModern, canAsk }
}

function acceptsAll({ accept = '', 'content-type': type }: IncomingHttpHeaders): boolean {
  return type === 'application/json' && accept.includes('application/json') && accept.includes('text/event-stream')
}

/** null: the library should look at it. */
function eraOf(headers: IncomingHttpHeaders, name: string, about: unknown): boolean | null {
  const [version, method, named] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) => headers[header])
  if (about === undefined && method === undefined && named === undefined) {
    return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)) ? false : null
  }
  if (!isObject(about) || !isObject(about[CLIENT_INFO_META_KEY]) || !isObject(about[CLIENT_CAPABILITIES_META_KEY]))
    return null
  if (version !== modernVersion || method !== 'tools/call' || named !== name) return null
  return about[PROTOCOL_VERSION_META_KEY] === modernVersion ? true : null
}

/** The first protocol without sessions. */
const modernVersion = '2026-07-28'
