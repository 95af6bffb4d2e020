import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { askUntil } from '../../../test/support/ask-until.ts'
import type { Call } from '../control/call-log.ts'

const accountsPath = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'

interface Described {
  name: string
  calls: Call[]
  left: number
}

async function listen(url: string, query = '') {
  const hangUp = new AbortController()
  const answer = await fetch(`${url}/_manager/calls${query}`, { signal: hangUp.signal })
  return { answer, hangUp: () => hangUp.abort(), events: answer.ok ? eventsOf(answer.body!) : null }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Described, void> {
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (name) yield { name, ...(JSON.parse(data!) as Omit<Described, 'name'>) }
    }
  }
}

async function next(events: AsyncGenerator<Described, void> | null): Promise<Described> {
  return (await events!.next()).value as Described
}

test('a page is told the last calls and then every call as it comes in, of the platform it is about', async (context) => {
  const { url } = await startTestSandbox(context)
  await fetch(url + accountsPath)
  const all = await listen(url)
  const meta = await listen(url, '?platform=meta')
  assert.match(all.answer.headers.get('content-type') ?? '', /^text\/event-stream/)
  for (const { events } of [all, meta]) {
    const { name, calls } = await next(events)
    assert.deepEqual([name, calls.map(({ status }) => status)], ['first', [200]])
    assert.ok(!JSON.stringify(calls).includes('sandbox-meta-token'), 'without tokens')
  }
  await fetch(`${url}/tiktok/open_api/v1.3/nothing`)
  const heard = await next(all.events)
  assert.deepEqual(
    heard.calls.map(({ platform, method, status }) => [platform, method, status]),
    [['tiktok', 'GET', 404]],
  )
  await fetch(url + accountsPath)
  assert.deepEqual(
    (await next(meta.events)).calls.map(({ platform }) => platform),
    ['meta'],
  )
  all.hangUp()
  meta.hangUp()
  const unknown = await listen(url, '?platform=orkut')
  assert.equal(unknown.answer.status, 400)
})

test('many calls at once are told in few events, and the oldest of too many are counted', async (context) => {
  const { url } = await startTestSandbox(context)
  const { events, hangUp } = await listen(url)
  await next(events)
  const count = 60
  await Promise.all(Array.from({ length: count }, () => fetch(`${url}/tiktok/nothing`)))
  let reported = 0
  let pieces = 0
  while (reported < count) {
    const { calls, left } = await next(events)
    reported += calls.length + left
    pieces++
  }
  assert.equal(reported, count)
  assert.ok(pieces < count / 2, `${pieces} events`)
  hangUp()
})

test('who hangs up is forgotten: as many pages may come again', async (context) => {
  const { url } = await startTestSandbox(context)
  const first = await Promise.all(Array.from({ length: 50 }, () => listen(url)))
  assert.ok(first.every(({ answer }) => answer.status === 200))
  assert.equal((await listen(url)).answer.status, 503)
  for (const { hangUp } of first) hangUp()
  const again: Awaited<ReturnType<typeof listen>>[] = []
  await askUntil(async () => {
    const one = await listen(url)
    if (one.answer.status === 200) again.push(one)
    return again.length === 50 || null
  })
  for (const { hangUp } of again) hangUp()
})
