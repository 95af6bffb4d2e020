import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recorded } from '../support/platforms/recording-proxy.ts'
import { checkCalls, unused } from './check.ts'
import type { Interface } from './interface.ts'

const id = { type: 'string', pattern: '^\\d+$' }
const known: Interface = {
  root: '/shop/v1',
  part: '\\d+',
  operations: {
    list: {
      method: 'GET',
      path: '/lamps',
      query: {
        size: { is: { type: 'integer', maximum: 50 }, required: true },
        ids: { is: { type: 'array', items: id }, as: 'repeated' },
        fields: { is: { type: 'array', items: { enum: ['name', 'price'] } }, as: 'commas' },
        filter: {
          is: { type: 'object', additionalProperties: false, properties: { lit: { type: 'boolean' } } },
          as: 'json',
        },
      },
      replies: { 200: { type: 'array', items: { $ref: '#/schemas/Lamp' } }, other: { required: ['message'] } },
    },
    make: { method: 'POST', path: '/lamps', json: { $ref: '#/schemas/Lamp' } },
    shine: { method: 'POST', path: '/lamps/{id}/shine', form: { hours: { is: { type: 'integer' }, required: true } } },
    newest: { method: 'GET', path: '/lamps/newest' },
  },
  schemas: {
    Lamp: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { type: 'string' } } },
  },
}

const call: Recorded = {
  method: 'GET',
  url: '/shop/v1/lamps?size=10&ids=1&ids=2&fields=name,price&filter={"lit":true}',
  requestHeaders: {},
  requestBody: Buffer.alloc(0),
  status: 200,
  replyBody: Buffer.from('[{"name":"Moon"}]'),
}
const making = (body: object): Partial<Recorded> => ({
  method: 'POST',
  url: '/shop/v1/lamps',
  requestHeaders: { 'content-type': 'application/json' },
  requestBody: Buffer.from(JSON.stringify(body)),
})
const shining = (text: string): Partial<Recorded> => ({
  method: 'POST',
  url: '/shop/v1/lamps/7/shine',
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
  requestBody: Buffer.from(text),
})

const problemsOf = async (change: Partial<Recorded>) => (await checkCalls(known, [{ ...call, ...change }])).problems

test('calls that keep to the interface are found to, and what was never used is named', async () => {
  const calls = [call, { ...call, ...making({ name: 'Sun' }) }, { ...call, ...shining('hours=3') }]
  const findings = await checkCalls(known, [...calls, { ...call, url: '/elsewhere?x=1' }])
  assert.deepEqual(findings.problems, [])
  assert.deepEqual([...findings.used], ['list', 'make', 'shine'])
  assert.deepEqual(unused(known, findings), ['newest'])
})

test('whatever differs from the interface is named', async () => {
  const wrong: [Partial<Recorded>, RegExp][] = [
    [{ url: '/shop/v1/lamp' }, /GET \/lamp: the interface has no such operation/],
    [{ url: '/shop/v1/lamps/x/shine' }, /no such operation/],
    [{ url: '/shop/v1/lamps' }, /list: query needs size/],
    [{ url: '/shop/v1/lamps?size=1&colour=red' }, /query has no colour/],
    [{ url: '/shop/v1/lamps?size=1&size=2' }, /size more than once/],
    [{ url: '/shop/v1/lamps?size=ten' }, /query\.size must be integer/],
    [{ url: '/shop/v1/lamps?size=51' }, /query\.size must be <= 50/],
    [{ url: '/shop/v1/lamps?size=1&ids=a' }, /query\.ids\[\] must match pattern/],
    [{ url: '/shop/v1/lamps?size=1&fields=name,weight' }, /query\.fields\[\] must be equal to one of/],
    [{ url: '/shop/v1/lamps?size=1&filter={"lit":"yes"}' }, /query\.filter\.lit must be boolean/],
    [{ url: '/shop/v1/lamps?size=1&filter={"dim":1}' }, /must NOT have additional properties \(dim\)/],
    [making({ name: 1 }), /make: body\.name must be string/],
    [making({}), /body must have required property 'name'/],
    [making({ name: 'Sun', price: 1 }), /must NOT have additional properties \(price\)/],
    [{ ...making({}), requestBody: Buffer.alloc(0) }, /a body is missing/],
    [{ ...shining('hours=1'), url: '/shop/v1/lamps' }, /takes no form/],
    [shining('hours=long'), /form\.hours must be integer/],
    [{ replyBody: Buffer.from('[{}]') }, /answer 200\[\] must have required property 'name'/],
    [{ status: 500, replyBody: Buffer.from('{}') }, /answer 500 must have required property 'message'/],
  ]
  for (const [change, expected] of wrong) assert.match((await problemsOf(change)).join('\n'), expected)
})
