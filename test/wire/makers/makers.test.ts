import assert from 'node:assert/strict'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { compare } from './compare.ts'
import { nameOf } from './openapi.ts'
import { readFolder } from './read-folder.ts'
import { reportOn } from './report.ts'

const folder = await mkdtemp(join(tmpdir(), 'makers-'))
after(() => rm(folder, { recursive: true }))

async function put(name: string, text: string): Promise<void> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const ad = (more: object, required: string[]) => ({
  type: 'object',
  required,
  properties: { name: { type: 'string' }, status: { enum: ['ACTIVE', 'PAUSED'] }, ...more },
})
const responses = { 200: {} }
const made = {
  openapi: '3.0.1',
  info: { title: 'Made up', version: '2.0.0' },
  paths: {
    '/ads/{id}': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ad' } } } },
        responses,
      },
      get: { parameters: [{ name: 'fields', in: 'query', required: true, schema: { type: 'string' } }], responses },
    },
  },
  components: { schemas: { Ad: ad({ ai: { type: 'boolean' } }, ['name', 'ai']) } },
}
await put('whole/openapi.json', JSON.stringify(made))
await put('cut/openapi.json', JSON.stringify(made).slice(0, 400))
await put('cut/other.yaml', 'openapi: "3.0.1"\npaths:\n  /ads: {get: [')
// Both are YAML as they stand.
await put('cut/call.yaml', 'openapi: "3.0.1"\npaths:\n  /ads/{id}:\n    get:\n      parameters: []\n')
await put('cut/reference.yaml', `openapi: "3.0.1"\npaths: ${JSON.stringify(made.paths)}\n`)
await put('form/notes.json', '["no description"]')
await put('graph/AdSet.json', JSON.stringify({ apis: [{ method: 'GET', name: '#get', params: [] }], fields: [] }))
await put('protos/google/ads/googleads/v99/common/ad.proto', 'syntax = "proto3";')
const read = readFolder(folder)

test('what a maker requires anew, and what has ended, is found', () => {
  const operation = { method: 'POST', path: '/ads/{ad_id}' }
  const ours = {
    root: '/made-up',
    operations: {
      change: {
        ...operation,
        json: ad({ status: { enum: ['ACTIVE', 'STOPPED'] }, colour: { type: 'string' }, ai: true }, ['name']),
      },
      read: { method: 'GET', path: '/ads/{ad_id}', query: {} },
      remove: { method: 'DELETE', path: '/ads/{ad_id}' },
    },
  }
  assert.deepEqual(
    compare(ours, read.makers.openApi, (_name, { method, path }) => nameOf(method, path)),
    [
      { call: 'POST /ads/{}', kind: 'new required field', field: 'ai' },
      { call: 'POST /ads/{}', kind: 'ended words', field: 'status', words: ['STOPPED'] },
      { call: 'POST /ads/{}', kind: 'ended field', field: 'colour' },
      { call: 'GET /ads/{}', kind: 'new required field', field: 'fields' },
      { call: 'DELETE /ads/{}', kind: 'ended call' },
    ],
  )
})

test('a file that is cut short is told by its name, and nothing else fails', () => {
  const { lines, isClean } = reportOn(read)
  assert.equal(isClean, false)
  assert.deepEqual(read.reported.map(({ file }) => file).sort(), [
    join('cut', 'call.yaml'),
    join('cut', 'openapi.json'),
    join('cut', 'other.yaml'),
    join('cut', 'reference.yaml'),
  ])
  for (const file of read.reported) assert.ok(lines.some((line) => line.startsWith(`${file.file}: could not be read`)))
  assert.equal(read.files, 2)
  assert.ok(lines.includes('  Made up 2.0.0'))
})

test('a call of the graph that its type no longer has, and a version without protos, have ended', () => {
  const { lines } = reportOn(read)
  assert.ok(lines.includes('  AdSet POST: the maker describes no such call'), lines.join('\n'))
  assert.ok(!lines.some((line) => line.startsWith('  AdSet GET:')))
  assert.ok(lines.includes('google-ads: v25 has ended; the folder has v99'))
  assert.ok(lines.includes('pinterest: the folder holds no description of its interface.'))
})
