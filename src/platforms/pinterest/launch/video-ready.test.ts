import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import { Unusable } from '../../contract/launch.ts'
import { createApi } from '../client.ts'
import { pinterest } from '../index.ts'
import { createVideoWait } from './video-ready.ts'
import { MediaUploadWire } from '../wire.ts'

const options = { accountId: '1' }

test('a video whose bytes never arrived, or that is gone, is to be uploaded again; one that takes long is not', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const api = createApi(pinterest.sandboxCredentials(null), {
    baseUrl: `${url}/pinterest`,
    timeoutMs: 2_000,
    isSandbox: true,
    pacer: { ready: () => Promise.resolve({ waitMs: 0 }), left: () => Promise.resolve(null), report: () => undefined },
    settings: {},
    now: () => new Date(),
  })
  context.after(() => api.close())
  const wait = createVideoWait(api, { pollMs: 5, deadlineMs: 20 })
  const register = () => api.post(MediaUploadWire, 'media', { media_type: 'video' }, options)

  const { media_id: silent } = await register()
  await assert.rejects(wait(silent, 'batch', options), Unusable)
  await assert.rejects(wait('404', 'batch', options), Unusable)

  await control('POST', '/pinterest', { videoSeconds: 3600 })
  const slow = await register()
  const form = new FormData()
  for (const [name, value] of Object.entries(slow.upload_parameters)) form.append(name, value)
  form.append('file', new Blob(['film']), 'film.mp4')
  assert.equal((await fetch(slow.upload_url, { method: 'POST', body: form })).status, 204)
  await assert.rejects(wait(slow.media_id, 'batch', options), (error) => !(error instanceof Unusable))

  await control('POST', '/clock', { offsetSeconds: 4000 })
  await wait(slow.media_id, 'batch', options)
})
