import { formFields } from '../../../core/request-body.ts'
import type { Outcome, RequestBody, SimRequest } from '../../../core/simulator.ts'
import type { GraphCall } from '../../call.ts'
import { GraphError, badParameter } from '../../errors.ts'
import { booleanParam, isObject, listParam, textOf } from '../params.ts'

export interface Part {
  method: string
  url: string
  body: string
  name?: string
  dependsOn?: string
  files: string[]
  omitsResponse: boolean
}

const largestBatch = 50

/** Up to fifty calls in one; each is limited, listed and spoiled by faults like a call of its own. */
export async function runBatch(call: GraphCall): Promise<unknown[]> {
  const parts = (listParam(call.params, 'batch') ?? []).map(readPart)
  if (parts.length === 0) throw badParameter('Param batch must be a non-empty array', 'batch')
  if (parts.length > largestBatch)
    throw new GraphError({
      code: 100,
      message: `Too many requests in batch message. Maximum batch size is ${largestBatch}`,
      type: 'GraphBatchException',
    })
  const includesHeaders = booleanParam(call.params, 'include_headers') ?? true
  const results = new Map<string, unknown>()
  const answers: Promise<unknown>[] = []
  for (const part of parts) {
    // Reads that need nothing of the others go on side by side; whatever writes waits for all before it.
    if (!isFree(part)) await Promise.all(answers)
    answers.push(runPart(call, part, results, includesHeaders))
    if (!isFree(part)) await answers.at(-1)
  }
  return Promise.all(answers)
}

function isFree({ method, url, dependsOn, name }: Part): boolean {
  return method === 'GET' && [dependsOn, name, ...referencedNames(url)].every((each) => each === undefined)
}

export function readPart(entry: unknown): Part {
  if (!isObject(entry)) throw badParameter('Param batch must be an array of objects', 'batch')
  const name = textOf(entry['name'])
  return {
    method: (textOf(entry['method']) ?? 'GET').toUpperCase(),
    url: textOf(entry['relative_url']) ?? '',
    body: textOf(entry['body']) ?? '',
    name,
    dependsOn: textOf(entry['depends_on']),
    files: (textOf(entry['attached_files']) ?? '').split(',').filter(Boolean),
    omitsResponse:
      name !== undefined &&
      entry['omit_response_on_success'] !== false &&
      entry['omit_response_on_success'] !== 'false',
  }
}

async function runPart(
  call: GraphCall,
  part: Part,
  results: Map<string, unknown>,
  includesHeaders: boolean,
): Promise<unknown> {
  const needed = [part.dependsOn, ...referencedNames(`${part.url} ${part.body}`)].filter((name) => name !== undefined)
  if (needed.some((name) => !results.has(name))) {
    const error = new GraphError({
      code: 100,
      message: `Invalid parent operation: ${needed.join(', ')} did not succeed`,
      type: 'GraphBatchException',
    })
    return { code: 400, ...(includesHeaders ? { headers: [] } : {}), body: JSON.stringify(error.envelope('')) }
  }
  const outcome: Outcome = await call.world.context.perform(partRequest(call, part, results))
  // No answer at all: the caller cannot know whether it happened.
  if (outcome.kind !== 'reply') return null
  const { status, headers = {}, body } = outcome.reply
  const isSuccess = status < 400
  if (part.name && isSuccess) results.set(part.name, body)
  if (isSuccess && part.omitsResponse) return null
  const listed = Object.entries(headers).map(([name, value]) => ({ name, value }))
  return { code: status, ...(includesHeaders ? { headers: listed } : {}), body: JSON.stringify(body) }
}

export function partRequest(call: GraphCall, part: Part, results: Map<string, unknown>): SimRequest {
  const url = new URL(resolveReferences(part.url, results, false).replace(/^\/+/, ''), 'http://batch/')
  const path = /^\/v\d+\.\d+(\/|$)/.test(url.pathname) ? url.pathname : `/${call.version}${url.pathname}`
  const fields = formFields(resolveReferences(part.body, results, true))
  const files = call.files.filter(({ field }) => part.files.includes(field))
  for (const name of ['access_token', 'appsecret_proof'])
    if (call.params[name] !== undefined && fields[name] === undefined && !url.searchParams.has(name))
      fields[name] = call.params[name]
  const body: RequestBody = { kind: 'form', fields, files, raw: Buffer.from(part.body) }
  return {
    method: part.method,
    path,
    query: url.searchParams,
    headers: call.request.headers,
    body,
    origin: call.request.origin,
    effects: {},
    inBatch: true,
  }
}

const reference = /\{result=([\w-]+):\$\.([\w.*[\]]+)\}/g

function referencedNames(text: string): string[] {
  return [...decodeLoosely(text).matchAll(reference)].map(([, name = '']) => name)
}

/** `{result=name:$.data.0.id}` becomes the value found in the answer of the part called `name`. */
function resolveReferences(text: string, results: Map<string, unknown>, isEncoded: boolean): string {
  const readable = text.replaceAll(
    /%7Bresult(?:=|%3D)([\w-]+)(?::|%3A)(?:\$|%24)\.([\w.*%[\]]+?)%7D/gi,
    (_all, name: string, path: string) => `{result=${name}:$.${decodeLoosely(path)}}`,
  )
  return readable.replaceAll(reference, (_all, name: string, path: string) => {
    const value = valueAt(results.get(name), path)
    return isEncoded ? encodeURIComponent(value) : value
  })
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function valueAt(value: unknown, path: string): string {
  const [head = '', ...rest] = path
    .replaceAll(/\[(\d+|\*)\]/g, '.$1')
    .split('.')
    .filter(Boolean)
  if (head === '')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '')
  const below = rest.join('.')
  if (head === '*') return Array.isArray(value) ? value.map((item) => valueAt(item, below)).join(',') : ''
  return valueAt((value as Record<string, unknown> | undefined)?.[head], below)
}
