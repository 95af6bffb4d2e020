import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ask } from '../../support/ask.ts'
import { askUntil, see, untilTrue } from '../../support/ask-until.ts'

/** A wait that fails says what it saw: here are waits that never end. */
const maxMs = 150

async function messageOf(wait: Promise<unknown>): Promise<string> {
  const error = await wait.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Error, 'the wait ended well')
  return error.message
}

test('a wait that never comes true says the last answer of the interface, and the last that failed', async (context) => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    if (asked === 2) response.destroy()
    else response.writeHead(200).end(JSON.stringify({ status: 'launching', ads: 'x'.repeat(2000) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/batch-status/7`
  const isDone = async () => {
    const answer = await ask(url, { method: 'GET', headers: {} }).catch(() => null)
    return answer !== null && answer.text.includes('"done"')
  }
  const message = await messageOf(untilTrue(isDone, maxMs))
  assert.match(message, /^Asked \d+ times within 0\.2 s, and never was it so\. The last answer was GET http:/)
  assert.match(message, /\/v1\/batch-status\/7: 200 {"status":"launching"/)
  assert.match(message, /\.\.\. \(20\d\d characters\)\. The last error was GET http\S+: \w*Error: /)
  assert.match(message, /Asked for: async \(\) => {/)
  assert.ok(message.length < 2000)
})

test('a question that is never answered does not take the words of the wait with it', async () => {
  let asked = 0
  const wait = askUntil(async () => {
    asked += 1
    if (asked > 2) await new Promise(() => undefined)
    see('the table', { rows: asked })
    return null
  }, maxMs)
  assert.match(
    await messageOf(wait),
    /^3 times asked, and after 0\.2 s still no answer\. The last answer was the table: {"rows":2}\. Asked for: async/,
  )
})

test('what other waits saw is not told, and a wait that saw nothing says what it asked', async () => {
  see('nobody waits', 'for this')
  const [one, two] = await Promise.all([
    messageOf(untilTrue(() => false, maxMs)),
    messageOf(
      untilTrue(() => {
        see('the second', 'two')
        return false
      }, maxMs),
    ),
  ])
  assert.match(one, /and never was it so: \(\) => false$/)
  assert.match(two, /the second: two/)
})

test('an error of the question ends the wait as it is', async () => {
  const wait = untilTrue(() => {
    throw new Error('the database is gone')
  }, maxMs)
  assert.equal(await messageOf(wait), 'the database is gone')
})
