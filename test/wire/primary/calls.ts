import type { Recorded } from '../../support/platforms/recording-proxy.ts'
import { readBody } from '../body.ts'
import type { TypeBook } from './nodes.ts'

const root = '/meta/v26.0/'

interface Part {
  method: string
  relative_url: string
  body?: string
}

/** The calls of the primary platform, those inside of others too. */
export async function allCalls(recorded: Recorded[]): Promise<Recorded[]> {
  const calls: Recorded[] = []
  for (const call of recorded) {
    if (!call.url.startsWith(root)) continue
    calls.push(call)
    if (call.url === root) calls.push(...(await innerCalls(call)))
  }
  return calls
}

async function innerCalls(call: Recorded): Promise<Recorded[]> {
  const body = await readBody(call)
  if (body.kind !== 'form') return []
  const parts = JSON.parse(body.fields.get('batch') ?? body.fields.get('asyncbatch') ?? '[]') as Part[]
  const answers: unknown = JSON.parse(call.replyBody.toString() || 'null')
  return parts.map(({ method, relative_url: url, body: inner = '' }, index) => {
    // Those that run in the background are answered later, by a session.
    const answer = (Array.isArray(answers) ? answers[index] : null) as { code: number; body: string } | null
    return {
      method,
      url: root + url,
      requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
      requestBody: Buffer.from(inner),
      status: answer?.code ?? 202,
      replyBody: Buffer.from(answer?.body ?? ''),
    }
  })
}

/** A call with the type of its object in place of the object's id, as the description names it. */
export interface TypedCall {
  operation: string
  /** Under /typed, for the description. */
  call: Recorded
  fields: string | null
}

/** Types every call, and learns from its answer. A call about an object that was never heard of is a mistake. */
export async function typed(calls: Recorded[], book: TypeBook): Promise<TypedCall[]> {
  const result: TypedCall[] = []
  for (const call of calls) {
    const { pathname, searchParams } = new URL(call.url, 'http://sandbox')
    const [id = '', edge] = pathname.slice(root.length).split('/')
    const body = await readBody(call)
    const form = body.kind === 'form' ? body.fields : new URLSearchParams()
    const type = id === '' ? 'Root' : book.typeOf(id)
    if (type === undefined) throw new Error(`${call.method} ${call.url}: nobody told of which type this object is`)
    const what = id === '' ? ['batch', 'asyncbatch'].find((name) => form.has(name)) : edge
    const operation = [type, call.method, what].filter(Boolean).join(' ')
    const path = ['/typed', type, what].filter(Boolean).join('/')
    const query = searchParams.toString()
    const url = query ? `${path}?${query}` : path
    if (call.status < 300 && call.replyBody.length > 0) book.learn(operation, JSON.parse(call.replyBody.toString()))
    result.push({ operation, call: { ...call, url }, fields: searchParams.get('fields') ?? form.get('fields') })
  }
  return result
}
