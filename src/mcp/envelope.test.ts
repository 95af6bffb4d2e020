import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBeside, requireSmallEnvelope } from './envelope.ts'

const fields = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]))
const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const refused = { code: 'bad_request', message: /at most 1,000 values/ }

test('what a tool is given may hold as much as a body', () => {
  const given = { ads: Array.from({ length: 900 }, () => fields(20)) }
  requireSmallEnvelope(message('tools/call', { name: 'plan_launch', arguments: given }))
  requireSmallEnvelope([message('tools/call', { name: 'plan_launch', arguments: given }), message('ping', {})])
})

test('what stands beside it, and what any other message holds, is counted at every depth', () => {
  const many = fields(maxBeside)
  const deep = fields(50, fields(20))
  for (const params of [
    many,
    { _meta: many },
    { name: 'x', arguments: many },
    { capabilities: { experimental: deep } },
  ]) {
    assert.throws(() => requireSmallEnvelope(message('tools/call', params)), refused)
    assert.throws(() => requireSmallEnvelope(message('initialize', params)), refused)
  }
  assert.throws(() => requireSmallEnvelope(message('prompts/get', { name: 'x', arguments: deep })), refused)
  assert.throws(() => requireSmallEnvelope(Array.from({ length: 300 }, () => message('ping', {}))), refused)
})
