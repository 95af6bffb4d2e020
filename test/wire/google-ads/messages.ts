import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Recorded } from '../../support/platforms/recording-proxy.ts'

/** What the platform publishes of its messages: fields by name, enums by their words. */
interface Node {
  nested?: Record<string, Node>
  fields?: Record<string, { type: string; rule?: string; keyType?: string }>
  values?: Record<string, number>
}

/** The descriptor comes with the community's client, which is generated from it. */
function descriptor(): Node {
  const client = createRequire(import.meta.url).resolve('google-ads-api')
  const file = createRequire(client)
    .resolve('google-ads-node')
    .replace(/build\/.*$/, 'build/protos/protos.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Node
}

const version = 'google.ads.googleads.v25'
const whole = /^-?\d+$/
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
/** As messages are written in JSON. */
const scalars: Record<string, (value: unknown) => boolean> = {
  string: isText,
  bytes: isText,
  bool: (value) => typeof value === 'boolean',
  int32: (value) => Number.isInteger(value),
  int64: (value) => isText(value) && whole.test(value),
  double: isNumber,
  float: isNumber,
  'google.protobuf.FieldMask': isText,
}
/** What may hold anything. */
const open = ['google.protobuf.Any', 'google.rpc.Status']

const jsonIn = (body: Buffer): unknown => JSON.parse(body.toString())
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/** Holds calls against the published messages, and answers with what does not fit. */
export function checkMessages(calls: Recorded[]): string[] {
  const root = descriptor()
  const problems = new Set<string>()

  const at = (path: string) => path.split('.').reduce<Node | undefined>((node, part) => node?.nested?.[part], root)

  /** Types are named from where they stand, upwards. */
  function find(type: string, scope: string): string {
    for (let above = scope; above !== ''; above = above.slice(0, Math.max(0, above.lastIndexOf('.'))))
      if (at(`${above}.${type}`)) return `${above}.${type}`
    return type
  }

  function checkOne(value: unknown, type: string, path: string): void {
    const scalar = Object.hasOwn(scalars, type) ? scalars[type] : undefined
    if (scalar) {
      if (!scalar(value)) problems.add(`${path} is no ${type}: ${JSON.stringify(value)}`)
      return
    }
    if (open.includes(type)) return
    const node = at(type)
    if (!node) problems.add(`${path}: nobody knows what ${type} is`)
    else if (node.values) {
      if (!isText(value) || !Object.hasOwn(node.values, value))
        problems.add(`${path} is none of ${type}: ${JSON.stringify(value)}`)
    } else checkMessage(value, type, path)
  }

  function checkMessage(value: unknown, type: string, path: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return void problems.add(`${path} is no ${type}: ${JSON.stringify(value)}`)
    for (const [name, member] of Object.entries(value)) {
      const field = at(type)!.fields?.[snake(name)]
      const here = `${path}.${name}`
      if (!field) problems.add(`${here} is not in ${type}`)
      else if (field.keyType) continue
      else if (field.rule === 'repeated' && !Array.isArray(member)) problems.add(`${here} is no list`)
      else for (const each of [member].flat()) checkOne(each, find(field.type, type), here)
    }
  }

  for (const call of calls) {
    const names = messagesOf(call)
    if (!names) continue
    const { request, answer } = names
    if (request) checkMessage(jsonIn(call.requestBody), `${version}.services.${request}`, request)
    if (call.status !== 200) continue
    for (const piece of [jsonIn(call.replyBody)].flat()) checkMessage(piece, `${version}.services.${answer}`, answer)
  }
  return [...problems]
}

/** Which messages a call exchanges, by the last part of its path. */
function messagesOf({ url }: Recorded): { request?: string; answer: string } | null {
  const [, resource = '', verb = ''] = /\/v25\/(?:.*\/)?(\w+):(\w+)$/.exec(url.split('?')[0]!) ?? []
  if (verb === 'search') return { request: 'SearchGoogleAdsRequest', answer: 'SearchGoogleAdsResponse' }
  if (verb === 'searchStream')
    return { request: 'SearchGoogleAdsStreamRequest', answer: 'SearchGoogleAdsStreamResponse' }
  if (verb === 'listAccessibleCustomers') return { answer: 'ListAccessibleCustomersResponse' }
  if (verb !== 'mutate') return null
  return { request: `Mutate${pascal(resource)}Request`, answer: `Mutate${pascal(resource)}Response` }
}
