import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { operations } from '../../../src/api/index.ts'
import { AppError, errorStatus } from '../../../src/errors.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import { nextAfter } from '../../../src/mcp/next.ts'
import { startTestApp } from '../../support/harness.ts'
import { connect } from '../../support/mcp/client.ts'

const app = await startTestApp()
const { client, call } = await connect(app)
const { tools } = await client.listTools()
const toolNames = tools.map(({ name }) => name)
const known = new Set([...toolNames, ...operations.map(({ name }) => name)])

/** Words that look like the name of a tool. */
const named = (text: string) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []

/** Everything that an error can say about itself besides its code. */
const variants: Record<string, unknown>[] = [
  {},
  ...['no_operation', 'not_plannable', 'file', 'changed', 'digest', 'over', 'four-eyes', 'stopped', 'busy'],
  ...['state', 'undone', 'unheard of'],
].map((each) => (typeof each === 'string' ? { reason: each } : each))

for (const code of Object.keys(errorStatus) as ErrorCode[]) {
  test(`after ${code} every tool says what to do, and names nothing that there is not`, () => {
    for (const tool of toolNames) {
      for (const details of [...variants, { reason: 'needs_plan', tool: 'plan_operation' }, { needed: ['launch'] }]) {
        const next = nextAfter(new AppError(code, 'Failed.', details), tool)
        assert.match(next, /^[A-Za-z].{20,}/, `${code} ${tool}`)
        for (const name of named(next)) assert.ok(known.has(name), `${name} in "${next}"`)
        for (const name of named(next).filter((word) => !toolNames.includes(word)))
          assert.match(
            next,
            new RegExp(`use_operation (with )?${name}\\b`),
            'what is no tool is said with the one that calls it',
          )
      }
    }
  })
}

test('only a failure that passes by itself says to repeat the same call', () => {
  const passing: ErrorCode[] = ['rate_limit_exceeded', 'platform_unavailable', 'service_unavailable']
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    const next = nextAfter(new AppError(code, 'Failed.'), 'list_ads')
    assert.equal(/same arguments/.test(next), passing.includes(code), `${code}: ${next}`)
    const later = nextAfter(new AppError(code, 'Failed.', {}, { 'retry-after': '5' }), 'list_ads')
    assert.match(later, /list_ads again with the same arguments after retryAfterSeconds/)
  }
})

interface Failed {
  error: { message: string; code: string }
  next: string
  example?: { operation: string; input: Record<string, unknown> }
}

const failing = async (tool: string, given: Record<string, unknown>) => {
  const answer = await call(tool, given)
  assert.equal(answer.isError, true, answer.text)
  const failed = answer.value as unknown as Failed
  for (const name of named(failed.error.message).filter((word) => toolNames.includes(word) && word !== tool))
    assert.ok(failed.next.includes(name), `the message says ${name}, next says "${failed.next}"`)
  return failed
}

test('what needs a plan says which tool plans it, in the message and in next', async () => {
  const launch = await failing('use_operation', {
    operation: 'launch_ads',
    input: { ads: [{ adName: 'A', adAccountId: demo.account, adSets: [demo.adSet] }] },
  })
  assert.match(launch.next, /^plan_launch plans it/)
  const update = await failing('use_operation', {
    operation: 'update_campaign',
    input: { accountId: demo.account, campaignId: demo.campaign, spendCap: 5000 },
  })
  assert.match(update.next, /^plan_operation plans it/)
  const copy = await failing('use_operation', {
    operation: 'duplicate_ad',
    input: operations.find(({ name }) => name === 'duplicate_ad')!.example,
  })
  assert.match(copy.next, /^plan_duplicate plans it/)
})

test('an operation that there is not is looked for in the documents', async () => {
  for (const tool of ['use_operation', 'plan_operation']) {
    const { next } = await failing(tool, { operation: 'make_coffee', input: {} })
    assert.match(next, /^search_docs/)
  }
})

test('where a platform has no profiles, what it has instead is named', async () => {
  const { body } = await app.call<{ data: { id: string; platform: string }[] }>('GET', '/v1/adaccounts?limit=100')
  const first = (platform: string) => body.data.find((account) => account.platform === platform)!.id
  const shortVideo = await failing('list_profiles', { accountId: first('tiktok') })
  assert.match(shortVideo.next, /list_identities/)
  const primary = await failing('use_operation', {
    operation: 'list_identities',
    input: { accountId: demo.account },
  })
  assert.match(primary.next, /list_profiles/)
  const search = await failing('list_profiles', { accountId: first('google-ads') })
  assert.match(search.next, /go on without it/)
})

test('what is wrong with the input of an operation is shown with an example of that operation', async () => {
  const used = await failing('use_operation', { operation: 'list_pixels', input: {} })
  assert.deepEqual(used.example, { operation: 'list_pixels', input: { accountId: demo.account } })
  const planned = await failing('plan_operation', { operation: 'add_search_keywords', input: {} })
  assert.equal(planned.example?.operation, 'add_search_keywords')
  assert.ok('keywords' in planned.example.input)
})

test('the documents send to the tool that does it', async () => {
  const how = async (query: string) => String((await call('search_docs', { query })).value.next)
  assert.equal(await how('launch_ads'), 'plan_launch')
  assert.equal(await how('delete_entities'), 'plan_delete')
  assert.match(await how('update_status'), /plan_status_change where it can cost/)
  assert.equal(await how('list_ads'), 'the tool list_ads')
  assert.equal(await how('list_connections'), 'use_operation')
})
