import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Histogram, Registry } from 'prom-client'
import { createAnsweredCalls } from './answered-calls.ts'

test('what is told of answered calls is what prom-client tells of the same calls', async () => {
  const registers = [new Registry()]
  const requests = new Counter({
    name: 'flightdeck_http_requests_total',
    help: 'Calls that were answered, by operation, method and class of status.',
    labelNames: ['operation', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'flightdeck_http_request_seconds',
    help: 'How long calls took to be answered.',
    labelNames: ['operation', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const calls = createAnsweredCalls()
  const operations = ['/v1/launch', '/v1/batch-status/:id', 'none', '/odd"\\path']
  for (const [place, operation] of operations.entries())
    for (const method of ['GET', 'POST'])
      for (const status of [200, 202, 304, 404, 499, 503])
        for (const ms of [0, 0.3, 5, 5.1, 10, 700, 30_000, 30_001, 900_000]) {
          const took = ms + place
          calls.count(operation, method, status, took)
          requests.inc({ operation, method, status: `${Math.floor(status / 100)}xx` })
          seconds.observe({ operation, method }, took / 1000)
        }
  const sorted = (text: string) => text.split('\n').filter(Boolean).toSorted()
  assert.deepEqual(sorted(calls.text()), sorted(await registers[0]!.metrics()))
  assert.ok(calls.text().endsWith('\n'))
})
