import { isFields } from './shape.ts'

/** What came back. */
export interface Reply {
  status: number
  headers: Headers
  /** What the body says as JSON; of other bodies an empty object. */
  body: Record<string, unknown>
  text: string
}

export interface Question {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** A body as it stands, which may be no JSON. */
  raw?: { type: string; body: string }
  form?: FormData
  /** Absent: the key that is tried with; null: none. */
  key?: string | null
  /** The answer is wanted as it is, also when it says that too much was asked. */
  isPatient?: false
}

export type Ask = (path: string, question?: Question) => Promise<Reply>

export interface Target {
  url: string
  key: string
  signal?: AbortSignal
  /** Tells that the limits of the installation make it wait. */
  waits?: (seconds: number) => void
}

const maxWaits = 5
const callTimeoutMs = 60_000

/** Plain calls of HTTP: what is tried here shares nothing with the service or its client. */
export function createAsk(target: Target): Ask {
  const base = target.url.replace(/\/+$/, '')
  return async (path, question = {}) => {
    const { isPatient = true } = question
    for (let waited = 0; ; waited++) {
      const reply = await send(target, base + path, question)
      const seconds = Number(reply.headers.get('retry-after'))
      if (reply.status !== 429 || !isPatient || waited >= maxWaits || !(seconds > 0)) return reply
      target.waits?.(seconds)
      await pause(seconds * 1000, target.signal)
    }
  }
}

async function send({ key: own, signal }: Target, place: string, question: Question): Promise<Reply> {
  const { method = 'GET', query = {}, body, raw, form, key = own } = question
  const url = new URL(place)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const type = raw?.type ?? (body === undefined ? undefined : 'application/json')
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body: form ?? raw?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(callTimeoutMs), ...(signal ? [signal] : [])]),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: fieldsIn(text), text }
}

function fieldsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
