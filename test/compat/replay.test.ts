import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { asItRuns } from '../../src/http/docs/as-it-runs.ts'
import { startTestApp } from '../support/harness.ts'

/**
 * Requests in the forms that clients of this interface send today, whatever the documents call things now: each file has
 * those of one area, sent in their order. Numbers go out digit by digit as they stand in the file.
 */
interface Recording {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  /** What the answer has, by dotted paths; "*" is anything but nothing. */
  fields?: Record<string, unknown>
  /** How the batch ends that was begun. */
  ends?: string
  /** What can be read afterwards; {field} is taken from the answer before. */
  then?: Recording
}

/** Not all types know of it yet. */
const withDigits = JSON as typeof JSON & { rawJSON(text: string): unknown }
const app = await startTestApp()
const folder = import.meta.dirname

function readRecordings(file: string): Recording[] {
  const text = asItRuns(readFileSync(`${folder}/${file}`, 'utf8'), app.sandboxUrl, new Date())
  // An id may have more digits than a number can hold.
  const exact = (_name: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source)
      ? withDigits.rawJSON(source)
      : value
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]) as Recording[]
}

async function replay({ method, path, headers, body, status, fields = {}, ends, then }: Recording): Promise<void> {
  const reply = await app.call(method, path, { headers, ...(body === undefined ? {} : { body }) })
  const described = JSON.stringify(reply.body).slice(0, 800)
  assert.equal(reply.status, status, described)
  for (const [field, wanted] of Object.entries(fields)) {
    const found = at(reply.body, field)
    if (wanted === '*') assert.ok(found !== undefined && found !== null, `${field}: ${described}`)
    else assert.deepEqual(found, wanted, `${field}: ${described}`)
  }
  if (ends) assert.equal((await app.finished(reply.body.adBatchId as number)).summaryStatus, ends)
  if (then) await replay(filled(then, reply.body))
}

function filled(recording: Recording, before: unknown): Recording {
  const text = JSON.stringify(recording).replace(/\{([a-z]\w*)\}/gi, (_, field: string) => String(at(before, field)))
  return JSON.parse(text) as Recording
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value)
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const recordings = files.flatMap((file) => readRecordings(file).map((recording) => ({ file, recording })))

test('there are recordings of all areas', () => {
  assert.deepEqual(files.sort(), [
    'accounts.json',
    'launch.json',
    'manage.json',
    'media.json',
    'reports.json',
    'research.json',
  ])
  assert.ok(recordings.length >= 40, String(recordings.length))
})

for (const { file, recording } of recordings) {
  test(`${file.replace('.json', '')}: ${recording.name}`, () => replay(recording))
}
