import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PlatformError } from '../../../errors.ts'
import { serveHttp } from '../../../../test/support/media/file-server.ts'
import { Unusable } from '../../contract/launch.ts'
import { createPacer } from '../../kit/http/pacer.ts'
import { createGraph } from '../client.ts'
import { createVideoWait } from './video-ready.ts'

/** A platform that gives these answers one after another, and the last of them from then on. */
async function waitOn(answers: object[], deadlineMs = 10_000) {
  let asked = 0
  const server = await serveHttp((_request, response) => {
    const body = answers[Math.min(asked++, answers.length - 1)]!
    response.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const pacer = createPacer('primary', { load: async () => null, save: async () => undefined })
  const surroundings = { timeoutMs: 5_000, isSandbox: true, settings: {}, now: () => new Date() }
  const graph = createGraph({ accessToken: 'a-token-for-tests' }, { baseUrl: server.url(''), pacer, ...surroundings })
  after(async () => {
    await graph.close()
    await server.close()
  })
  const wait = createVideoWait(graph, { pollMs: 5, deadlineMs })
  return { wait: (batch: string) => wait('99', batch, { accountId: 'act_1' }), asked: () => asked }
}

const status = (video_status: string, message?: string) => ({
  status: { video_status, processing_phase: { status: video_status, errors: message ? [{ message }] : [] } },
})

test('a video is waited for until it is ready, and then not asked about again in the same batch', async () => {
  const { wait, asked } = await waitOn([status('processing'), status('processing'), status('ready')])
  await wait('first')
  assert.equal(asked(), 3)
  await wait('first')
  assert.equal(asked(), 3)
  await wait('second')
  assert.equal(asked(), 4)
})

for (const state of ['error', 'expired']) {
  test(`a video that ends as ${state} cannot be used, and the platform's reason is told`, async () => {
    const { wait } = await waitOn([status('processing'), status(state, 'The codec is unknown.')])
    await assert.rejects(wait('first'), (error) => {
      assert.ok(error instanceof Unusable)
      assert.equal(error.kind, 'rejected')
      assert.match(error.message, /The codec is unknown\./)
      return true
    })
  })
}

test('a video that is gone is to be uploaded again', async () => {
  const gone = {
    error: { message: 'Object does not exist', type: 'GraphMethodException', code: 100, error_subcode: 33 },
  }
  const { wait } = await waitOn([gone])
  await assert.rejects(wait('first'), (error) => error instanceof Unusable && error.retryable)
})

test('a video that takes too long is given up with a clear word, but kept for later', async () => {
  const { wait } = await waitOn([status('processing')], 60)
  await assert.rejects(wait('first'), (error) => {
    assert.ok(error instanceof PlatformError && !(error instanceof Unusable))
    assert.equal(error.kind, 'rejected')
    assert.match(error.message, /still processing/)
    return true
  })
})
