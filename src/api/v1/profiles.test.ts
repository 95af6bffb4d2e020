import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'
import { demo } from '../examples.ts'

const app = await startTestApp()

test('a platform without profiles answers 501, and the documents say so', async () => {
  const path = '/v1/profiles'
  const reply = await app.call<{ error: { code: string } }>('GET', `${path}?businessId=${demo.shortVideoAccount}`)
  assert.deepEqual([reply.status, reply.body.error.code], [501, 'unsupported_operation'])
  const { body } = await app.call<{ paths: Record<string, { get: { responses: object } }> }>('GET', '/openapi.json')
  assert.ok('501' in body.paths[path]!.get.responses)
  assert.ok(!('501' in body.paths['/v1/workspaces']!.get.responses))
})
