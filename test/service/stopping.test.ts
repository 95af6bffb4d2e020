import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil } from '../support/ask-until.ts'
import { openSocket, parseAnswer, readAnswer } from '../support/raw-request.ts'
import { startTestApp } from '../support/harness.ts'

test('a service that stops answers every call it has taken: with what comes of it, or with when to come back', async () => {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  await app.control('POST', 'faults', { platform: 'meta', fault: 'hang', times: 0 })
  const hanging = app.call('GET', '/v1/adaccounts?platform=primary')
  await askUntil(async () => {
    const { calls } = await app.control<{ calls: object[] }>('GET', 'calls?platform=meta')
    return calls.length > 0 || null
  })
  const halfSent = await openSocket(app.url)
  const head = [`POST /v1/launch/validate HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${app.key}`]
  halfSent.write([...head, 'Content-Type: application/json', 'Content-Length: 2', '', '{'].join('\r\n'))
  // The other call was taken when this one, which came after it, is answered.
  await app.call('GET', '/v1/health')
  const closed = app.close()
  halfSent.write('}')
  const [late, sent] = await Promise.all([hanging, readAnswer(halfSent)])
  assert.equal(late.status, 503)
  assert.equal(late.headers.get('retry-after'), '2')
  assert.ok([400, 503].includes(parseAnswer(sent).status), sent)
  await closed
})
