import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gauge } from 'prom-client'
import { createMetrics } from './metrics.ts'

test('however many ask for the page, it is made once', async () => {
  const metrics = createMetrics('0.0.0')
  let made = 0
  new Gauge({ name: 'made', help: 'How often it was made.', registers: [metrics.registry], collect: () => void made++ })
  const pages = await Promise.all(Array.from({ length: 100 }, () => metrics.text()))
  assert.equal(made, 1)
  assert.equal(new Set(pages).size, 1)
})
