import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/support/harness.ts'

const app = await startTestApp()

test('the bare address shows a page that leads to the documents, and runs nothing', async () => {
  const response = await fetch(app.url)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(response.headers.get('content-security-policy')!, /default-src 'none';/)
  const html = await response.text()
  assert.ok(html.includes(app.app.services.version))
  assert.doesNotMatch(html, /<script|<style|\son\w+=|style=/)
  const addresses = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address!)
  for (const path of ['/docs', '/openapi.json', '/llms.txt', '/v1/health']) assert.ok(addresses.includes(path), path)
  for (const address of addresses) assert.equal((await fetch(app.url + address)).status, 200, address)
  const again = await fetch(app.url, { headers: { 'if-none-match': response.headers.get('etag')! } })
  assert.equal(again.status, 304)
})
