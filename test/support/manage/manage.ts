import assert from 'node:assert/strict'
import type { TestApp } from '../harness.ts'

export interface Refusal {
  success: boolean
  message: string
  error: {
    code: string
    message: string
    details?: { issues?: { path: string; message: string }[]; [field: string]: unknown }
  }
}

interface PlatformCall {
  method: string
  path: string
  inBatch?: true
}

/** What the sandbox was asked since this was made. */
export async function watchCalls(app: TestApp) {
  await app.control('DELETE', 'calls?platform=meta')
  const all = async () => (await app.control<{ calls: PlatformCall[] }>('GET', 'calls?platform=meta')).calls
  return {
    all,
    /** Requests over the network: a batch is one. */
    http: async () => (await all()).filter((call) => !call.inBatch),
    writes: async () => (await all()).filter((call) => call.method !== 'GET' && call.path !== '/v26.0/'),
  }
}

export interface Rule {
  what: string
  body: object
  path: string
  status?: number
}

/** Each body breaks one rule: the answer names the field, and the platform was not asked to write anything. */
export async function assertRefused(
  app: TestApp,
  url: string,
  { what, body, path, status = 422 }: Rule,
): Promise<void> {
  const calls = await watchCalls(app)
  const reply = await app.call<Refusal>('POST', url, { body })
  assert.equal(reply.status, status, `${what}: ${JSON.stringify(reply.body)}`)
  const paths = (reply.body.error.details?.issues ?? []).map((issue) => issue.path)
  assert.ok(paths.includes(path), `${what}: ${path} is not among ${paths.join(', ')}`)
  assert.deepEqual(await calls.writes(), [], what)
}

/** Reads an object in the sandbox as the platform shows it. */
export async function readNode<T = Record<string, unknown>>(app: TestApp, id: string, fields: string): Promise<T> {
  const answer = await fetch(`${app.sandboxUrl}/meta/v26.0/${id}?fields=${encodeURIComponent(fields)}`, {
    headers: { authorization: 'Bearer sandbox-meta-token' },
  })
  const body = (await answer.json()) as T
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body
}

export const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
