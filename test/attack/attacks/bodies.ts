import { costOf } from '../measure.ts'
import type { Cost } from '../measure.ts'
import { isBearable, isUnhurt, report } from '../attack.ts'
import type { Attack, Note } from '../attack.ts'
import type { CallOptions, Stage } from '../stage.ts'

function keys(count: number, value: string): string {
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',')}}`
}

/** Bodies that cost their sender little. */
const shapes: [string, (size: number) => string][] = [
  ['names that nobody knows', (size) => keys(size, '1')],
  ['empty lists', (size) => `{"a":[${Array(size).fill('[]').join(',')}]}`],
  [
    'objects in a list',
    (size) =>
      `{"ads":[${Array(Math.ceil(size / 3))
        .fill('{"a":{},"b":1}')
        .join(',')}]}`,
  ],
  ['one long text', (size) => JSON.stringify({ token: 'x'.repeat(size * 12) })],
  ['text of odd letters', (size) => JSON.stringify({ token: '\u2028\ud83d\ude00"\\'.repeat(size) })],
  ['the same name again', (size) => `{${Array(size).fill('"token":"x"').join(',')}}`],
  ['prototypes', (size) => `{${Array(size).fill('"__proto__":{"a":1}').join(',')}}`],
  ['depth', (size) => `{"a":${'['.repeat(size)}${']'.repeat(size)}}`],
]

interface Target {
  method: string
  path: string
  /** null: none is sent. */
  key: string | null
}

/** What is in a body, and the body. */
type Shape = [string, string]

/** Operations that take a body and no key, as the service itself describes them. */
async function openOperations(stage: Stage): Promise<Target[]> {
  const { body } = await stage.call('GET', '/openapi.json', { key: null })
  const paths = body.paths as Record<string, Record<string, { security?: unknown[]; requestBody?: unknown }>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, requestBody }]) =>
      security?.length === 0 && requestBody !== undefined
        ? [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'x'), key: null }]
        : [],
    ),
  )
}

async function send(stage: Stage, note: Note, { method, path, key }: Target, [name, body]: Shape): Promise<void> {
  const pid = await stage.servicePid()
  const options: CallOptions = { body, key, headers: { accept: 'application/json, text/event-stream' } }
  const isFine = (of: Cost | null) => isBearable(of, body.length, key === null ? 'open' : 'keyed')
  const { result, cost } = await costOf(stage, () => stage.call(method, path, options), isFine)
  const what = `${name} (${(body.length / 2 ** 20).toFixed(1)} MB) to ${method} ${path}${key === null ? ' without a key' : ''}`
  // Who has a key may store what means nothing.
  const isRefused = result.status < 500 && (key !== null || result.status >= 400)
  const held = isRefused && isFine(cost) && (await isUnhurt(stage, pid))
  note(what, held, `${result.status}, ${report(cost)}`)
}

async function withoutKey(stage: Stage, note: Note, size: number): Promise<void> {
  const targets = await openOperations(stage)
  note('there are operations that need no key', targets.length > 2, targets.length)
  for (const target of targets) {
    for (const [name, make] of shapes) await send(stage, note, target, [name, make(size)])
  }
}

async function withKey(stage: Stage, note: Note, size: number): Promise<void> {
  const readOnly = await stage.command(
    'key',
    'create',
    '--company',
    'evil',
    '--name',
    `Reader ${size}`,
    '--scopes',
    'read',
  )
  const targets = [
    '/v1/manage/create-campaign',
    '/v1/webhooks',
    '/v1/launch/validate',
    '/v1/launch',
    '/v1/automations',
    '/v1/drafts',
  ]
  for (const path of targets) {
    for (const [name, make] of shapes)
      await send(stage, note, { method: 'POST', path, key: stage.strangerKey }, [name, make(size)])
  }
  const nested = (inner: string) => `{"ads":[${inner}]}`
  const ad: Shape = ['one ad of names that nobody knows', nested(keys(size, '1'))]
  await send(stage, note, { method: 'POST', path: '/v1/launch/validate', key: stage.strangerKey }, ad)
  const tool = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who_am_i","arguments":${keys(size, '1')}}}`
  const pid = await stage.servicePid()
  const headers = { accept: 'application/json, text/event-stream' }
  const isFine = (of: Cost | null) => isBearable(of, tool.length, 'keyed')
  const call = () => stage.call('POST', '/mcp', { body: tool, key: readOnly, headers })
  const { result, cost } = await costOf(stage, call, isFine)
  const held = result.status < 500 && isFine(cost) && (await isUnhurt(stage, pid))
  note('a tool called with names that nobody knows', held, `${result.status}, ${report(cost)}`)
}

export const bodies: Attack = {
  name: 'bodies',
  about: 'somebody sends bodies that cost little to send and much to read',
  async run(stage, note) {
    await withoutKey(stage, note, 3_001)
    await withKey(stage, note, 3_001)
  },
}

export const largeBodies: Attack = {
  name: 'large bodies',
  about: 'the same with some megabytes each',
  long: true,
  async run(stage, note) {
    await withoutKey(stage, note, 207_000)
    await withKey(stage, note, 207_000)
  },
}
