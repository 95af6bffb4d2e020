import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import {
  campaignForm,
  graphClient,
  page as pageId,
  token,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { AppError, PlatformError } from '../../errors.ts'
import { createGraph } from './client.ts'

const Named = z.object({ id: z.string(), name: z.string() })
const options = { accountId: usdAccount }

async function openGraph(context: TestContext, credentials: Record<string, string> = {}) {
  const sandbox = await startTestSandbox(context)
  const graph = createGraph(
    { accessToken: token, ...credentials },
    {
      baseUrl: `${sandbox.url}/meta`,
      timeoutMs: 5_000,
      isSandbox: true,
      settings: {},
      now: () => new Date(),
      pacer: {
        ready: () => Promise.resolve({ waitMs: 0 }),
        left: () => Promise.resolve(null),
        report: () => undefined,
      },
    },
  )
  context.after(() => graph.close())
  return { graph, sandbox, client: graphClient(sandbox.url) }
}

test('many reads go in batches of fifty, and one that fails leaves the others', async (context) => {
  const { graph, sandbox } = await openGraph(context)
  const reads = Array.from({ length: 60 }, (_, index) => ({
    path: index === 55 ? '12345' : usdAccount,
    params: { fields: 'id,name' },
  }))
  const answers = await graph.readMany(Named, reads, options)
  assert.equal(answers.length, 60)
  const failed = answers[55]
  assert.ok(failed instanceof PlatformError)
  assert.deepEqual([failed.failure.code, failed.failure.subcode, failed.kind], [100, 33, 'rejected'])
  assert.ok(answers.every((answer, index) => index === 55 || !(answer instanceof PlatformError)))
  const { calls } = (await sandbox.control('GET', '/calls?platform=meta')).body as { calls: { inBatch?: true }[] }
  assert.equal(calls.filter((call) => !call.inBatch).length, 2)
})

test('a part of a batch that gets no answer is told as such', async (context) => {
  const { graph, sandbox } = await openGraph(context)
  const match = { path: `/${usdAccount}` }
  await sandbox.control('POST', '/faults', { platform: 'meta', match, fault: 'drop-before', times: 1 })
  const read = { path: usdAccount, params: { fields: 'id,name' } }
  const [first, second] = await graph.readMany(Named, [read, read], options)
  assert.ok(first instanceof PlatformError)
  assert.equal(first.kind, 'transient')
  assert.ok(!(second instanceof PlatformError))
})

test('a page is one page, with cursors and without the address that carries the token', async (context) => {
  const { graph } = await openGraph(context)
  const params = { fields: 'id,name', limit: 2 }
  const first = await graph.page(Named, `${usdAccount}/campaigns`, params, options)
  assert.equal(first.items.length, 2)
  assert.ok(!JSON.stringify(first).includes(token))
  const rest = await graph.page(
    Named,
    `${usdAccount}/campaigns`,
    { ...params, limit: 200, after: first.after },
    options,
  )
  assert.equal(rest.after, null)
  await assert.rejects(
    graph.page(Named, `${usdAccount}/campaigns`, { ...params, after: 'nonsense' }, options),
    (error: unknown) => error instanceof AppError && error.code === 'bad_request',
  )
})

test('what is removed is deleted on the platform', async (context) => {
  const { graph, client } = await openGraph(context)
  const id = await client.create(`${usdAccount}/campaigns`, campaignForm)
  await graph.remove(z.unknown(), id, {}, options)
  assert.equal((await client.get(`${id}?fields=status`)).body.status, 'DELETED')
})

test('calls are signed with the secret of the app, those with a page token too', async (context) => {
  const { graph, sandbox, client } = await openGraph(context, { appSecret: 'sandbox-meta-app-secret' })
  const pages = (await client.get('me/accounts?fields=id,access_token')).body.data ?? []
  const pageToken = String(pages.find(({ id }) => id === pageId)?.access_token)
  await sandbox.control('POST', '/meta', { requireAppsecretProof: true })
  const read = { path: usdAccount, params: { fields: 'id,name' } }
  assert.ok(!((await graph.readMany(Named, [read], options))[0] instanceof PlatformError))
  const found = await graph.get(Named, pageId, { fields: 'id,name' }, { ...options, token: pageToken })
  assert.equal(found.id, pageId)
})
