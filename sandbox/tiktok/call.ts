import type { Opened } from '../core/consent/grants.ts'
import type { SimRequest, UploadedFile } from '../core/simulator.ts'
import { invalid, missing, TikTokError } from './errors.ts'
import type { World } from './world.ts'
import type { Advertiser } from './objects/objects.ts'

/** One call with its parameters, wherever they came from: query, JSON or form. */
export interface Call {
  world: World
  request: SimRequest
  tenant: string
  /** What the token lets in. */
  opened: Opened
  token: string
  params: Record<string, unknown>
  files: UploadedFile[]
}

/** Lists and objects stand as JSON text in queries and forms. */
export function collectParams(request: SimRequest): Record<string, unknown> {
  if (request.method === 'GET')
    return Object.fromEntries([...request.query].map(([name, text]) => [name, decode(text)]))
  if (request.body.malformed) throw new TikTokError(40000, 'The request body could not be read.')
  if (request.body.kind !== 'multipart') return request.body.fields
  return Object.fromEntries(Object.entries(request.body.fields).map(([name, value]) => [name, decode(value)]))
}

function decode(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Ids may come as numbers from clients that are careless with them. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function optionalText(params: Record<string, unknown>, name: string): string | undefined {
  return isGiven(params[name]) ? textOf(params[name]) : undefined
}

export function requiredText(params: Record<string, unknown>, name: string): string {
  const text = optionalText(params, name)
  if (!text) throw missing(name)
  return text
}

export function optionalList(params: Record<string, unknown>, name: string, max = 1000): string[] | undefined {
  const value = params[name]
  if (!isGiven(value)) return undefined
  if (!Array.isArray(value)) throw invalid(`${name}: Not a valid list.`)
  if (value.length > max) throw new TikTokError(40011, `${name}: Too many ids, at most ${max}.`)
  return value.map(textOf)
}

export function requiredList(params: Record<string, unknown>, name: string, max: number): string[] {
  const list = optionalList(params, name, max)
  if (!list || list.length === 0) throw missing(name)
  return list
}

export function optionalObject(params: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = params[name]
  if (!isGiven(value)) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(`${name}: Invalid input type.`)
  return value as Record<string, unknown>
}

export function numberOr(params: Record<string, unknown>, name: string, fallback: number): number {
  if (!isGiven(params[name])) return fallback
  const number = Number(params[name])
  if (!Number.isFinite(number)) throw invalid(`${name}: Not a valid number.`)
  return number
}

export function oneOf(
  params: Record<string, unknown>,
  name: string,
  words: readonly string[],
  fallback: string,
): string {
  const word = optionalText(params, name) ?? fallback
  if (!words.includes(word)) throw invalid(`${name}: Must be one of: ${words.join(', ')}.`)
  return word
}

/** The ad account the call names, if it is the caller's. */
export function advertiserOf({ world, tenant, opened, params }: Call): Advertiser {
  const id = requiredText(params, 'advertiser_id')
  const found = world.advertisers.get(id)
  if (!found || found.tenant !== tenant || !opened.opens(id))
    throw new TikTokError(40001, `No permission to operate advertiser ${id.slice(0, 30)}.`)
  return found
}

/** `2026-11-14 10:00:00`, in UTC. */
export function stamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2026-11-14T10:00:00Z`: files alone have their times so. */
export function isoStamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

export function parseStamp(text: string): number {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN
}

/** Some ids leave as bare numbers, too large for most parsers: marked here, unquoted when the answer is written. */
export function bareNumber(id: string): string {
  return `@int64:${id}`
}

export function writeJson(body: object): string {
  return JSON.stringify(body).replaceAll(/"@int64:(\d+)"/g, '$1')
}
