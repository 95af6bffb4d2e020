import assert from 'node:assert/strict'
import { operations } from '../../src/api/index.ts'
import { effectOf, fieldsAt } from '../../src/call/operation.ts'
import type { Effect, Operation } from '../../src/call/operation.ts'
import { asItRuns } from '../../src/http/docs/as-it-runs.ts'
import type { Reply, TestApp } from './harness.ts'

export function operationCalled(name: string): Operation {
  return operations.find((operation) => operation.name === name)!
}

/** What the example of an operation can cause. */
export function effectOfExample(operation: Operation): Effect {
  return effectOf(operation, { ...operation.example })
}

/** Sends the example of an operation as it stands in the documents, or another input for it. */
export async function sendExample(
  app: TestApp,
  operation: Operation,
  input: object | undefined = operation.example,
): Promise<Reply> {
  const { method, path, body } = await requestFor(app, operation, input)
  return app.call(method, path, body === undefined ? {} : { body })
}

/** How an input for an operation is sent. */
export async function requestFor(
  app: TestApp,
  operation: Operation,
  input: object | undefined,
): Promise<{ method: string; path: string; body?: unknown }> {
  const example = JSON.parse(asItRuns(JSON.stringify(input ?? {}), app.sandboxUrl, new Date())) as Record<
    string,
    unknown
  >
  const { method, path, form } = operation.rest
  const at = (place: 'path' | 'query' | 'body') =>
    fieldsAt(operation, place).flatMap((field) =>
      example[field] === undefined ? [] : [[field, example[field]] as const],
    )
  const address = at('path').reduce(
    (url, [field, value]) => url.replace(field === '*' ? '...' : `{${field}}`, encodeURIComponent(textOf(value))),
    path,
  )
  const query = new URLSearchParams(at('query').map(([field, value]): [string, string] => [field, textOf(value)]))
  const fields = fieldsAt(operation, 'body').length === 0 ? {} : { body: Object.fromEntries(at('body')) }
  const body = form ? { body: await formWith(textOf(example.file)) } : fields
  return { method, path: query.size > 0 ? `${address}?${query.toString()}` : address, ...body }
}

async function formWith(address: string): Promise<FormData> {
  const file = await fetch(address)
  assert.equal(file.status, 200, address)
  const form = new FormData()
  form.set('file', await file.blob(), address.slice(address.lastIndexOf('/') + 1))
  return form
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
}
